package dev.sluice.simulator;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts requests by path, and how many were under way at a time. */
final class RequestLog {
    private final Map<String, Integer> byPath = new ConcurrentHashMap<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();

    void begin(String path) {
        byPath.merge(path, 1, Integer::sum);
        mostAtOnce.accumulateAndGet(underWay.incrementAndGet(), Math::max);
    }

    void end() {
        underWay.decrementAndGet();
    }

    int count(String path) {
        return byPath.getOrDefault(path, 0);
    }

    int mostAtOnce() {
        return mostAtOnce.get();
    }
}
