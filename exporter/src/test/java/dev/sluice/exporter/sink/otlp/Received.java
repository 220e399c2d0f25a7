package dev.sluice.exporter.sink.otlp;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import java.util.Map;

/**
 * A request as received on the wire.
 *
 * @param path path of the URL, or the full name of the method
 * @param headers headers by lower-case name
 * @param sent the body as sent
 * @param message the protobuf message in the body
 */
@SuppressWarnings("ArrayRecordComponent")
record Received(String path, Map<String, String> headers, byte[] sent, byte[] message) {

    ExportMetricsServiceRequest metrics() {
        try {
            return ExportMetricsServiceRequest.parseFrom(message);
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("no ExportMetricsServiceRequest", e);
        }
    }

    String header(String name) {
        return headers.getOrDefault(name, "");
    }
}
