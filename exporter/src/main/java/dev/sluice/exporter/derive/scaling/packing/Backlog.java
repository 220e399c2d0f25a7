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
 * How many of the nodes that the jobs of one pool need are to be there. Within the drain target a node runs as many jobs one
 * after another as fit into it, and a busy node takes its part once its jobs have ended. A busy node whose jobs end before
 * another could start stands for that one.
 */
public final class Backlog {

    /** Sums of fractions of nodes are exact to this. */
    private static final double EPSILON = 1e-6;

    private final Terms terms;
    private final long startSeconds;
    /** Nodes that busy ones stand for within the target. */
    private final double freed;
    /** How many nodes are expected to be free before another could start. */
    private final double ending;

    /** Nodes of jobs that are put: all, those that jobs keep for the whole target, and those that take turns. */
    private double put;

    private double kept;
    private double inTurns;
    /** The same of jobs for which there is no room below the maximum. */
    private double blockedKept;

    private double blockedInTurns;
    /** Nodes of jobs that have waited for as long as a node takes to start. */
    private long overdue;

    private long widest;
    private long fixed;

    /**
     * What holds for all pools.
     *
     * @param target seconds within which the jobs are to be worked off; 0 is off
     * @param times for how long jobs run
     * @param ends when running jobs end
     * @param startTimes how long a node takes to start, by pool; empty where jobs do not wait for running ones
     */
    public record Terms(long target, RunTimes times, ExpectedEnds ends, Map<PoolName, Duration> startTimes) {

        private double partOfTargetAfter(long seconds) {
            return seconds < target ? (target - seconds) / (double) target : 0;
        }

        /** How long a node takes to start; 0 where jobs do not wait for running ones. */
        public long startSeconds(PoolName pool) {
            return startTimes.getOrDefault(pool, Duration.ZERO).toSeconds();
        }
    }

    /**
     * Starts without a job.
     *
     * @param empty what an empty node has
     * @param startSeconds how long a node takes to start; 0 where jobs do not wait for others to end
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
     * Adds jobs that have their nodes.
     *
     * @param empty what an empty node has
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
     * How many nodes are enough to work the jobs off.
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

    /**
     * How many of them are not left to busy nodes whose jobs end. A job that has waited for as long as a node takes to start
     * gets its nodes, so that none is put off again and again where running jobs exceed their expected time.
     *
     * @param enough how many are enough to work the jobs off
     */
    public long lacking(long pending, long present, long enough) {
        long others = Math.max(overdue, pending - fixed - (long) Math.floor(ending + EPSILON));
        return Math.min(enough, Math.max(Math.min(present, pending), Amounts.sum(fixed, others)));
    }
}
