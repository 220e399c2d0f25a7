package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Recommends the scale-down window with the lowest cost for each pool. The choice between keeping an idle node and
 * starting the node again is a rent-or-buy problem. An idle gap is the time between a decrease of the desired size and
 * the next increase to the earlier size, regardless of the autoscaler's actions during the gap. A gap within the window
 * costs the length of the gap. A longer gap costs the length of the window plus twice the time that a node needs to
 * start. The node and the waiting job each cost this time once. Updates come from one thread.
 */
final class ScaleDownWindows {

    /** The minimum number of gaps for a recommendation. */
    static final int MIN_GAPS = 10;

    private static final int MAX_GAPS = 500;

    /** The maximum number of decreases without a later increase; the oldest decreases are dropped. */
    private static final int MAX_FALLS = 500;

    /**
     * The shortest recommendation. Kubernetes, the operator and the exporter see a job late. With a shorter window, jobs
     * often start on a node that the operator is about to drain.
     */
    private static final long MIN_SECONDS = 150;

    /** The longest scale-down window of an HPA. */
    private static final long MAX_SECONDS = 3_600;

    /** Two intervals of 15 s: the interval of the HPA and the interval of the exporter. */
    private static final long STEP = 30;

    private final Map<PoolName, Past> pasts = new HashMap<>();

    /** Nodes that were no longer needed from a time on. */
    private record Fall(long nodes, long at) {}

    /** Nodes that were needed again after a number of seconds. */
    private record Gap(long nodes, long seconds) {}

    private static final class Past {

        private final Deque<Fall> falls = new ArrayDeque<>();
        private final Deque<Gap> gaps = new ArrayDeque<>();
        private long desired;

        void observe(long now, long at) {
            if (now < desired) {
                falls.addLast(new Fall(desired - now, at));
                if (falls.size() > MAX_FALLS) {
                    falls.removeFirst();
                }
            }
            long back = now - desired;
            while (back > 0 && !falls.isEmpty()) {
                Fall last = falls.removeLast();
                long nodes = Math.min(back, last.nodes());
                if (nodes < last.nodes()) {
                    falls.addLast(new Fall(last.nodes() - nodes, last.at()));
                }
                gaps.addLast(new Gap(nodes, Math.max(0, at - last.at())));
                if (gaps.size() > MAX_GAPS) {
                    gaps.removeFirst();
                }
                back -= nodes;
            }
            desired = now;
        }
    }

    /** Records the current desired sizes. */
    void observe(ScalingDemand demand, Instant at) {
        for (PoolDemand pool : demand.pools()) {
            pasts.computeIfAbsent(pool.pool(), unused -> new Past()).observe(pool.desired(), at.getEpochSecond());
        }
        pasts.keySet().retainAll(demand.pools().stream().map(PoolDemand::pool).toList());
    }

    /**
     * Returns the recommended windows; pools with too short a history have no entry.
     *
     * @param startTimes mean time that a node needs to start, by pool
     */
    Map<PoolName, Duration> recommended(Map<PoolName, Duration> startTimes) {
        Map<PoolName, Duration> windows = new HashMap<>();
        pasts.forEach((pool, past) -> {
            Duration start = startTimes.getOrDefault(pool, Duration.ZERO);
            if (past.gaps.size() >= MIN_GAPS && !start.isZero()) {
                windows.put(pool, Duration.ofSeconds(cheapest(past.gaps, 2 * start.toSeconds())));
            }
        });
        return windows;
    }

    private static long cheapest(Collection<Gap> gaps, long restart) {
        List<Gap> sorted =
                gaps.stream().sorted(Comparator.comparingLong(Gap::seconds)).toList();
        long longer = sorted.stream().mapToLong(Gap::nodes).reduce(0, Amounts::sum);
        long within = 0;
        long best = 0;
        long least = longer * restart;
        for (Gap gap : sorted) {
            longer -= gap.nodes();
            within += gap.nodes() * gap.seconds();
            long cost = within + longer * (gap.seconds() + restart);
            if (cost < least) {
                least = cost;
                best = gap.seconds();
            }
        }
        // The exporter sees a gap one poll late. Only a window that is longer than the gap contains the end of the gap.
        return Math.max(MIN_SECONDS, Math.min(MAX_SECONDS, (best / STEP + 1) * STEP));
    }
}
