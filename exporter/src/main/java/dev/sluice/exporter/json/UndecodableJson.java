package dev.sluice.exporter.json;

/** The document is not what its sender should have sent; the message says where and why, without content. */
public final class UndecodableJson extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean tooLarge;

    public UndecodableJson(String message) {
        this(message, false);
    }

    private UndecodableJson(String message, boolean tooLarge) {
        super(message, null, false, false);
        this.tooLarge = tooLarge;
    }

    /** The document holds more than is read of one. */
    public static UndecodableJson tooLarge(String message) {
        return new UndecodableJson(message, true);
    }

    /** Whether the document goes beyond a limit, and may be well formed. */
    public boolean tooLarge() {
        return tooLarge;
    }

    /** One line for people. */
    public String message() {
        return String.valueOf(getMessage());
    }
}
