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
 * @param outcome how it ended
 * @param rejected points that the receiver did not take although it took the others
 * @param message what the receiver or the network said, for people; may be empty
 * @param retry whether the same request may be sent again
 * @param retryAfter how long the receiver wants to be left alone before
 */
record RequestResult(Outcome outcome, long rejected, String message, boolean retry, Optional<Duration> retryAfter) {

    private static final int MAX_TEXT = 300;

    /** No response. */
    static RequestResult failed(Outcome outcome, String message) {
        return new RequestResult(outcome, 0, message, false, Optional.empty());
    }

    /** As the specification has it: the same request may be sent again after these four statuses alone. */
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

    /** In seconds; a date is left to our own waits. */
    private static Optional<Duration> retryAfter(HttpResponse<Buffer> response) {
        return Optional.ofNullable(response.getHeader("Retry-After"))
                .filter(text -> text.matches("\\d{1,6}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    /** The text of a refusal, for one line of a log. */
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

    /** Whether the receiver has looked at the request, so that another one may fare better. */
    boolean judged() {
        return accepted() || outcome == Outcome.REFUSED;
    }
}
