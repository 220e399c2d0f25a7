package dev.sluice.exporter.kubernetes;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Waits on a thread, and the clock of the waits. Tests replace both. */
interface Waits {

    /** Returns a time like {@link System#nanoTime()}. */
    long nanoTime();

    /** Waits for the next element of a queue; empty if none arrives in time. */
    <E> Optional<E> poll(BlockingQueue<E> queue, Duration atMost) throws InterruptedException;

    default void pause(Duration time) throws InterruptedException {
        poll(new LinkedBlockingQueue<>(), time);
    }

    static Waits of(LongSupplier nanoTime) {
        return new Waits() {
            @Override
            public long nanoTime() {
                return nanoTime.getAsLong();
            }

            @Override
            public <E> Optional<E> poll(BlockingQueue<E> queue, Duration atMost) throws InterruptedException {
                return Optional.ofNullable(queue.poll(atMost.toNanos(), TimeUnit.NANOSECONDS));
            }
        };
    }
}
