package dev.sluice.simulator.rest;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts requests by path, and records the maximum number of simultaneous requests. */
public final class RequestLog {
    private final Map<String, Integer> byPath = new ConcurrentHashMap<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();

    public void begin(String path) {
        byPath.merge(path, 1, Integer::sum);
        mostAtOnce.accumulateAndGet(underWay.incrementAndGet(), Math::max);
    }

    public void end() {
        underWay.decrementAndGet();
    }

    public int count(String path) {
        return byPath.getOrDefault(path, 0);
    }

    public int mostAtOnce() {
        return mostAtOnce.get();
    }
}
