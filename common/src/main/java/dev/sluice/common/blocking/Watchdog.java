package dev.sluice.common.blocking;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Detects a stopped event loop. Without an event loop, polls, API and health checks stop while the process seems alive.
 * Counts the checks and reads no clock, so that the watchdog does not end a process that was suspended.
 */
public final class Watchdog implements AutoCloseable {

    private final Executor loop;
    private final Duration period;
    private final int checks;
    private final Consumer<Stopped> end;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean answered = true;
    private volatile Thread thread = Thread.currentThread();
    private int missed;

    /**
     * A stopped event loop.
     *
     * @param silent time without a response
     * @param thread name of the event loop's thread
     * @param stack stack of the event loop's thread, innermost call first
     */
    public record Stopped(Duration silent, String thread, String stack) {

        /** Returns one line for the log. */
        public String reason() {
            return "the event loop has not answered for " + silent.toSeconds() + " s; the thread " + thread + " is at "
                    + stack;
        }
    }

    Watchdog(Executor loop, Duration period, int checks, Consumer<Stopped> end) {
        this.loop = loop;
        this.period = period;
        this.checks = checks;
        this.end = end;
    }

    /**
     * Starts to watch the event loop, on a separate thread.
     *
     * @param loop runs tasks on the event loop
     * @param period time between two checks
     * @param checks number of consecutive checks without a response before the event loop counts as stopped
     * @param end ends the process; called once
     */
    public static Watchdog watch(Executor loop, Duration period, int checks, Consumer<Stopped> end) {
        Watchdog watchdog = new Watchdog(loop, period, checks, end);
        Thread thread = new Thread(watchdog::run, "watchdog");
        thread.setDaemon(true);
        thread.start();
        return watchdog;
    }

    @Override
    public void close() {
        closed.countDown();
    }

    private void run() {
        try {
            do {
                look();
            } while (missed < checks && !closed.await(period.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Checks once; called by one thread only. */
    void look() {
        if (answered) {
            missed = 0;
            answered = false;
            loop.execute(() -> {
                thread = Thread.currentThread();
                answered = true;
            });
        } else if (++missed == checks) {
            String stack = Arrays.stream(thread.getStackTrace())
                    .map(StackTraceElement::toString)
                    .collect(Collectors.joining(" < "));
            end.accept(new Stopped(period.multipliedBy(missed), thread.getName(), stack));
        }
    }
}
