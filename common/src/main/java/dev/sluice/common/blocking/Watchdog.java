package dev.sluice.common.blocking;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Detects a stopped event loop. Without an event loop, polls, API and health checks stop while the process seems alive.
 * Counts the checks and reads no clock, so that the watchdog does not end a process that was suspended.
 */
public final class Watchdog implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofSeconds(5);

    private final Executor loop;
    private final Duration period;
    private final int checks;
    private final Consumer<String> end;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean answered = true;
    private volatile Thread thread = Thread.currentThread();
    private int missed;

    /**
     * @param loop runs tasks on the event loop
     * @param checks number of consecutive checks without a response before the event loop counts as stopped
     */
    Watchdog(Executor loop, Duration period, int checks, Consumer<String> end) {
        this.loop = loop;
        this.period = period;
        this.checks = checks;
        this.end = end;
    }

    /**
     * Starts to watch the event loop, on a separate thread.
     *
     * @param limit time without a response before the event loop counts as stopped
     * @param end ends the process, given the reason: the time without a response, and the thread and stack of the
     *     event loop, innermost call first; called once
     */
    public static Watchdog watch(Vertx vertx, Duration limit, Consumer<String> end) {
        Context context = vertx.getOrCreateContext();
        return new Watchdog(
                        task -> context.runOnContext(unused -> task.run()), PERIOD, (int) limit.dividedBy(PERIOD), end)
                .start();
    }

    Watchdog start() {
        Thread watching = new Thread(this::run, "watchdog");
        watching.setDaemon(true);
        watching.start();
        return this;
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
        } catch (RejectedExecutionException e) {
            // Without a close, an error has ended the event loop's thread.
            if (closed.getCount() > 0) {
                end.accept("the event loop has ended");
            }
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
            end.accept("the event loop has not answered for "
                    + period.multipliedBy(missed).toSeconds() + " s; the thread " + thread.getName() + " is at "
                    + stack);
        }
    }
}
