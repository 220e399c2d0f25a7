package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.model.Buckets;
import dev.sluice.exporter.model.Histogram;
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
    private final Map<SeriesKey, Undelivered> undelivered = new HashMap<>();

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

    private sealed interface Undelivered {}

    private record Amount(double amount) implements Undelivered {}

    /** The observations of a histogram: counts per bucket, and the sum. */
    @SuppressWarnings("ArrayRecordComponent") // The array is created here, and is neither compared nor exposed.
    private record Observed(Buckets buckets, long[] counts, double sum) implements Undelivered {}

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
    }

    /** Returns the number of stored counters, histograms and undelivered increases. */
    int size() {
        return totals.size() + histograms.size() + undelivered.size();
    }

    private static Datum datum(Rollup rollup, Datum.Content content) {
        return new Datum(rollup.key(), rollup.metric().unit(), content);
    }

    private double amount(SeriesKey key, Reading.Totals reading) {
        double more = undelivered.get(key) instanceof Amount already ? already.amount() : 0;
        for (Map.Entry<String, Double> counter : reading.totals().entrySet()) {
            double now = counter.getValue();
            Double before = totals.put(new Source(key, counter.getKey()), now);
            more += before == null || now < before ? now : now - before;
        }
        undelivered.put(key, new Amount(more));
        return more;
    }

    private Optional<Observed> observed(SeriesKey key, Reading.Observations reading) {
        Undelivered sum = undelivered.get(key);
        for (Map.Entry<String, Histogram> entry : reading.histograms().entrySet()) {
            Histogram now = entry.getValue();
            Histogram before = histograms.put(new Source(key, entry.getKey()), now);
            boolean restarted = before == null || now.count() < before.count();
            Observed more = restarted ? all(now) : minus(all(now), all(before));
            sum = sum instanceof Observed already ? plus(already, more) : more;
        }
        if (!(sum instanceof Observed increase) || total(increase) == 0) {
            return Optional.empty();
        }
        undelivered.put(key, increase);
        return Optional.of(increase);
    }

    private static Observed all(Histogram histogram) {
        long[] counts = new long[histogram.buckets().size()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = histogram.cumulative(i) - (i == 0 ? 0 : histogram.cumulative(i - 1));
        }
        return new Observed(histogram.buckets(), counts, histogram.sum());
    }

    private static Observed plus(Observed one, Observed other) {
        long[] counts = one.counts().clone();
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts()[i];
        }
        return new Observed(one.buckets(), counts, one.sum() + other.sum());
    }

    private static Observed minus(Observed one, Observed other) {
        long[] counts = one.counts().clone();
        for (int i = 0; i < counts.length; i++) {
            counts[i] -= other.counts()[i];
        }
        return new Observed(one.buckets(), counts, one.sum() - other.sum());
    }

    private static long total(Observed observed) {
        long total = 0;
        for (long count : observed.counts()) {
            total += count;
        }
        return total;
    }
}
