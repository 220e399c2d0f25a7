package dev.sluice.exporter.model.job;

import java.util.Map;
import java.util.function.Supplier;

/**
 * A reason why Slurm keeps a job pending ({@code state_reason}), with its class, scaling rule and explanation.
 *
 * @param reasonClass class under which jobs with this reason are counted
 * @param scalingRule whether more nodes can help
 * @param words explanation, made on demand: the reason of each job is classified in each poll, but few are explained
 * @param userReleases whether the user can release the held job; slurmctld refuses the users of other held jobs
 */
public record PendingReason(
        ReasonClass reasonClass, ScalingRule scalingRule, Supplier<Explanation> words, boolean userReleases) {

    private static final Map<String, PendingReason> BY_NAME = ReasonTable.byName();

    /**
     * Returns the reason with the given name from slurmrestd. The class of a name that this release does not know is
     * {@link ReasonClass#OTHER}, unless the prefix of the name shows a limit.
     */
    public static PendingReason of(String name) {
        PendingReason known = BY_NAME.get(name);
        return known == null ? ReasonTable.unnamed(name) : known;
    }

    /** Returns what the reason means and what can be done. */
    public Explanation explanation() {
        return words.get();
    }

    /**
     * Why jobs are pending, in plain words.
     *
     * @param meaning what the reason means
     * @param todo what makes such a job start, or what the job's user or an administrator can do
     */
    public record Explanation(String meaning, String todo) {}

    /** Whether more nodes can start a job that is pending for a reason. */
    public enum ScalingRule {
        /** The job waits for nodes. */
        ELIGIBLE,
        /** slurmctld gives this reason if a partition currently has too few nodes, or no nodes. */
        CONDITIONAL,
        /** The job becomes eligible at its begin time. */
        BEGIN_TIME,
        /** More nodes do not help. */
        WAITING,
        /** The job cannot run: no node has its features or resources. */
        IMPOSSIBLE,
        /** The job cannot run: its partition starts no jobs. */
        PARTITION_CLOSED,
        /** The job cannot run: the job requests more than its partition allows. */
        PARTITION_LIMIT,
        /** Slurm has no name for the reason, or a newer Slurm has one that this release does not know. */
        UNCLASSIFIED
    }
}
