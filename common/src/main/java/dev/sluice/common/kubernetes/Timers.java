package dev.sluice.common.kubernetes;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Timers of an event loop, and the clock that they go by; a test has its own. */
public interface Timers {

    /** Runs a task once, after a pause, on the context that this is called on; returns what {@link #cancel} takes. */
    long set(Duration pause, Runnable task);

    /** Does nothing where the task has run or was cancelled. */
    void cancel(long timer);

    /** As {@link System#nanoTime()}. */
    long nanoTime();

    /** Timers of Vert.x. */
    static Timers of(Vertx vertx, LongSupplier nanoTime) {
        return new Timers() {
            @Override
            public long set(Duration pause, Runnable task) {
                return vertx.setTimer(Math.max(1, pause.toMillis()), unused -> task.run());
            }

            @Override
            public void cancel(long timer) {
                vertx.cancelTimer(timer);
            }

            @Override
            public long nanoTime() {
                return nanoTime.getAsLong();
            }
        };
    }
}
