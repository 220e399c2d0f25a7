package dev.sluice.exporter.kubernetes;

import io.vertx.core.Vertx;
import java.time.Duration;

/** Timers of the event loop; a test holds its own. */
interface Timers {

    /** Runs it once, after a pause, on the context that this is called on; returns what {@link #cancel} takes. */
    long set(Duration pause, Runnable task);

    /** Nothing happens where it has run or was cancelled. */
    void cancel(long timer);

    static Timers of(Vertx vertx) {
        return new Timers() {
            @Override
            public long set(Duration pause, Runnable task) {
                return vertx.setTimer(Math.max(1, pause.toMillis()), unused -> task.run());
            }

            @Override
            public void cancel(long timer) {
                vertx.cancelTimer(timer);
            }
        };
    }
}
