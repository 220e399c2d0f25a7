package dev.sluice.adapter.access;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Caches responses for a short time. Simultaneous requests with the same key share one response. Caches neither
 * failures nor large responses.
 *
 * @param <V> type of the responses
 */
final class ReviewCache<V> {

    private final Duration keep;
    private final int most;
    private final Predicate<V> small;
    private final LongSupplier nanoTime;
    private final Map<String, Entry<V>> entries = new LinkedHashMap<>();

    private record Entry<V>(long since, Future<V> answer) {}

    /**
     * Creates an empty cache.
     *
     * @param keep validity of a response, from the start of its request
     * @param most maximum number of entries; the oldest entry is removed first
     * @param small true for a response that is small enough to cache
     * @param nanoTime as {@link System#nanoTime()}
     */
    ReviewCache(Duration keep, int most, Predicate<V> small, LongSupplier nanoTime) {
        this.keep = keep;
        this.most = most;
        this.small = small;
        this.nanoTime = nanoTime;
    }

    Future<V> get(String question, Supplier<Future<V>> ask) {
        Entry<V> entry;
        synchronized (this) {
            long now = nanoTime.getAsLong();
            Entry<V> known = entries.get(question);
            if (known != null && now - known.since() < keep.toNanos()) {
                return known.answer();
            }
            entry = new Entry<>(now, ask.get());
            entries.remove(question);
            entries.put(question, entry);
            if (entries.size() > most) {
                entries.remove(entries.keySet().iterator().next());
            }
        }
        return entry.answer().onComplete(answered -> {
            if (answered.failed() || !small.test(answered.result())) {
                forget(question, entry);
            }
        });
    }

    private synchronized void forget(String question, Entry<V> entry) {
        entries.remove(question, entry);
    }

    synchronized int size() {
        return entries.size();
    }
}
