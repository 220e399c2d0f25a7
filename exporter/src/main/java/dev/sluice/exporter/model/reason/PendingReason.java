package dev.sluice.exporter.model.reason;

import java.util.Map;

/**
 * A reason for which Slurm keeps a job pending ({@code state_reason}), and all that Sluice knows of it.
 *
 * @param reasonClass the class under which jobs with this reason are counted
 * @param scalingRule whether more nodes can help
 * @param explanation what it means and what can be done, for people
 */
public record PendingReason(ReasonClass reasonClass, ScalingRule scalingRule, Explanation explanation) {

    private static final Map<String, PendingReason> BY_NAME = ReasonTable.byName();

    private static final PendingReason UNKNOWN = of(ReasonClass.OTHER, ScalingRule.UNCLASSIFIED, "");

    /**
     * A reason by the name that slurmrestd gives it. A name that this release does not know is classified
     * {@link ReasonClass#OTHER}, unless its beginning shows that it is a limit: each Slurm release adds some.
     */
    public static PendingReason of(String name) {
        PendingReason known = BY_NAME.get(name);
        if (known != null) {
            return known;
        }
        return ReasonTable.isNewLimit(name) ? of(ReasonClass.LIMIT, ScalingRule.WAITING, name) : UNKNOWN;
    }

    static PendingReason of(ReasonClass reasonClass, ScalingRule scalingRule, String name) {
        return new PendingReason(reasonClass, scalingRule, Explanation.of(reasonClass, name));
    }
}
