package dev.sluice.chaos.stage;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;

/** The observations during the attack of one class. Thread-safe. */
public final class Findings {

    /**
     * Maximum number of examples of a defect. Two examples explain a defect; a defect often appears in thousands of
     * series.
     */
    private static final int MAX_OF_A_KIND = 2;

    private static final int KIND = 12;
    private static final int MAX_LENGTH = 300;

    private final Set<String> defects = new ConcurrentSkipListSet<>();
    private final Map<String, Integer> misses = new ConcurrentHashMap<>();
    private final AtomicLong slowestLivezMillis = new AtomicLong();
    private final AtomicLong oldestNeighbourMillis = new AtomicLong();
    private final AtomicLong exporterMegabytes = new AtomicLong();
    private final AtomicLong adapterMegabytes = new AtomicLong();

    public void defect(String what) {
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

    void neighbourAge(double seconds) {
        oldestNeighbourMillis.accumulateAndGet(Math.round(seconds * 1000), Math::max);
    }

    void holds(Program.Holdings exporter, Program.Holdings adapter) {
        exporterMegabytes.accumulateAndGet(exporter.megabytes(), Math::max);
        adapterMegabytes.accumulateAndGet(adapter.megabytes(), Math::max);
    }

    public Set<String> defects() {
        return Set.copyOf(defects);
    }

    public boolean good() {
        return defects.isEmpty();
    }

    /**
     * Returns two table cells: the time of the slowest /livez response, and the age of the oldest data of the neighbour
     * cluster.
     */
    public String times() {
        return String.format(
                Locale.ROOT, "%.1f | %.1f", slowestLivezMillis.get() / 1000.0, oldestNeighbourMillis.get() / 1000.0);
    }

    public long exporterMegabytes() {
        return exporterMegabytes.get();
    }

    public long adapterMegabytes() {
        return adapterMegabytes.get();
    }
}
