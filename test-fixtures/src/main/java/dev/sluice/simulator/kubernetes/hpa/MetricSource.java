package dev.sluice.simulator.kubernetes.hpa;

/** Where HPAs get the replicas that a NodeSet should have. Must answer at once: simulated time stands still meanwhile. */
public interface MetricSource {
    MetricReading desiredReplicas(String namespace, String nodeSet);

    /** A cluster on which no metrics API is installed. */
    static MetricSource none() {
        return (namespace, nodeSet) ->
                new MetricReading.Failure("the server could not find the requested resource (get "
                        + HpaConditions.METRIC + ".external.metrics.k8s.io)");
    }
}
