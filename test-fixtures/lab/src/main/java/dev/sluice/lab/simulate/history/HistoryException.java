package dev.sluice.lab.simulate.history;

/** Thrown if a file is not a job history. The message contains the position and the reason. */
public final class HistoryException extends Exception {

    private static final long serialVersionUID = 1L;

    public HistoryException(String message) {
        super(message);
    }
}
