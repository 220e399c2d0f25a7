package dev.sluice.exporter.config.schema;

/** Reports that a value does not match its type. The message contains the problem and the expected value. */
public final class BadValue extends Exception {

    private static final long serialVersionUID = 1L;

    public BadValue(String message) {
        super(message);
    }
}
