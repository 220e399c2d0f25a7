package dev.sluice.exporter.derive.controller;

import java.util.SortedMap;

/**
 * Requests since we first looked.
 *
 * @param named by message type or user
 * @param other those of all that are not told apart
 * @param folded how many those are
 */
public record RpcTotals(SortedMap<String, Count> named, Count other, int folded) {

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
}
