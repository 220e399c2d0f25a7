package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.process.OtlpMetrics.Outcome;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.Compressor;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.common.export.HttpSender;
import io.opentelemetry.sdk.common.export.HttpSenderConfig;
import io.opentelemetry.sdk.common.export.MessageWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of the SDK's exporter: signs requests, retries if the receiver allows a retry, stops at the
 * deadline, and counts the results. {@code send} returns after the last attempt. Used by one thread.
 *
 * @param maxWait maximum delay; if the receiver requests a longer delay, the request is not retried
 */
record RetryingSender(
        HttpPost post,
        RequestSigner signer,
        DeliveryCounts counts,
        Pause pause,
        Duration maxWait,
        HttpSenderConfig config)
        implements HttpSender {

    private static final int ATTEMPTS = 3;

    /**
     * Delay before the second attempt, unless the receiver sets a delay. The delay before the third attempt is twice as
     * long.
     */
    private static final Duration FIRST_WAIT = Duration.ofMillis(500);

    /** Waits between two attempts. Returns false if there must be no further attempt. */
    interface Pause {

        boolean wait(Duration time) throws InterruptedException;
    }

    @Override
    public void send(MessageWriter message, Consumer<HttpResponse> onResponse, Consumer<Throwable> onError) {
        byte[] body = bytes(message, config.getCompressor());
        RequestResult result = counted(body);
        Duration wait = FIRST_WAIT;
        for (int i = 1;
                i < ATTEMPTS && result.retry() && waited(result.retryAfter().orElse(wait));
                i++) {
            result = counted(body);
            wait = wait.multipliedBy(2);
        }
        if (result.accepted()) {
            onResponse.accept(new Accepted());
        } else {
            onError.accept(new IOException(result.message()));
        }
    }

    /** Does not close the connection, because the creator of the connection closes the connection. */
    @Override
    public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
    }

    private static byte[] bytes(MessageWriter message, @Nullable Compressor compressor) {
        var bytes = new ByteArrayOutputStream(compressor == null ? message.getContentLength() : 16 * 1024);
        try (OutputStream out = compressor == null ? bytes : compressor.compress(bytes)) {
            message.writeMessage(out);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write a request to memory", e);
        }
        return bytes.toByteArray();
    }

    private boolean waited(Duration time) {
        if (time.compareTo(maxWait) > 0) {
            return false;
        }
        try {
            return pause.wait(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private RequestResult counted(byte[] body) {
        RequestResult result = attempt(body);
        counts.request(result);
        return result;
    }

    private RequestResult attempt(byte[] body) {
        try {
            Map<String, String> headers = signer.sign(config.getEndpoint(), headers(), body);
            return RequestResult.of(post.send(config.getEndpoint().getRawPath(), headers, body));
        } catch (UncheckedIOException e) {
            // The cause is an unreadable header value, or missing credentials for signing.
            return RequestResult.failed(
                    Outcome.UNAUTHORIZED, Objects.requireNonNullElse(e.getMessage(), "a header is missing"));
        } catch (IOException e) {
            return RequestResult.failed(
                    Outcome.UNREACHABLE,
                    Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName()));
        } catch (TimeoutException e) {
            return RequestResult.failed(Outcome.TIMEOUT, "no response in time");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return RequestResult.failed(Outcome.UNREACHABLE, "stopped");
        }
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        config.getHeadersSupplier().get().forEach((name, values) -> headers.put(name, String.join(",", values)));
        headers.put("Content-Type", config.getContentType());
        if (config.getCompressor() != null) {
            headers.put("Content-Encoding", config.getCompressor().getEncoding());
        }
        return headers;
    }

    /** The response properties that the SDK reads. The SDK reads no other properties. */
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
