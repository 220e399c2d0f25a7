package dev.sluice.exporter.config.schema.type;

/** A value is not what its type expects; the message says what is wrong and what is expected. */
public final class BadValue extends Exception {

    private static final long serialVersionUID = 1L;

    public BadValue(String message) {
        super(message);
    }
}
