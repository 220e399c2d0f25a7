package dev.sluice.lab.hpa;

/**
 * The result of one reconciliation of an HPA, with its intermediate steps.
 *
 * @param basis reason for the decision
 * @param replicas new desired replicas
 * @param proposed replicas proposed by the metrics
 * @param stabilized proposal after the stabilization windows
 * @param limit limit that changed the stabilized proposal
 */
public record Decision(Basis basis, int replicas, int proposed, int stabilized, Limit limit) {

    /** The reason for a decision. */
    public enum Basis {
        /** Another client has set the target to zero replicas, so the HPA changes nothing. */
        SCALING_DISABLED,
        /** The replicas are outside the HPA's minimum and maximum, so the HPA reads no metrics. */
        OUT_OF_RANGE,
        /** The metrics have no value, so the HPA changes nothing. */
        METRICS_FAILED,
        METRICS
    }

    /** The limit that changed the proposal. */
    public enum Limit {
        NONE,
        SCALE_UP_RATE,
        MAX_REPLICAS,
        MIN_REPLICAS
    }

    static Decision without(Basis basis, int replicas) {
        return new Decision(basis, replicas, replicas, replicas, Limit.NONE);
    }
}
