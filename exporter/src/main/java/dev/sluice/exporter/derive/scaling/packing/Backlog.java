package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.derive.life.RunTimes;
import dev.sluice.exporter.derive.scaling.need.Amounts;
import dev.sluice.exporter.derive.scaling.need.NodeNeed;
import dev.sluice.exporter.derive.scaling.packing.NodeIndex.PoolNodes;
import dev.sluice.exporter.derive.scaling.pool.FreeCapacity;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.model.job.Job;
import java.util.BitSet;

/**
 * How many of the nodes that the jobs of one pool need work these jobs off within the drain target: a node runs as many
 * jobs one after another as fit into the target, and a busy node takes its part once its jobs have ended.
 */
public final class Backlog {

    /** Sums of fractions of nodes are exact to this. */
    private static final double EPSILON = 1e-6;

    private final Terms terms;
    /** Nodes that busy ones stand for within the target. */
    private final double freed;

    /** Nodes of jobs that are put: all, those that jobs keep for the whole target, and those that take turns. */
    private double put;

    private double kept;
    private double inTurns;
    /** The same of jobs for which there is no room below the maximum. */
    private double blockedKept;

    private double blockedInTurns;
    private long widest;
    private long fixed;

    /**
     * What holds for all pools.
     *
     * @param target seconds within which the jobs are to be worked off; 0 is off
     * @param times for how long jobs run
     * @param ends when running jobs end
     */
    public record Terms(long target, RunTimes times, ExpectedEnds ends) {}

    /**
     * Starts without a job.
     *
     * @param empty what an empty node has
     */
    public Backlog(PoolNodes nodes, BitSet busy, FreeCapacity empty, Terms terms) {
        this.terms = terms;
        double sum = 0;
        for (int i = busy.nextSetBit(0); i >= 0 && terms.target > 0; i = busy.nextSetBit(i + 1)) {
            Member member = nodes.members().get(i);
            long left = terms.ends.secondsLeft(nodes.firstWord() * NodeIndex.WORD + i);
            if (!member.draining() && left < terms.target) {
                double used = 1 - share(member.free().cpus(), empty.cpus());
                sum += used * (terms.target - left) / terms.target;
            }
        }
        this.freed = sum;
    }

    private static double share(long part, long whole) {
        return whole <= 0 ? 0 : Math.min(1, Math.max(0, part / (double) whole));
    }

    /**
     * Adds jobs that have their nodes.
     *
     * @param empty what an empty node has
     */
    public void put(Job job, NodeNeed need, FreeCapacity empty, Packing.Placed placed) {
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

    /** Adds jobs for which there is no room below the maximum: they wait for those that have. */
    public void block(Job job, NodeNeed need, FreeCapacity empty, long tasks) {
        if (terms.target <= 0 || tasks <= 0) {
            return;
        }
        double nodes = tasks * nodes(need, empty);
        long turns = turns(job);
        blockedKept += turns == 1 ? nodes : 0;
        blockedInTurns += turns == 1 ? 0 : nodes / turns;
    }

    /** Adds nodes for which no others do. */
    public void fix(long nodes) {
        fixed = Amounts.sum(fixed, nodes);
    }

    /** How many such jobs a node runs within the target; a job that does not fit twice has its nodes to itself. */
    private long turns(Job job) {
        return Math.max(1, terms.target / terms.times.expectedSeconds(job));
    }

    /** Nodes that one task takes, in parts where it shares them. */
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
     * How many nodes are enough.
     *
     * @param pending nodes beyond the busy ones that the jobs need
     * @param present how many of them are there, or start
     * @return {@code pending} at most
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
