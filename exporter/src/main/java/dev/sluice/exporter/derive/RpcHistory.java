package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.cluster.Diag.RpcCount;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts requests by name, across counter resets of the daemon. A name keeps its separate counter, so that no counter
 * decreases. Free counters go to the names with the most requests.
 */
public final class RpcHistory {

    /** Maximum number of names to remember; further names are not counted. */
    private static final int MAX_NAMES = 50_000;

    private final FirstComers<String> names;
    private final SortedMap<String, Count> totals = new TreeMap<>();
    /** The largest count of each name since the daemon's last reset; kept while a name is missing. */
    private final Map<String, RpcCount> before = new HashMap<>();

    private OptionalLong since = OptionalLong.empty();
    private boolean begun;

    /**
     * The counts of requests since the first poll.
     *
     * @param micros total duration in microseconds
     */
    public record Count(long count, long micros, long dropped) {

        static final Count NONE = new Count(0, 0, 0);

        Count plus(Count more) {
            return new Count(count + more.count, micros + more.micros, dropped + more.dropped);
        }
    }

    /**
     * @param max maximum number of names to count separately; the others are counted under {@code other}
     */
    public RpcHistory(int max) {
        this.names = new FirstComers<>(max, Set.of());
    }

    /**
     * Adds new counts of a daemon that resets its counts whenever {@code since} changes.
     *
     * @param since start of the daemon's counts, seconds since the epoch
     */
    public SortedMap<String, Count> observe(List<RpcCount> counts, long since) {
        boolean anew = this.since.isPresent() && this.since.getAsLong() != since;
        return observe(counts, OptionalLong.of(since), anew);
    }

    /**
     * Adds slurmctld's new counts. At midnight, slurmctld changes {@code since} without a reset of the request counts.
     * A reset is assumed only if most counts decreased or are missing. A single lower count is an error of that
     * response.
     *
     * @param since start of slurmctld's counts, seconds since the epoch; empty if not reported
     */
    public SortedMap<String, Count> observe(List<RpcCount> counts, OptionalLong since) {
        boolean noted = this.since.isPresent() && since.isPresent() && !this.since.equals(since);
        return observe(counts, since, noted && mostFell(counts));
    }

    private SortedMap<String, Count> observe(List<RpcCount> counts, OptionalLong since, boolean anew) {
        if (anew) {
            before.clear();
        }
        counts.stream()
                .sorted(Comparator.comparingLong(RpcCount::count).reversed().thenComparing(RpcCount::name))
                .forEach(this::add);
        this.since = since.isPresent() ? since : this.since;
        begun = true;
        return Collections.unmodifiableSortedMap(new TreeMap<>(totals));
    }

    private boolean mostFell(List<RpcCount> counts) {
        Map<String, RpcCount> now = new HashMap<>();
        counts.forEach(count -> now.put(count.name(), count));
        long fell = before.values().stream()
                .filter(last -> {
                    RpcCount count = now.get(last.name());
                    return count == null || count.count() < last.count();
                })
                .count();
        return 2 * fell > before.size();
    }

    private void add(RpcCount count) {
        if (before.size() >= MAX_NAMES && !before.containsKey(count.name())) {
            return;
        }
        Count more = Count.NONE;
        RpcCount last = before.getOrDefault(count.name(), new RpcCount(count.name(), 0, 0, 0, 0));
        if (begun) {
            more = new Count(
                    Math.max(0, count.count() - last.count()),
                    Math.max(0, count.micros() - last.micros()),
                    Math.max(0, count.dropped() - last.dropped()));
        }
        before.put(count.name(), largest(count, last));
        totals.merge(names.named(count.name(), SeriesBudget.OTHER), more, Count::plus);
    }

    private static RpcCount largest(RpcCount one, RpcCount other) {
        return new RpcCount(
                one.name(),
                Math.max(one.count(), other.count()),
                Math.max(one.micros(), other.micros()),
                one.queued(),
                Math.max(one.dropped(), other.dropped()));
    }
}
