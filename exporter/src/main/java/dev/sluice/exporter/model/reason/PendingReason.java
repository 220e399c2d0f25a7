package dev.sluice.exporter.model.reason;

import java.util.Map;

/**
 * A reason why Slurm keeps a job pending ({@code state_reason}), with its class, scaling rule and explanation.
 *
 * @param reasonClass class under which jobs with this reason are counted
 * @param scalingRule whether more nodes can help
 * @param explanation what the reason means and what can be done
 * @param userReleases whether the user can release the held job; slurmctld refuses the users of other held jobs
 */
public record PendingReason(
        ReasonClass reasonClass, ScalingRule scalingRule, Explanation explanation, boolean userReleases) {

    private static final Map<String, PendingReason> BY_NAME = ReasonTable.byName();

    /**
     * Returns the reason with the given name from slurmrestd. The class of a name that this release does not know is
     * {@link ReasonClass#OTHER}, unless the prefix of the name shows a limit.
     */
    public static PendingReason of(String name) {
        PendingReason known = BY_NAME.get(name);
        return known == null ? ReasonTable.unnamed(name) : known;
    }
}
