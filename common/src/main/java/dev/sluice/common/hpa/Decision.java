package dev.sluice.common.hpa;

/**
 * The result of one reconciliation of an HPA, with the steps that led to it.
 *
 * @param basis what decided
 * @param replicas the desired pods from now on
 * @param proposed the replicas that the metrics propose
 * @param stabilized the proposal after the stabilization windows
 * @param limit what kept the replicas from the stabilized proposal
 */
public record Decision(Basis basis, int replicas, int proposed, int stabilized, Limit limit) {

    /** What a decision rests on. */
    public enum Basis {
        /** The target has zero replicas, and not because this HPA set them: nothing changes. */
        SCALING_DISABLED,
        /** The replicas are outside the HPA's minimum and maximum; metrics are not read. */
        OUT_OF_RANGE,
        /** The metrics give no number: nothing changes. */
        METRICS_FAILED,
        /** The metrics. */
        METRICS
    }

    /** What limits a change. */
    public enum Limit {
        NONE,
        SCALE_UP_RATE,
        MAX_REPLICAS,
        SCALE_DOWN_RATE,
        MIN_REPLICAS
    }

    static Decision without(Basis basis, int replicas) {
        return new Decision(basis, replicas, replicas, replicas, Limit.NONE);
    }
}
