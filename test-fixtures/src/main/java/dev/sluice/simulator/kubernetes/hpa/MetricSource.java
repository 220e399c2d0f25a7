package dev.sluice.simulator.kubernetes.hpa;

/**
 * The source from which HPAs read the desired replicas. A call must return immediately, because simulated time stands
 * still during the call.
 */
public interface MetricSource {
    MetricReading desiredReplicas(String namespace, String nodeSet);

    /** Returns the source of a cluster without a metrics API. */
    static MetricSource none() {
        return (namespace, nodeSet) ->
                new MetricReading.Failure("the server could not find the requested resource (get "
                        + HpaConditions.METRIC + ".external.metrics.k8s.io)");
    }
}
