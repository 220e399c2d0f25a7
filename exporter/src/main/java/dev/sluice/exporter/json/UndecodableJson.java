package dev.sluice.exporter.json;

import java.io.IOException;

/**
 * A document is malformed or too large. The message has the position and the reason, and no content of the document,
 * because documents hold users' texts.
 */
public final class UndecodableJson extends IOException {

    private static final long serialVersionUID = 1;

    private final boolean tooLarge;

    public UndecodableJson(String message) {
        this(message, false);
    }

    private UndecodableJson(String message, boolean tooLarge) {
        super(message);
        this.tooLarge = tooLarge;
    }

    /** Returns the failure of a document that exceeds a limit. */
    public static UndecodableJson tooLarge(String message) {
        return new UndecodableJson(message, true);
    }

    /** Returns the failure of a truncated document. */
    public static UndecodableJson cutOff(long bytes) {
        return new UndecodableJson("the response ends at byte " + bytes + ", in the middle of its JSON");
    }

    /** Returns the failure of a malformed document, with the position of the error. */
    public static UndecodableJson malformed(long position) {
        return new UndecodableJson("the response is not the JSON that slurmrestd sends, from byte " + position + " on");
    }

    /** Returns true for a document that exceeds a limit; such a document may be well formed. */
    public boolean tooLarge() {
        return tooLarge;
    }

    public String message() {
        return String.valueOf(getMessage());
    }
}
