package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.Timers;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Timers with a clock that only the test advances. */
final class HeldTimers implements Timers {

    private final List<Timer> pending = new ArrayList<>();
    private long now;
    private long last;

    private record Timer(long id, long due, Duration pause, Runnable task, Context context) {}

    @Override
    public synchronized long set(Duration pause, Runnable task) {
        pending.add(new Timer(++last, now + pause.toNanos(), pause, task, Vertx.currentContext()));
        return last;
    }

    @Override
    public synchronized void cancel(long timer) {
        pending.removeIf(set -> set.id() == timer);
    }

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    /** Advances the clock and runs the due timers. */
    void pass(Duration time) throws InterruptedException {
        List<Timer> due;
        synchronized (this) {
            now += time.toNanos();
            due = pending.stream()
                    .filter(timer -> timer.due() <= now)
                    .sorted(Comparator.comparing(Timer::due))
                    .toList();
        }
        for (Timer timer : due) {
            CountDownLatch done = new CountDownLatch(1);
            timer.context().runOnContext(unused -> {
                if (take(timer)) {
                    timer.task().run();
                }
                done.countDown();
            });
            if (!done.await(60, TimeUnit.SECONDS)) {
                throw new AssertionError("a timer's task does not end");
            }
        }
    }

    private synchronized boolean take(Timer timer) {
        return pending.remove(timer);
    }

    synchronized int pending() {
        return pending.size();
    }

    /** Returns the number of pending timers with this pause. */
    synchronized long pending(Duration pause) {
        return pending.stream().filter(timer -> timer.pause().equals(pause)).count();
    }

    /** Returns true if a timer with this pause is due within the given time. */
    synchronized boolean dueWithin(Duration pause, Duration time) {
        return pending.stream()
                .filter(timer -> timer.pause().equals(pause))
                .anyMatch(timer -> timer.due() < now + time.toNanos());
    }
}
