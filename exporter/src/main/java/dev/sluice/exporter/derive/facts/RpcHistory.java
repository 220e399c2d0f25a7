package dev.sluice.exporter.derive.facts;

import dev.sluice.exporter.derive.facts.RpcTotals.Count;
import dev.sluice.exporter.model.facts.RpcCount;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts requests by name on, over the resets of the daemon that counts them. Who has a name of its own keeps it, so
 * that no counter ever falls: while there is room, those with the most requests come first.
 */
public final class RpcHistory {

    private final int room;
    private final SortedMap<String, Count> named = new TreeMap<>();
    private final Set<String> folded = new HashSet<>();
    private Count other = Count.NONE;
    private Map<String, RpcCount> before = Map.of();
    private boolean begun;

    /** Begins at nothing, with room for that many names. */
    public RpcHistory(int room) {
        this.room = room;
    }

    /** Takes in what the daemon says now. Where any count fell or is gone, all of them began anew. */
    public RpcTotals observe(List<RpcCount> counts) {
        Map<String, RpcCount> now = new HashMap<>();
        counts.forEach(count -> now.put(count.name(), count));
        boolean anew = before.values().stream().anyMatch(last -> isLess(now.get(last.name()), last));
        counts.stream()
                .sorted(Comparator.comparingLong(RpcCount::count).reversed().thenComparing(RpcCount::name))
                .forEach(count -> add(count, anew));
        before = now;
        begun = true;
        return new RpcTotals(Collections.unmodifiableSortedMap(new TreeMap<>(named)), other, folded.size());
    }

    private static boolean isLess(@Nullable RpcCount now, RpcCount last) {
        return now == null || now.count() < last.count() || now.micros() < last.micros();
    }

    private void add(RpcCount count, boolean anew) {
        Count more = Count.NONE;
        if (begun) {
            RpcCount last = anew ? null : before.get(count.name());
            more = last == null
                    ? new Count(count.count(), count.micros(), count.dropped())
                    : new Count(
                            count.count() - last.count(),
                            count.micros() - last.micros(),
                            Math.max(0, count.dropped() - last.dropped()));
        }
        if (named.containsKey(count.name()) || named.size() < room) {
            named.merge(count.name(), more, Count::plus);
        } else {
            folded.add(count.name());
            other = other.plus(more);
        }
    }
}
