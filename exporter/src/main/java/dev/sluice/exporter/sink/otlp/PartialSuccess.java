package dev.sluice.exporter.sink.otlp;

import dev.sluice.common.protobuf.MalformedMessage;
import dev.sluice.common.protobuf.ProtobufReader;

/**
 * A receiver's remarks on an accepted request. The first field of {@code ExportMetricsServiceResponse} holds the number
 * of rejected points (1) and a text (2). The SDK does not read them.
 *
 * @param rejected number of rejected points
 * @param message reason, for people; a receiver may warn without rejecting points
 */
record PartialSuccess(long rejected, String message) {

    private static final PartialSuccess NONE = new PartialSuccess(0, "");

    /** Decodes the response body. An undecodable body counts as no rejection. */
    static PartialSuccess in(byte[] body) {
        var response = new ProtobufReader(body);
        PartialSuccess found = NONE;
        try {
            while (response.next()) {
                if (response.field() == 1) {
                    found = of(response.message());
                }
            }
        } catch (MalformedMessage e) {
            return found;
        }
        return found;
    }

    /** Returns the text (2) of a {@code google.rpc.Status}, in which receivers explain refusals. */
    static String statusMessage(byte[] body) {
        var status = new ProtobufReader(body);
        String text = "";
        try {
            while (status.next()) {
                if (status.field() == 2) {
                    text = status.text(text);
                }
            }
        } catch (MalformedMessage e) {
            return text;
        }
        return text;
    }

    private static PartialSuccess of(ProtobufReader message) throws MalformedMessage {
        long rejected = 0;
        String text = "";
        while (message.next()) {
            switch (message.field()) {
                case 1 -> rejected = Math.max(0, message.number(rejected));
                case 2 -> text = message.text(text);
                default -> {}
            }
        }
        return new PartialSuccess(rejected, text);
    }
}
