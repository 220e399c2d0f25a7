package dev.sluice.common.protobuf;

/** Reports bytes that are not a protocol buffers message, with the reason. */
public final class MalformedMessage extends Exception {

    private static final long serialVersionUID = 1;

    MalformedMessage(String message) {
        super(message);
    }
}
