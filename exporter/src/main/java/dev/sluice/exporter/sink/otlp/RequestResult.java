package dev.sluice.exporter.sink.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.metrics.process.OtlpMetrics.Outcome;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of one request.
 *
 * @param outcome class of the result
 * @param rejected number of points that the receiver rejected, although the receiver accepted the other points
 * @param message text for people, from the receiver or the network; can be empty
 * @param retry true if the same request may be sent again
 * @param retryAfter minimum delay before the retry that the receiver requests
 */
record RequestResult(Outcome outcome, long rejected, String message, boolean retry, Optional<Duration> retryAfter) {

    private static final int MAX_TEXT = 300;

    /** Returns the result of a request without a response. */
    static RequestResult failed(Outcome outcome, String message) {
        return new RequestResult(outcome, 0, message, false, Optional.empty());
    }

    /**
     * Returns the result of a request with a response. In the OTLP specification, only these four statuses allow a
     * retry.
     */
    static RequestResult of(HttpResponse<Buffer> response) {
        int status = response.statusCode();
        if (status >= 200 && status < 300) {
            return accepted(PartialSuccess.in(response.body().getBytes()));
        }
        Outcome outcome = switch (status) {
            case 401, 403 -> Outcome.UNAUTHORIZED;
            case 429 -> Outcome.THROTTLED;
            default -> status >= 500 ? Outcome.UNAVAILABLE : Outcome.REFUSED;
        };
        boolean retry = status == 429 || status == 502 || status == 503 || status == 504;
        return new RequestResult(outcome, 0, explanation(response), retry, retryAfter(response));
    }

    private static RequestResult accepted(PartialSuccess partial) {
        Outcome outcome = partial.rejected() == 0 ? Outcome.OK : Outcome.PARTIAL;
        return new RequestResult(outcome, partial.rejected(), partial.message(), false, Optional.empty());
    }

    /** Reads only a number of seconds. If the header contains a date, the sender's own delay applies. */
    private static Optional<Duration> retryAfter(HttpResponse<Buffer> response) {
        return Optional.ofNullable(response.getHeader("Retry-After"))
                .filter(text -> text.matches("\\d{1,6}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    /** Returns the text of a refusal as one line for the log. */
    private static String explanation(HttpResponse<Buffer> response) {
        boolean protobuf = Optional.ofNullable(response.getHeader("Content-Type"))
                .filter(type -> type.toLowerCase(Locale.ROOT).contains("protobuf"))
                .isPresent();
        String text = protobuf
                ? PartialSuccess.statusMessage(response.body().getBytes())
                : new String(response.body().getBytes(), UTF_8);
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return "status " + response.statusCode() + (line.isEmpty() ? "" : ": " + shortened(line));
    }

    static String shortened(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
    }

    boolean accepted() {
        return outcome == Outcome.OK || outcome == Outcome.PARTIAL;
    }

    /** Returns true if the receiver evaluated the request. In this case, a different request may succeed. */
    boolean judged() {
        return accepted() || outcome == Outcome.REFUSED;
    }
}
