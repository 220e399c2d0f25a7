package dev.sluice.common.kubernetes;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The timers of an event loop and the clock of these timers. Tests replace the timers and the clock. */
public interface Timers {

    /** Runs a task once after a pause, on the caller's context. Returns the argument for {@link #cancel}. */
    long set(Duration pause, Runnable task);

    /** Cancels a timer. Has no effect if the task has already run or was cancelled. */
    void cancel(long timer);

    /** Returns a time like {@link System#nanoTime()}. */
    long nanoTime();

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
