package dev.sluice.adapter.access;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Caches responses for a short time, but no failures. Simultaneous requests with the same key share one response.
 *
 * @param <V> type of the responses
 */
final class ReviewCache<V> {

    private final Duration keep;
    private final int most;
    private final LongSupplier nanoTime;
    private final Map<String, Entry<V>> entries = new LinkedHashMap<>();

    private record Entry<V>(long since, Future<V> answer) {}

    /**
     * Creates an empty cache.
     *
     * @param keep validity of a response, from the start of its request
     * @param most maximum number of entries; the oldest entry is removed first
     * @param nanoTime as {@link System#nanoTime()}
     */
    ReviewCache(Duration keep, int most, LongSupplier nanoTime) {
        this.keep = keep;
        this.most = most;
        this.nanoTime = nanoTime;
    }

    synchronized Future<V> get(String question, Supplier<Future<V>> ask) {
        long now = nanoTime.getAsLong();
        Entry<V> known = entries.get(question);
        if (known != null && !known.answer().failed() && now - known.since() < keep.toNanos()) {
            return known.answer();
        }
        Entry<V> entry = new Entry<>(now, ask.get());
        entries.remove(question);
        entries.put(question, entry);
        if (entries.size() > most) {
            entries.remove(entries.keySet().iterator().next());
        }
        return entry.answer();
    }

    synchronized int size() {
        return entries.size();
    }
}
