package dev.sluice.exporter.derive.controller;

import dev.sluice.exporter.derive.SeriesBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Requests since the first poll.
 *
 * @param named requests by message type or user
 * @param other sum of the requests of all names without a separate counter
 * @param folded number of the names in {@code other}
 */
public record RpcTotals(SortedMap<String, Count> named, Count other, int folded) {

    /**
     * Counts of requests.
     *
     * @param micros total duration in microseconds
     */
    public record Count(long count, long micros, long dropped) {

        static final Count NONE = new Count(0, 0, 0);

        Count plus(Count more) {
            return new Count(count + more.count, micros + more.micros, dropped + more.dropped);
        }
    }

    /** Returns the counts of each name, and the sum of the other names, if there are any. */
    public List<Map.Entry<String, Count>> shown() {
        List<Map.Entry<String, Count>> shown = new ArrayList<>(named.entrySet());
        if (folded > 0 && !named.containsKey(SeriesBudget.OTHER)) {
            shown.add(Map.entry(SeriesBudget.OTHER, other));
        }
        return shown;
    }
}
