package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.pool.Packing;
import dev.sluice.exporter.model.Amounts;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongPredicate;

/**
 * Places a job that is too large for each pool of its partition on several of these pools: first on idle and starting
 * nodes, where slurmctld starts the job first, then on new nodes, cheapest pool first.
 */
final class SplitJob {

    /** Tolerance for sums of fractions of a job. */
    static final double EPSILON = 1e-9;

    private final long held;
    private final List<Options.Candidate> pools;
    /** Number of nodes of the job on each pool. */
    private final long[] nodes;
    /** Part of the job that still needs nodes. The number of nodes for the complete job can differ between pools. */
    private double rest;

    private Options.Candidate home;

    /** @param held number of nodes that the job still holds */
    SplitJob(long held, List<Options.Candidate> pools) {
        this.held = held;
        this.pools = pools.stream()
                .sorted(Comparator.comparingLong(part -> part.pool().pool().cost()))
                .toList();
        this.nodes = new long[pools.size()];
        this.home = this.pools.get(0);
    }

    /** Places one task. Returns the number of its nodes in addition to the busy nodes; empty if the pools lack room. */
    OptionalLong place() {
        Arrays.fill(nodes, 0);
        rest = 1 - held / (double) pools.get(0).nodes();
        for (boolean present : List.of(true, false)) {
            for (int i = 0; i < nodes.length; i++) {
                take(i, present);
            }
        }
        if (rest > EPSILON) {
            return OptionalLong.empty();
        }
        long newNodes = 0;
        home = most();
        for (int i = 0; i < nodes.length; i++) {
            Options.Candidate part = pools.get(i);
            Ask ask = part.ask().ofNodes(nodes[i]);
            Packing.Placed placed = part.pool().put(ask, 1);
            part.pool().headOfLine().skip();
            newNodes = Amounts.sum(newNodes, placed.newNodes());
        }
        return OptionalLong.of(newNodes);
    }

    private void take(int index, boolean present) {
        Options.Candidate part = pools.get(index);
        long wanted = nodes[index] + (long) Math.ceil(rest * part.nodes() - EPSILON);
        long found = largest(wanted, number -> fits(part, number, present));
        if (found > nodes[index]) {
            rest -= (found - nodes[index]) / (double) part.nodes();
            nodes[index] = found;
        }
    }

    private boolean fits(Options.Candidate part, long number, boolean present) {
        PoolState pool = part.pool();
        PoolState.Tried tried = pool.tryOut(part.ask().ofNodes(number), 1);
        return tried.tasks() == 1
                && (!present
                        || tried.pending()
                                <= pool.counts().idle() + pool.counts().starting());
    }

    /** Returns the largest number up to a limit that passes a test; every smaller number passes, too. */
    private static long largest(long limit, LongPredicate test) {
        long low = 0;
        long high = limit;
        while (low < high) {
            long middle = low + (high - low + 1) / 2;
            if (test.test(middle)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Returns the pool with most nodes of the last placed task; the cheapest pool if no task is placed. */
    Options.Candidate home() {
        return home;
    }

    private Options.Candidate most() {
        int most = 0;
        for (int i = 1; i < nodes.length; i++) {
            most = nodes[i] > nodes[most] ? i : most;
        }
        return pools.get(most);
    }
}
