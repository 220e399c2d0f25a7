package dev.sluice.exporter.poll;

/** The cluster does not have what a source reads, or not for us: no failure, and looked for again only seldom. */
public final class SourceAbsent extends Exception {

    private static final long serialVersionUID = 1;

    private final String reason;

    /** One line for people: what is missing and how it could be had. */
    public SourceAbsent(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
