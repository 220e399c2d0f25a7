package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.model.Buckets;
import dev.sluice.exporter.model.Histogram;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Computes the increase of each counter and histogram since CloudWatch last accepted its datum. CloudWatch has no
 * cumulative type. Therefore, each datum contains the complete increase since the last accepted datum, even if the last
 * accepted datum is old. Counters start at 0 when the process starts, so the first value of a counter is also its
 * increase. Used by one thread.
 */
public final class CumulativeToDelta {

    /**
     * Maximum number of entries, far more than the number of counters. Above this limit, the least recently used entry
     * is dropped.
     */
    private static final int MAX_SEEN = 50_000;

    private final Map<Source, Double> totals = new Recent<>();
    private final Map<Source, Histogram> histograms = new Recent<>();
    private final Map<SeriesKey, Double> undelivered = new HashMap<>();
    private final Map<SeriesKey, Observed> undeliveredObservations = new HashMap<>();

    /** A counter that is part of a metric. */
    private record Source(SeriesKey metric, String labels) {}

    private static final class Recent<V> extends LinkedHashMap<Source, V> {

        private static final long serialVersionUID = 1L;

        Recent() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Source, V> eldest) {
            return size() > MAX_SEEN;
        }
    }

    /** The observations of a histogram: counts per bucket, and the sum. */
    @SuppressWarnings("ArrayRecordComponent") // The array is created here, and is neither compared nor exposed.
    private record Observed(Buckets buckets, long[] counts, double sum) {}

    /** Records the current value of a metric and returns its datum; empty for a histogram without new observations. */
    public Optional<Datum> observe(Rollup rollup) {
        if (rollup.reading() instanceof Reading.Level level) {
            return Optional.of(datum(rollup, new Datum.Single(level.value())));
        }
        if (rollup.reading() instanceof Reading.Totals counters) {
            return Optional.of(datum(rollup, new Datum.Single(amount(rollup.key(), counters))));
        }
        return observed(rollup.key(), (Reading.Observations) rollup.reading())
                .map(increase -> datum(rollup, BucketValues.of(increase.buckets(), increase.counts(), increase.sum())));
    }

    /**
     * Discards the increase of a metric. Called after CloudWatch accepted the metric's newest datum, or if this datum
     * will not be sent.
     */
    public void settle(SeriesKey key) {
        undelivered.remove(key);
        undeliveredObservations.remove(key);
    }

    /** Returns the number of stored counters, histograms and undelivered increases. */
    int size() {
        return totals.size() + histograms.size() + undelivered.size() + undeliveredObservations.size();
    }

    private static Datum datum(Rollup rollup, Datum.Content content) {
        return new Datum(rollup.key(), rollup.metric().unit(), content);
    }

    private double amount(SeriesKey key, Reading.Totals reading) {
        double more = undelivered.getOrDefault(key, 0.0);
        for (Map.Entry<String, Double> counter : reading.totals().entrySet()) {
            double now = counter.getValue();
            Double before = totals.put(new Source(key, counter.getKey()), now);
            more += before == null || now < before ? now : now - before;
        }
        undelivered.put(key, more);
        return more;
    }

    private Optional<Observed> observed(SeriesKey key, Reading.Observations reading) {
        Observed sum = undeliveredObservations.get(key);
        for (Map.Entry<String, Histogram> entry : reading.histograms().entrySet()) {
            Histogram now = entry.getValue();
            Histogram before = histograms.put(new Source(key, entry.getKey()), now);
            boolean restarted = before == null || now.count() < before.count();
            Observed more = restarted ? all(now) : plus(all(now), -1, all(before));
            sum = sum == null ? more : plus(sum, 1, more);
        }
        if (sum == null || Arrays.stream(sum.counts()).sum() == 0) {
            return Optional.empty();
        }
        undeliveredObservations.put(key, sum);
        return Optional.of(sum);
    }

    private static Observed all(Histogram histogram) {
        return new Observed(
                histogram.buckets(),
                histogram.counts().stream().mapToLong(Long::longValue).toArray(),
                histogram.sum());
    }

    /** Adds the other observations, or subtracts the other observations if the sign is -1. */
    private static Observed plus(Observed one, int sign, Observed other) {
        long[] counts = one.counts().clone();
        for (int i = 0; i < counts.length; i++) {
            counts[i] += sign * other.counts()[i];
        }
        return new Observed(one.buckets(), counts, one.sum() + sign * other.sum());
    }
}
