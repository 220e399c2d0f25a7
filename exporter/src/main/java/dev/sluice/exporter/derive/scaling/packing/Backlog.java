package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.derive.life.RunTimes;
import dev.sluice.exporter.derive.scaling.need.Amounts;
import dev.sluice.exporter.derive.scaling.need.NodeNeed;
import dev.sluice.exporter.derive.scaling.packing.NodeIndex.PoolNodes;
import dev.sluice.exporter.derive.scaling.pool.FreeCapacity;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.job.Job;
import java.time.Duration;
import java.util.BitSet;
import java.util.Map;

/**
 * Computes how many of the nodes that the jobs of one pool need are requested. Within the drain target, a node runs as
 * many jobs one after another as fit into it, and a busy node contributes after its jobs have ended. A busy node whose
 * jobs end before a new node could start replaces that node.
 */
public final class Backlog {

    /** Tolerance for sums of fractions of nodes. */
    private static final double EPSILON = 1e-6;

    private final Terms terms;
    private final long startSeconds;
    /** Nodes that busy nodes replace within the target. */
    private final double freed;
    /** Expected number of busy nodes that become free before a new node could start. */
    private final double ending;

    /** Nodes of placed jobs: all, those used for the whole target, and those used in turns. */
    private double put;

    private double kept;
    private double inTurns;
    /** The same for jobs that do not fit below the maximum. */
    private double blockedKept;

    private double blockedInTurns;
    /** Nodes of jobs that have waited for at least the start time of a node. */
    private long overdue;

    private long widest;
    private long fixed;

    /**
     * The settings for all pools.
     *
     * @param target drain target in seconds; 0 is off
     * @param times learned run times of jobs
     * @param ends expected ends of running jobs
     * @param startTimes mean start time of a node, by pool; empty if jobs do not wait for running jobs
     */
    public record Terms(long target, RunTimes times, ExpectedEnds ends, Map<PoolName, Duration> startTimes) {

        private double partOfTargetAfter(long seconds) {
            return seconds < target ? (target - seconds) / (double) target : 0;
        }

        /** Returns the start time of a node in seconds; 0 if jobs do not wait for running jobs. */
        public long startSeconds(PoolName pool) {
            return startTimes.getOrDefault(pool, Duration.ZERO).toSeconds();
        }
    }

    /**
     * Starts without jobs.
     *
     * @param empty free capacity of an empty node
     * @param startSeconds start time of a node in seconds; 0 if jobs do not wait for running jobs
     */
    public Backlog(PoolNodes nodes, BitSet busy, FreeCapacity empty, long startSeconds, Terms terms) {
        this.terms = terms;
        this.startSeconds = startSeconds;
        double inTarget = 0;
        double beforeStart = 0;
        boolean used = terms.target > 0 || startSeconds > 0;
        for (int i = busy.nextSetBit(0); i >= 0 && used; i = busy.nextSetBit(i + 1)) {
            Member member = nodes.members().get(i);
            if (!member.draining()) {
                int node = nodes.firstWord() * NodeIndex.WORD + i;
                double part = 1 - share(member.free().cpus(), empty.cpus());
                inTarget += part * terms.partOfTargetAfter(terms.ends.secondsLeft(node));
                beforeStart += part * terms.ends.chanceOfEnd(node, startSeconds);
            }
        }
        this.freed = inTarget;
        this.ending = beforeStart;
    }

    private static double share(long part, long whole) {
        return whole <= 0 ? 0 : Math.min(1, Math.max(0, part / (double) whole));
    }

    /**
     * Adds placed jobs.
     *
     * @param empty free capacity of an empty node
     */
    public void put(Job job, NodeNeed need, FreeCapacity empty, Packing.Placed placed) {
        if (terms.ends.waited(job) >= startSeconds) {
            overdue = Amounts.sum(overdue, placed.newNodes());
        }
        if (terms.target <= 0 || placed.tasks() <= 0) {
            return;
        }
        double nodes = placed.tasks() * nodes(need, empty);
        long turns = turns(job);
        put += nodes;
        kept += turns == 1 ? nodes : 0;
        inTurns += turns == 1 ? 0 : nodes / turns;
        long each = Amounts.ceilingOf(placed.newNodes(), placed.tasks());
        widest = Math.max(widest, Math.max(need.nodes(), each));
    }

    /** Adds jobs that do not fit below the maximum: they wait for placed jobs to end. */
    public void block(Job job, NodeNeed need, FreeCapacity empty, long tasks) {
        if (terms.target <= 0 || tasks <= 0) {
            return;
        }
        double nodes = tasks * nodes(need, empty);
        long turns = turns(job);
        blockedKept += turns == 1 ? nodes : 0;
        blockedInTurns += turns == 1 ? 0 : nodes / turns;
    }

    /** Adds nodes that no other nodes can replace. */
    public void fix(long nodes) {
        fixed = Amounts.sum(fixed, nodes);
    }

    /** Returns how many such jobs a node runs within the target; 1 if the job does not fit twice. */
    private long turns(Job job) {
        return Math.max(1, terms.target / terms.times.expectedSeconds(job));
    }

    /** Returns the number of nodes for one task, as a fraction if tasks share a node. */
    private static double nodes(NodeNeed need, FreeCapacity empty) {
        if (need.whole()) {
            return need.nodes();
        }
        FreeCapacity piece = need.piece();
        double part = Math.max(
                share(piece.cpus(), empty.cpus()),
                Math.max(
                        share(piece.memoryBytes(), empty.memoryBytes()),
                        share(piece.gpus().total(), empty.gpus().total())));
        return part == 0 ? need.nodes() : need.pieces() / Math.floor(1 / part + EPSILON);
    }

    /**
     * Returns how many nodes are enough to finish the jobs within the target.
     *
     * @param pending number of nodes that the jobs need in addition to the busy nodes
     * @param present number of idle and starting nodes
     * @return at most {@code pending}
     */
    public long enough(long pending, long present) {
        if (terms.target <= 0 || put == 0) {
            return pending;
        }
        double each = Math.max(0, pending - fixed) / put;
        double turns = Math.max(0, each * inTurns + blockedInTurns - freed);
        double nodes = Math.ceil(each * kept + blockedKept + turns - EPSILON);
        long enough = Amounts.sum(fixed, Math.max(widest, (long) nodes));
        return Math.min(pending, Math.max(present, enough));
    }

    /**
     * Returns how many of these nodes are still needed if busy nodes become free as expected. A job that has waited for
     * the start time of a node gets its nodes, so that no job is delayed repeatedly if running jobs exceed their
     * expected time.
     *
     * @param enough number of nodes that is enough to finish the jobs
     */
    public long lacking(long pending, long present, long enough) {
        long others = Math.max(overdue, pending - fixed - (long) Math.floor(ending + EPSILON));
        return Math.min(enough, Math.max(Math.min(present, pending), Amounts.sum(fixed, others)));
    }
}
