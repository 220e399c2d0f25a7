package dev.sluice.exporter.sink.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.metrics.OtlpMetrics.Outcome;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.Compressor;
import io.opentelemetry.sdk.common.export.GrpcResponse;
import io.opentelemetry.sdk.common.export.GrpcSender;
import io.opentelemetry.sdk.common.export.GrpcSenderConfig;
import io.opentelemetry.sdk.common.export.GrpcStatusCode;
import io.opentelemetry.sdk.common.export.MessageWriter;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** OTLP/gRPC over {@link Wire}: one call with one message each way. Done when {@code send} returns. */
final class GrpcOtlpSender implements GrpcSender {

    /** Before each message: one byte that says whether it is compressed, four of its length. */
    private static final int PREFIX = 5;

    private final Wire wire;
    private final Courier courier;
    private final GrpcSenderConfig config;

    GrpcOtlpSender(Wire wire, Courier courier, GrpcSenderConfig config) {
        this.wire = wire;
        this.courier = courier;
        this.config = config;
    }

    @Override
    public void send(MessageWriter message, Consumer<GrpcResponse> onResponse, Consumer<Throwable> onError) {
        byte[] framed = framed(Body.of(message, config.getCompressor()), config.getCompressor() != null);
        Verdict verdict = courier.deliver(() -> attempt(framed));
        if (verdict.outcome() == Outcome.OK || verdict.outcome() == Outcome.PARTIAL) {
            onResponse.accept(new Accepted());
        } else {
            onError.accept(new IOException(verdict.message()));
        }
    }

    /** The wire is shared and closed by who made it. */
    @Override
    public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
    }

    private static byte[] framed(byte[] message, boolean compressed) {
        return ByteBuffer.allocate(PREFIX + message.length)
                .put((byte) (compressed ? 1 : 0))
                .putInt(message.length)
                .put(message)
                .array();
    }

    private Verdict attempt(byte[] framed) throws IOException, TimeoutException, InterruptedException {
        Map<String, String> headers = new LinkedHashMap<>();
        config.getHeadersSupplier().get().forEach((name, values) -> headers.put(name, String.join(",", values)));
        headers.put("Content-Type", "application/grpc");
        headers.put("TE", "trailers");
        Compressor compressor = config.getCompressor();
        if (compressor != null) {
            headers.put("grpc-encoding", compressor.getEncoding());
        }
        return verdict(wire.post("/" + config.getFullMethodName(), headers, framed));
    }

    static Verdict verdict(Answer answer) {
        Optional<GrpcStatusCode> status = answer.header("grpc-status")
                .filter(text -> text.matches("\\d{1,3}"))
                .map(text -> GrpcStatusCode.fromValue(Integer.parseInt(text)));
        if (status.isEmpty()) {
            return Verdict.of(Outcome.UNAVAILABLE, "no gRPC answer, " + Body.explanation(answer));
        }
        if (status.get() == GrpcStatusCode.OK) {
            return Verdict.accepted(PartialSuccess.in(message(answer.body())));
        }
        String explanation = status.get() + ": "
                + answer.header("grpc-message")
                        .map(text -> Body.shortened(URLDecoder.decode(text.replace("+", "%2B"), UTF_8)))
                        .orElse("");
        return switch (status.get()) {
            case UNAUTHENTICATED, PERMISSION_DENIED -> Verdict.of(Outcome.UNAUTHORIZED, explanation);
            // Whether it may be repeated stands in details that are not read: better once too seldom.
            case RESOURCE_EXHAUSTED -> Verdict.of(Outcome.THROTTLED, explanation);
            case UNAVAILABLE, CANCELLED, ABORTED, OUT_OF_RANGE, DATA_LOSS, DEADLINE_EXCEEDED ->
                Verdict.again(Outcome.UNAVAILABLE, explanation, Optional.empty());
            default -> Verdict.of(Outcome.REFUSED, explanation);
        };
    }

    /** The one message of the answer; we have offered no compression, so that it has none. */
    private static byte[] message(byte[] body) {
        return body.length <= PREFIX ? new byte[0] : Arrays.copyOfRange(body, PREFIX, body.length);
    }

    /** All that the SDK wants to know. */
    private record Accepted() implements GrpcResponse {

        @Override
        public GrpcStatusCode getStatusCode() {
            return GrpcStatusCode.OK;
        }

        @Override
        public String getStatusDescription() {
            return "";
        }

        @Override
        public byte[] getResponseMessage() {
            return new byte[0];
        }
    }
}
