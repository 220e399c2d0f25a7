package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import java.util.Optional;

/**
 * The outcome for one record of a pending job.
 *
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
 * @param machines number of nodes of a pool whose size others decide, if the job needs more nodes; number of nodes that
 *     were added for a job that idle nodes do not help; otherwise 0
 * @param grouping condition on blocks and switches, as the end of "it needs 4 nodes"; empty without a condition
 * @param limit name of the limit that prevents tasks from starting; empty without a limit and for an array limit
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
        long eligibleAt,
        long machines,
        String grouping,
        String limit) {

    /** The check that decided the outcome. */
    public enum Verdict {
        COUNTED,
        REQUEUED,
        BLOCKED,
        RESERVED,
        RESERVATION_FULL,
        LIMIT,
        HELD,
        TOO_NEW,
        BEGINS_LATER,
        ALL_RESERVED,
        WAITS,
        INCOMPLETE,
        UNKNOWN_NODES,
        TOO_FEW_MACHINES,
        NO_POOL,
        ELSEWHERE,
        IMPOSSIBLE,
        NOT_HELPED,
        UNCLASSIFIED
    }

    private String onlyOn() {
        return grouping.isEmpty() ? "" : "; slurmctld starts the job only on nodes" + grouping;
    }

    /** Returns the explanation as a sentence for people. */
    public String why() {
        return switch (verdict) {
            case COUNTED ->
                (counted < tasks ? counted + " of " + tasks + " tasks are counted" : "the job is counted") + onlyOn();
            case REQUEUED -> "the job is requeued, its nodes are completing";
            case BLOCKED ->
                (counted == 0
                                ? "the job does not fit below the maximum while other jobs run"
                                : "only " + counted + " of " + tasks + " tasks fit below the maximum")
                        + onlyOn();
            case RESERVED ->
                "nodes are reserved for the job: it was pending for longer than the aging time while later jobs started";
            case RESERVATION_FULL -> "the job's reservation has too few free nodes";
            case LIMIT ->
                (limit.isEmpty() ? "the array's task limit" : "the limit " + limit)
                        + (tasks == 1 ? " is reached" : " lets " + counted + " of " + tasks + " tasks start now");
            case HELD -> "the job is held";
            case TOO_NEW -> "the job has not been pending for long enough";
            case BEGINS_LATER -> "the job has a later begin time";
            case ALL_RESERVED -> "a reservation of all nodes begins before the end of the job's time limit";
            case WAITS -> "more nodes do not help: " + reason;
            case INCOMPLETE -> "another component of the heterogeneous job cannot start";
            case UNKNOWN_NODES -> "the job requests named nodes that its NodeSets do not have";
            case TOO_FEW_MACHINES ->
                "needs " + nodesEach + " nodes, the NodeSet has " + machines
                        + (machines == 1 ? " machine" : " machines") + " now";
            case NO_POOL -> "no NodeSet has the job's partitions";
            case ELSEWHERE -> "only nodes outside all NodeSets match the job";
            case IMPOSSIBLE ->
                cause.map(UnsatisfiableCause::sentence).orElse("the job cannot run")
                        + (limit.isEmpty() ? "" : ": " + limit);
            case NOT_HELPED ->
                machines == 0
                        ? "idle nodes did not help"
                        : machines + " more " + (machines == 1 ? "node" : "nodes") + " did not help";
            case UNCLASSIFIED -> "the reason " + reason + " is unknown";
        };
    }
}
