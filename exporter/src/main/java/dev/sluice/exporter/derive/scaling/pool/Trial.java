package dev.sluice.exporter.derive.scaling.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A trial with the nodes of one pool: until the trial ends, all changes can be undone. */
public final class Trial {

    private final Deque<Runnable> undo = new ArrayDeque<>();
    private final List<Runnable> atEnd = new ArrayList<>();
    private boolean running;

    public boolean isRunning() {
        return running;
    }

    public void begin() {
        if (running) {
            throw new IllegalStateException("a trial is running");
        }
        running = true;
    }

    /** Remembers how to undo a change. */
    void changed(Runnable back) {
        if (running) {
            undo.push(back);
        }
    }

    /** Adds an action for the end of each trial. */
    void atEnd(Runnable action) {
        atEnd.add(action);
    }

    /** Ends the trial, and undoes its changes unless they are kept. */
    public void end(boolean keep) {
        if (!keep) {
            undo.forEach(Runnable::run);
        }
        undo.clear();
        running = false;
        atEnd.forEach(Runnable::run);
    }
}
