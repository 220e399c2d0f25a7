package dev.sluice.adapter;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sees to it that a process whose event loop stands still does not linger: nobody outside of Kubernetes would end it. It counts
 * looks and not time, so that a process that was stopped, or a machine that slept, is no loop that stands still.
 */
final class Watchdog {

    private final Executor loop;
    private final int limit;
    private final Runnable end;
    private final AtomicBoolean answered = new AtomicBoolean(true);
    private int unanswered;

    /**
     * A watchdog that has not looked yet.
     *
     * @param loop runs tasks on the event loop
     * @param limit how many looks in a row may find that a task has not run
     * @param end ends the process
     */
    Watchdog(Executor loop, int limit, Runnable end) {
        this.loop = loop;
        this.limit = limit;
        this.end = end;
    }

    /** To be called at equal distances, by one thread. */
    void look() {
        if (answered.getAndSet(false)) {
            unanswered = 0;
            loop.execute(() -> answered.set(true));
        } else if (++unanswered == limit) {
            end.run();
        }
    }
}
