package dev.sluice.exporter.poll;

/**
 * A source that the cluster does not have, or does not offer to the exporter. Such a source is not a failure. The
 * exporter rarely retries the source.
 */
public final class SourceAbsent extends Exception {

    private static final long serialVersionUID = 1;

    private final String reason;

    /**
     * @param reason one human-readable line: what is missing and how to make the source available
     */
    public SourceAbsent(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
