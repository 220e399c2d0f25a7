package dev.sluice.exporter.sink.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/**
 * What a receiver says of a request that it took: {@code Export*ServiceResponse}, whose first field holds the number of
 * rejected items (1) and a text (2). The SDK does not read it.
 *
 * @param rejected items that were not taken
 * @param message why, for people; a receiver may warn without rejecting
 */
record PartialSuccess(long rejected, String message) {

    private static final PartialSuccess NONE = new PartialSuccess(0, "");

    /** What the body says; an answer that is no such message rejects nothing. */
    static PartialSuccess in(byte[] body) {
        return ProtoField.find(body, 1)
                .flatMap(ProtoField::bytes)
                .map(PartialSuccess::of)
                .orElse(NONE);
    }

    /** The text of a {@code google.rpc.Status}, by which refusals are explained. */
    static String statusMessage(byte[] body) {
        return text(body, 2);
    }

    private static PartialSuccess of(byte[] message) {
        long rejected = ProtoField.find(message, 1).map(ProtoField::number).orElse(0L);
        return new PartialSuccess(Math.max(0, rejected), text(message, 2));
    }

    private static String text(byte[] message, int field) {
        Optional<byte[]> bytes = ProtoField.find(message, field).flatMap(ProtoField::bytes);
        return bytes.map(found -> new String(found, UTF_8)).orElse("");
    }
}
