package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.derive.life.RunTimes;
import dev.sluice.exporter.derive.scaling.need.NodeNeed;
import dev.sluice.exporter.derive.scaling.packing.NodeIndex.PoolNodes;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.BitSet;

/**
 * Computes how many nodes to request for the jobs of one pool. Within the drain target, a node runs as many jobs one
 * after another as fit into the target. A busy node runs further jobs after its current jobs have ended.
 */
public final class Backlog {

    /** Tolerance for sums of fractions of nodes. */
    private static final double EPSILON = 1e-6;

    private final Terms terms;
    /** Number of nodes that busy nodes replace within the drain target. */
    private final double freed;

    /**
     * Number of nodes of placed jobs: all nodes, nodes in use for the complete drain target, and nodes that several
     * jobs use in turn.
     */
    private double put;

    private double kept;
    private double inTurns;
    /** Number of nodes of jobs that do not fit below the maximum, split like the nodes of placed jobs. */
    private double blockedKept;

    private double blockedInTurns;
    private long widest;
    private long fixed;

    /**
     * The settings for all pools.
     *
     * @param target drain target in seconds; 0 disables the target
     * @param times learned run times of jobs
     * @param ends expected ends of running jobs
     */
    public record Terms(long target, RunTimes times, ExpectedEnds ends) {

        private double partOfTargetAfter(long seconds) {
            return seconds < target ? (target - seconds) / (double) target : 0;
        }
    }

    /**
     * Creates a backlog without jobs.
     *
     * @param empty free capacity of an empty node
     */
    public Backlog(PoolNodes nodes, BitSet busy, NodeResources empty, Terms terms) {
        this.terms = terms;
        double inTarget = 0;
        for (int i = busy.nextSetBit(0); i >= 0 && terms.target > 0; i = busy.nextSetBit(i + 1)) {
            Member member = nodes.members().get(i);
            if (!member.draining()) {
                int node = nodes.first() + i;
                double part = 1 - share(member.free().cpus(), empty.cpus());
                inTarget += part * terms.partOfTargetAfter(terms.ends.secondsLeft(node));
            }
        }
        this.freed = inTarget;
    }

    private static double share(long part, long whole) {
        return whole <= 0 ? 0 : Math.min(1, Math.max(0, part / (double) whole));
    }

    /**
     * Adds placed jobs.
     *
     * @param empty free capacity of an empty node
     */
    public void put(Job job, NodeNeed need, NodeResources empty, Packing.Placed placed) {
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

    /** Adds jobs that do not fit below the maximum. These jobs wait for placed jobs to end. */
    public void block(Job job, NodeNeed need, NodeResources empty, long tasks) {
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

    /** Returns how many jobs like this job a node runs within the target; 1 if the target has no time for two. */
    private long turns(Job job) {
        return Math.max(1, terms.target / terms.times.expectedSeconds(job));
    }

    /** Returns the number of nodes for one task, as a fraction if tasks share a node. */
    private static double nodes(NodeNeed need, NodeResources empty) {
        if (need.whole()) {
            return need.nodes();
        }
        NodeResources piece = need.piece();
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
}
