package dev.sluice.common.protobuf;

/** The bytes are not a protocol buffers message; the message has the reason. */
public final class MalformedMessage extends Exception {

    private static final long serialVersionUID = 1;

    MalformedMessage(String message) {
        super(message);
    }
}
