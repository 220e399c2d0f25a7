package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.util.Optional;

/**
 * What became of one record of a job that waits.
 *
 * @param jobId JobId
 * @param pendingClass its class
 * @param reason why it waits, as Slurm names it
 * @param partition the partition by which it came to its pool; the first that it names where it came to none
 * @param pool the pool that it counts for, or would; empty where no pool serves its partitions
 * @param tasks array tasks that wait, 1 for everything but unstarted arrays
 * @param counted how many of them are demand
 * @param nodesEach how many nodes each of them needs; 0 where that is of no interest
 * @param newNodes how many nodes beyond the busy ones they add to the demand; 0 where they share others' nodes
 * @param verdict why
 * @param cause what is impossible about it; empty where nothing is
 * @param eligibleAt since when it could start, seconds since the epoch; 0 where it is not eligible
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

    /** The one thing that decided. */
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

    /** The explanation as a sentence for people. */
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
