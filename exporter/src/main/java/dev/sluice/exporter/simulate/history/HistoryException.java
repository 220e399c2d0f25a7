package dev.sluice.exporter.simulate.history;

/** The file is not a job history; the message has position and reason. */
public final class HistoryException extends Exception {

    private static final long serialVersionUID = 1L;

    public HistoryException(String message) {
        super(message);
    }
}
