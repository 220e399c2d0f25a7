package dev.sluice.adapter.kubernetes;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Starts work later, for what asks the API server again and again. */
public interface Timers {

    /** Runs a task once, after a pause of at least a millisecond. */
    void after(Duration pause, Runnable task);

    /** As {@link System#nanoTime()}. */
    long nanoTime();

    /** Timers of one event loop. */
    static Timers of(Vertx vertx, LongSupplier nanoTime) {
        Context context = vertx.getOrCreateContext();
        return new Timers() {
            @Override
            public void after(Duration pause, Runnable task) {
                long millis = Math.max(1, pause.toMillis());
                context.runOnContext(unused -> vertx.setTimer(millis, alsoUnused -> task.run()));
            }

            @Override
            public long nanoTime() {
                return nanoTime.getAsLong();
            }
        };
    }
}
