package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.util.Optional;

/**
 * The outcome for one record of a pending job.
 *
 * @param jobId JobId
 * @param pendingClass class of the job
 * @param reason Slurm's pending reason
 * @param partition partition through which the job was assigned to its pool; without a pool, the job's first partition
 * @param pool pool that counts the job; empty if no pool serves the job's partitions
 * @param tasks number of pending array tasks; 1 for all records other than unstarted arrays
 * @param counted number of tasks that are demand
 * @param nodesEach number of nodes that each task needs; 0 if irrelevant
 * @param newNodes number of nodes that the tasks need in addition to the busy nodes; 0 if the tasks share nodes of
 *     other jobs
 * @param verdict check that decided the outcome
 * @param cause why the job is impossible; empty if the job is possible
 * @param eligibleAt when the job became eligible, in seconds since the epoch; 0 if the job is not eligible
 */
public record JobExplanation(
        long jobId,
        PendingClass pendingClass,
        String reason,
        String partition,
        Optional<PoolName> pool,
        long tasks,
        long counted,
        long nodesEach,
        long newNodes,
        Verdict verdict,
        Optional<UnsatisfiableCause> cause,
        long eligibleAt) {

    /** The check that decided the outcome. */
    public enum Verdict {
        COUNTED,
        BLOCKED,
        RESERVED,
        RESERVATION_FULL,
        ARRAY_LIMIT,
        HELD,
        TOO_NEW,
        BEGINS_LATER,
        WAITS,
        INCOMPLETE,
        UNKNOWN_NODES,
        NO_POOL,
        ELSEWHERE,
        IMPOSSIBLE,
        UNCLASSIFIED
    }

    /** Returns the explanation as a sentence for people. */
    public String why() {
        return switch (verdict) {
            case COUNTED -> counted < tasks ? counted + " of its " + tasks + " tasks are counted" : "it is counted";
            case BLOCKED ->
                counted == 0
                        ? "it does not fit below the maximum while others run"
                        : "only " + counted + " of its " + tasks + " tasks fit below the maximum";
            case RESERVED ->
                "nodes are reserved for it: it has waited for longer than the aging time while jobs behind it started";
            case RESERVATION_FULL -> "its reservation has no nodes left for it";
            case ARRAY_LIMIT ->
                "its array's limit lets " + counted + " of its " + tasks + " tasks start beside those that run";
            case HELD -> "it is held";
            case TOO_NEW -> "it has not been pending for long enough";
            case BEGINS_LATER -> "it begins later";
            case WAITS -> "more nodes do not help: " + reason;
            case INCOMPLETE -> "another part of its heterogeneous job cannot start";
            case UNKNOWN_NODES -> "it asks for nodes by name that its pools do not have";
            case NO_POOL -> "no pool serves its partitions";
            case ELSEWHERE -> "only nodes of no pool suit it";
            case IMPOSSIBLE -> cause.map(UnsatisfiableCause::sentence).orElse("it cannot run");
            case UNCLASSIFIED -> "the reason " + reason + " is not known";
        };
    }
}
