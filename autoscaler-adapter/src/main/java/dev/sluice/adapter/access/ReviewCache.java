package dev.sluice.adapter.access;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Caches answers for a short time; simultaneous requests with the same key share one answer. Failures and
 * large answers are not cached.
 *
 * @param <V> an answer
 */
final class ReviewCache<V> {

    private final Duration keep;
    private final int most;
    private final Predicate<V> small;
    private final LongSupplier nanoTime;
    private final Map<String, Entry<V>> entries = new LinkedHashMap<>();

    private record Entry<V>(long since, Future<V> answer) {}

    /**
     * An empty cache.
     *
     * @param keep how long an answer holds, from when it was asked for
     * @param most how many are kept; the oldest goes first
     * @param small whether an answer is small enough to be kept
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
