package dev.sluice.exporter.derive.controller;

import dev.sluice.exporter.derive.controller.RpcTotals.Count;
import dev.sluice.exporter.model.controller.RpcCount;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts requests by name on, over the resets of the daemon that counts them. Who has a name of its own keeps it, so
 * that no counter ever falls: while there is room, those with the most requests come first.
 */
public final class RpcHistory {

    /** Names that are remembered at most: those beyond are not counted. */
    private static final int MAX_NAMES = 50_000;

    private final int room;
    private final SortedMap<String, Count> named = new TreeMap<>();
    private final Set<String> folded = new HashSet<>();
    private Count other = Count.NONE;
    /** The largest count of each name since the daemon began to count; who is missing for a while is remembered. */
    private final Map<String, RpcCount> before = new HashMap<>();

    private OptionalLong since = OptionalLong.empty();
    private boolean begun;

    /** Begins at nothing, with room for that many names. */
    public RpcHistory(int room) {
        this.room = room;
    }

    /**
     * Takes in what a daemon says now whose counts begin anew whenever it says that they do.
     *
     * @param since when it began to count, seconds since the epoch
     */
    public RpcTotals observe(List<RpcCount> counts, long since) {
        boolean anew = this.since.isPresent() && this.since.getAsLong() != since;
        return observe(counts, OptionalLong.of(since), anew);
    }

    /**
     * Takes in what slurmctld says now. It notes a new beginning at midnight too, and goes on counting requests then: only
     * where most counts fell or are gone did these begin anew. One count that is lower is a mistake of that answer.
     *
     * @param since when it says that it began to count; empty where it does not say
     */
    public RpcTotals observe(List<RpcCount> counts, OptionalLong since) {
        boolean noted = this.since.isPresent() && !this.since.equals(since);
        return observe(counts, since, noted && mostFell(counts));
    }

    private RpcTotals observe(List<RpcCount> counts, OptionalLong since, boolean anew) {
        if (anew) {
            before.clear();
        }
        counts.stream()
                .sorted(Comparator.comparingLong(RpcCount::count).reversed().thenComparing(RpcCount::name))
                .forEach(this::add);
        this.since = since;
        begun = true;
        return new RpcTotals(Collections.unmodifiableSortedMap(new TreeMap<>(named)), other, folded.size());
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
        if (named.containsKey(count.name()) || named.size() < room) {
            named.merge(count.name(), more, Count::plus);
        } else {
            folded.add(count.name());
            other = other.plus(more);
        }
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
