package dev.sluice.lab.chaos;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;

/** The observations during one attack. Thread-safe. */
final class Findings {

    /** Two examples explain a defect, which often appears in thousands of series. */
    private static final int MAX_OF_A_KIND = 2;

    private static final int KIND = 12;
    private static final int MAX_LENGTH = 300;

    private final Set<String> defects = new ConcurrentSkipListSet<>();
    private final Map<String, Integer> misses = new ConcurrentHashMap<>();
    private final AtomicLong slowestLivezMillis = new AtomicLong();
    private final AtomicLong oldestNeighborMillis = new AtomicLong();
    private final AtomicLong exporterMegabytes = new AtomicLong();
    private final AtomicLong adapterMegabytes = new AtomicLong();

    void defect(String what) {
        String kind = what.substring(0, Math.min(KIND, what.length()));
        if (defects.stream().filter(defect -> defect.startsWith(kind)).count() < MAX_OF_A_KIND) {
            defects.add(what.substring(0, Math.min(MAX_LENGTH, what.length())).replaceAll("[^\\x20-\\x7e]", "?"));
        }
    }

    /** Counts a probe without a response in time and returns the number of such probes. */
    int missed(String program) {
        return misses.merge(program, 1, Integer::sum);
    }

    void livez(long millis) {
        slowestLivezMillis.accumulateAndGet(millis, Math::max);
    }

    void neighborAge(double seconds) {
        oldestNeighborMillis.accumulateAndGet(Math.round(seconds * 1000), Math::max);
    }

    void holds(long exporter, long adapter) {
        exporterMegabytes.accumulateAndGet(exporter, Math::max);
        adapterMegabytes.accumulateAndGet(adapter, Math::max);
    }

    Set<String> defects() {
        return Set.copyOf(defects);
    }

    /** Returns two table cells: the slowest /livez response, and the oldest data of the neighbour, in seconds. */
    String times() {
        return String.format(
                Locale.ROOT, "%.1f | %.1f", slowestLivezMillis.get() / 1000.0, oldestNeighborMillis.get() / 1000.0);
    }

    long exporterMegabytes() {
        return exporterMegabytes.get();
    }

    long adapterMegabytes() {
        return adapterMegabytes.get();
    }
}
