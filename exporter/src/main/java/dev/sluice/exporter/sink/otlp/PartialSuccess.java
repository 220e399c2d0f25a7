package dev.sluice.exporter.sink.otlp;

import dev.sluice.common.protobuf.MalformedMessage;
import dev.sluice.common.protobuf.ProtobufReader;

/**
 * A receiver's remarks on an accepted request. The first field of {@code ExportMetricsServiceResponse} contains the
 * number of rejected points (field 1) and a message (field 2). The SDK reads neither the number nor the message.
 *
 * @param rejected number of rejected points
 * @param message text for people: the reason for the rejection, or a warning without rejected points
 */
record PartialSuccess(long rejected, String message) {

    private static final PartialSuccess NONE = new PartialSuccess(0, "");

    /** Decodes the response body. If the body is undecodable, the result has no rejected points. */
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

    /** Returns the message (field 2) of a {@code google.rpc.Status}. Receivers explain refusals in this message. */
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
