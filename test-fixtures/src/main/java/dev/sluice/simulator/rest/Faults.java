package dev.sluice.simulator.rest;

import java.util.Optional;

/** The current fault, and the queue of hanging requests. */
public final class Faults {
    private Optional<Fault> current = Optional.empty();

    public synchronized void set(Fault fault) {
        current = Optional.of(fault);
        notifyAll();
    }

    public synchronized void clear() {
        current = Optional.empty();
        notifyAll();
    }

    /** Waits while requests hang, and then returns the fault for a request. */
    public synchronized Optional<Fault> awaitUnlessHanging() throws InterruptedException {
        while (current.equals(Optional.of(Fault.HANG))) {
            wait();
        }
        return current;
    }

    /** Returns the response of a fault that is independent of the request; empty for other faults. */
    public static Optional<Answer> answer(Fault fault) {
        return switch (fault) {
            case INTERNAL_ERROR -> Optional.of(Answer.text(500, "Internal error"));
            case HTML_PAGE ->
                Optional.of(Answer.html(
                        "<!DOCTYPE html><html><head><title>Please sign in</title></head><body></body></html>"));
            case HANG, CONTROLLER_DOWN, DATABASE_DOWN, TRUNCATED_BODY, REJECTED_TOKEN -> Optional.empty();
        };
    }
}
