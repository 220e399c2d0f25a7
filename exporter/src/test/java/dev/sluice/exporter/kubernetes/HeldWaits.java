package dev.sluice.exporter.kubernetes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Waits with a clock that only the test advances. */
final class HeldWaits implements Waits {

    /** The wait notices the progress of the clock after this time of the machine. */
    private static final long LOOK_MILLIS = 2;

    private final List<Wait> pending = new ArrayList<>();
    private volatile long now;

    private record Wait(BlockingQueue<?> queue, long due, Duration time) {}

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public <E> Optional<E> poll(BlockingQueue<E> queue, Duration atMost) throws InterruptedException {
        Wait wait = new Wait(queue, now + atMost.toNanos(), atMost);
        change(wait, true);
        try {
            while (true) {
                // Reads the clock first: an element that arrived before the deadline counts.
                long before = now;
                Optional<E> element = Optional.ofNullable(queue.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS));
                if (element.isPresent() || before >= wait.due()) {
                    return element;
                }
            }
        } finally {
            change(wait, false);
        }
    }

    private synchronized void change(Wait wait, boolean begins) {
        if (begins) {
            pending.add(wait);
        } else {
            pending.remove(wait);
        }
    }

    synchronized void pass(Duration time) {
        now += time.toNanos();
    }

    /** Returns the times of all threads that wait at this moment, and for which nothing has arrived. */
    synchronized List<Duration> pending() {
        return pending.stream()
                .filter(wait -> wait.due() > now && wait.queue().isEmpty())
                .map(Wait::time)
                .toList();
    }

    /** Returns true if a wait of this time ends within the given time. */
    synchronized boolean dueWithin(Duration time, Duration within) {
        return pending.stream()
                .filter(wait -> wait.time().equals(time))
                .anyMatch(wait -> wait.due() < now + within.toNanos());
    }
}
