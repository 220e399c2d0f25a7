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

    /**
     * A reason by the name that slurmrestd gives it. A name that this release does not know is classified
     * {@link ReasonClass#OTHER}, unless its beginning shows that it is a limit.
     */
    public static PendingReason of(String name) {
        PendingReason known = BY_NAME.get(name);
        return known == null ? ReasonTable.unnamed(name) : known;
    }
}
