package dev.sluice.exporter.simulate;

import dev.sluice.exporter.simulate.slurm.Execution;
import dev.sluice.exporter.simulate.slurm.JobSpec;
import dev.sluice.exporter.simulate.slurm.NodeSetSpec;
import java.util.List;

/**
 * The fewest node-hours for which every job can start when it started, for somebody who knows the future.
 *
 * <p>A node that is added is paid for from {@code startDelay} before its first job. A node that is given up is paid for
 * until the scale-down window after its last job has passed. Nodes are alike, so only their number counts: it may never
 * be below the number in use. The hours of a number of nodes over time, and the price of each time that it rises, are
 * sums over levels (is there a first node, a second, and so on), and so is the condition. So the cheapest number is found
 * level by level, and for one level it is plain: keep the node where a pause is no longer than a start and a window,
 * give it up and start it again where it is longer.
 *
 * <p>Jobs that share nodes are counted by what they use in all, as if they could be cut to fit. That makes the bound
 * lower, never higher. Nodes that fail or that are kept off by maintenance are not counted at all.
 */
final class Oracle {

    /** Between the end of a job and the removal of its node: the window, counted from the last poll that saw it. */
    private static final long WINDOW = 300 - Simulation.STEP;

    private static final double STEPS_PER_HOUR = 3600.0 / Simulation.STEP;

    private final NodeSetSpec set;
    private final int[] used;
    private final int[] bought;

    private Oracle(NodeSetSpec set, int[] used) {
        this.set = set;
        this.used = used;
        this.bought = new int[used.length];
    }

    /**
     * The reference for a run.
     *
     * @param run whose starts are kept
     */
    static Outcome of(Scenario scenario, Simulation.Run run) {
        int steps = stepOf(scenario.horizon());
        int[] nodes = new int[steps];
        long useful = 0;
        for (NodeSetSpec set : scenario.sets()) {
            Oracle oracle = new Oracle(set, used(set, run.executions(), steps));
            oracle.buy();
            for (int i = 0; i < steps; i++) {
                nodes[i] += oracle.bought[i];
                useful += oracle.used[i];
            }
        }
        long hours = 0;
        int peak = 0;
        for (int number : nodes) {
            hours += number;
            peak = Math.max(peak, number);
        }
        Outcome kept = run.outcome();
        return new Outcome(
                "oracle",
                peak,
                hours / STEPS_PER_HOUR,
                useful / STEPS_PER_HOUR,
                kept.waits(),
                0,
                0,
                kept.neverStarted(),
                kept.starved());
    }

    private static int stepOf(long time) {
        return (int) ((time + Simulation.STEP - 1) / Simulation.STEP);
    }

    /** The fewest nodes of the NodeSet that hold what runs, step by step. */
    private static int[] used(NodeSetSpec set, List<Execution> executions, int steps) {
        long[] whole = new long[steps + 1];
        long[] cpus = new long[steps + 1];
        long[] gpus = new long[steps + 1];
        for (Execution execution : executions) {
            if (execution.nodeSet().equals(set.type().nodeSet())) {
                JobSpec.Request request = execution.job().request();
                int from = stepOf(execution.from());
                int to = stepOf(execution.to());
                if (request.whole()) {
                    add(whole, from, to, execution.nodes());
                } else {
                    add(cpus, from, to, request.cpus() * execution.nodes());
                    add(gpus, from, to, request.gpus().total() * execution.nodes());
                }
            }
        }
        int[] used = new int[steps];
        long[] now = new long[3];
        for (int i = 0; i < steps; i++) {
            now[0] += whole[i];
            now[1] += cpus[i];
            now[2] += gpus[i];
            long shared = Math.max(
                    ceiling(now[1], set.type().cpus()),
                    ceiling(now[2], Math.max(1, set.type().gpus().total())));
            used[i] = (int) (now[0] + shared);
        }
        return used;
    }

    private static void add(long[] changes, int from, int to, long amount) {
        changes[from] += amount;
        changes[to] -= amount;
    }

    private static long ceiling(long amount, long size) {
        return (amount + size - 1) / size;
    }

    private void buy() {
        int peak = Math.max(set.min(), set.initial());
        for (int number : used) {
            peak = Math.max(peak, number);
        }
        for (int level = 1; level <= peak; level++) {
            buy(level);
        }
    }

    /** When the node of one level is there: around its uses, and through pauses that are too short to give it up. */
    private void buy(int level) {
        int start = stepOf(set.startDelay());
        int window = stepOf(WINDOW);
        if (level <= set.min()) {
            hold(0, used.length);
            return;
        }
        // A node that is there at the start has just been used, as far as the window is concerned.
        int paid = level <= set.initial() ? window : 0;
        hold(0, Math.min(paid, used.length));
        for (int i = 0; i < used.length; i++) {
            if (used[i] < level) {
                continue;
            }
            int end = i;
            while (end < used.length && used[end] >= level) {
                end++;
            }
            boolean kept = paid > 0 && i - paid <= start;
            int from = kept ? paid : Math.max(0, i - start);
            paid = Math.min(used.length, end + window);
            hold(from, paid);
            i = end;
        }
    }

    private void hold(int from, int to) {
        for (int i = from; i < to; i++) {
            bought[i]++;
        }
    }
}
