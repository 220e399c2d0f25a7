package dev.sluice.lab.hpa;

/**
 * The result of one reconciliation of an HPA.
 *
 * @param basis reason for the decision
 * @param replicas new desired replicas
 */
public record Decision(Basis basis, int replicas) {

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
}
