package dev.sluice.exporter.derive.controller;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Requests since we first looked.
 *
 * @param named by message type or user
 * @param other those of all that are not told apart
 * @param folded how many those are
 */
public record RpcTotals(SortedMap<String, Count> named, Count other, int folded) {

    private static final String OTHER = "other";

    /**
     * Requests.
     *
     * @param count how many
     * @param micros how long they took together, microseconds
     * @param dropped how many were dropped
     */
    public record Count(long count, long micros, long dropped) {

        static final Count NONE = new Count(0, 0, 0);

        Count plus(Count more) {
            return new Count(count + more.count, micros + more.micros, dropped + more.dropped);
        }
    }

    /** One for each name, and one for the rest where there is any. */
    public List<Map.Entry<String, Count>> shown() {
        List<Map.Entry<String, Count>> shown = new ArrayList<>(named.entrySet());
        if (folded > 0 && !named.containsKey(OTHER)) {
            shown.add(Map.entry(OTHER, other));
        }
        return shown;
    }
}
