package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.OtlpMetrics.Outcome;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.common.export.HttpSender;
import io.opentelemetry.sdk.common.export.HttpSenderConfig;
import io.opentelemetry.sdk.common.export.MessageWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** OTLP/HTTP with protobuf, over {@link Wire}. Done when {@code send} returns. */
final class HttpOtlpSender implements HttpSender {

    private final Wire wire;
    private final Courier courier;
    private final RequestSigner signer;
    private final HttpSenderConfig config;

    HttpOtlpSender(Wire wire, Courier courier, RequestSigner signer, HttpSenderConfig config) {
        this.wire = wire;
        this.courier = courier;
        this.signer = signer;
        this.config = config;
    }

    @Override
    public void send(MessageWriter message, Consumer<HttpResponse> onResponse, Consumer<Throwable> onError) {
        byte[] body = Body.of(message, config.getCompressor());
        Verdict verdict = courier.deliver(() -> attempt(body));
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

    private Verdict attempt(byte[] body) throws IOException, TimeoutException, InterruptedException {
        Map<String, String> headers = new LinkedHashMap<>();
        config.getHeadersSupplier().get().forEach((name, values) -> headers.put(name, String.join(",", values)));
        headers.put("Content-Type", config.getContentType());
        if (config.getCompressor() != null) {
            headers.put("Content-Encoding", config.getCompressor().getEncoding());
        }
        Map<String, String> signed = signer.sign(config.getEndpoint(), headers, body);
        return verdict(wire.post(config.getEndpoint().getRawPath(), signed, body));
    }

    /** As the specification has it: only these four statuses may be answered with the same request again. */
    static Verdict verdict(Answer answer) {
        int status = answer.status();
        if (status >= 200 && status < 300) {
            return Verdict.accepted(PartialSuccess.in(answer.body()));
        }
        String explanation = Body.explanation(answer);
        return switch (status) {
            case 401, 403 -> Verdict.of(Outcome.UNAUTHORIZED, explanation);
            case 429 -> Verdict.again(Outcome.THROTTLED, explanation, retryAfter(answer));
            case 502, 503, 504 -> Verdict.again(Outcome.UNAVAILABLE, explanation, retryAfter(answer));
            default -> Verdict.of(status >= 500 ? Outcome.UNAVAILABLE : Outcome.REFUSED, explanation);
        };
    }

    /** In seconds; a date is left to our own patience. */
    private static Optional<Duration> retryAfter(Answer answer) {
        return answer.header("Retry-After")
                .filter(text -> text.matches("\\d{1,6}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    /** All that the SDK wants to know. */
    private record Accepted() implements HttpResponse {

        @Override
        public int getStatusCode() {
            return 200;
        }

        @Override
        public String getStatusMessage() {
            return "OK";
        }

        @Override
        public byte[] getResponseBody() {
            return new byte[0];
        }
    }
}
