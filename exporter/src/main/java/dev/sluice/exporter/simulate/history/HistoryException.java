package dev.sluice.exporter.simulate.history;

/** A file that is no history of jobs; the message says where and why. */
public final class HistoryException extends Exception {

    private static final long serialVersionUID = 1L;

    public HistoryException(String message) {
        super(message);
    }
}
