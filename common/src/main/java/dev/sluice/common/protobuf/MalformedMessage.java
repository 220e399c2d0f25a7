package dev.sluice.common.protobuf;

/** Bytes that are no message of protocol buffers; the message says what is wrong with them. */
public final class MalformedMessage extends Exception {

    private static final long serialVersionUID = 1;

    MalformedMessage(String message) {
        super(message);
    }
}
