package dev.sluice.simulator.kubernetes;

import java.util.OptionalLong;

/**
 * The source from which HPAs read the desired replicas. A call must return immediately, because simulated time stands
 * still during the call.
 */
public interface MetricSource {
    /** The name of the metric of all HPAs on NodeSets. */
    String METRIC = "slurm_nodeset_desired_replicas";

    /** The source of a cluster without a metrics API. */
    MetricSource NONE = nodeSet -> Reading.failed(
            "the server could not find the requested resource (get " + METRIC + ".external.metrics.k8s.io)");

    /**
     * The result of reading a metric. A missing number never counts as zero.
     *
     * @param milli value in thousandths; empty for a missing number
     * @param failure reason for the HPA's condition if the number is missing
     */
    record Reading(OptionalLong milli, String failure) {
        public static Reading of(long milli) {
            return new Reading(OptionalLong.of(milli), "");
        }

        static Reading failed(String why) {
            return new Reading(OptionalLong.empty(), why);
        }
    }

    Reading desiredReplicas(String nodeSet);
}
