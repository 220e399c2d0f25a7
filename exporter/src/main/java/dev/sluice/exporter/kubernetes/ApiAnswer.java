package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.FailureKind;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes the answer to one request as it arrives, and judges it. */
final class ApiAnswer {

    private static final long LONGEST_RETRY_AFTER_SECONDS = 300;
    private static final int LONGEST_ERROR = 1 << 16;

    private final ApiRequest request;
    private final JsonSkimmer body;
    private final ErrorStatus error = new ErrorStatus();
    private final JsonSkimmer errorBody = new JsonSkimmer(ErrorStatus.tree(), error);
    private int status;
    private boolean json;
    private boolean errorReadable = true;
    private Optional<Duration> retryAfter = Optional.empty();
    private long bytes;

    ApiAnswer(ApiRequest request, FieldTree tree, FieldSink sink) {
        this.request = request;
        this.body = new JsonSkimmer(tree, sink);
    }

    ApiRequest request() {
        return request;
    }

    void head(int status, String contentType, @Nullable String retryAfter) {
        this.status = status;
        this.json = contentType.startsWith("application/json");
        this.retryAfter = retryAfter == null ? Optional.empty() : seconds(retryAfter);
    }

    /** Whether what comes is what was asked for. */
    boolean good() {
        return success() && json;
    }

    /**
     * The next bytes of the body; the array is reused afterwards.
     *
     * @throws ApiFailure where the rest need not be read any more
     */
    void bytes(byte[] chunk, int length) throws ApiFailure {
        bytes += length;
        if (good()) {
            body.feed(chunk, length);
        } else if (json && errorReadable && bytes <= LONGEST_ERROR) {
            try {
                errorBody.feed(chunk, length);
            } catch (ApiFailure e) {
                errorReadable = false;
            }
        }
    }

    long bytesReceived() {
        return bytes;
    }

    /** What was made is answered with 201. */
    private boolean success() {
        return status == 200 || status == 201;
    }

    /** The verdict, once the whole answer was read; returns how many JSON objects it had. */
    int end() throws ApiFailure {
        if (success() && !json) {
            throw new ApiFailure(FailureKind.UNDECODABLE, "the answer is not JSON: is this a Kubernetes API server?");
        }
        if (!success()) {
            throw refusal();
        }
        return body.end();
    }

    private ApiFailure refusal() {
        String what = request.resource().words();
        return switch (status) {
            case 401 ->
                failure(
                        FailureKind.UNAUTHORIZED,
                        ApiFailure.Remedy.RENEW_CREDENTIALS,
                        "HTTP 401: the API server does not accept our credentials");
            case 403 -> failure(FailureKind.UNAUTHORIZED, ApiFailure.Remedy.GRANT, missingRight());
            case 404 ->
                failure(
                        FailureKind.UNEXPECTED_STATUS,
                        ApiFailure.Remedy.REDISCOVER,
                        "HTTP 404: the API server has no " + what);
            case 409 ->
                failure(
                        FailureKind.UNEXPECTED_STATUS,
                        ApiFailure.Remedy.REREAD,
                        "HTTP 409 to " + request.verb() + " " + what + ": somebody else has written meanwhile"
                                + says());
            case 410 ->
                failure(
                        FailureKind.UNEXPECTED_STATUS,
                        ApiFailure.Remedy.RELIST,
                        "HTTP 410: the version of " + what + " that we have is too old");
            case 429 ->
                failure(
                        FailureKind.UNEXPECTED_STATUS,
                        ApiFailure.Remedy.RETRY,
                        "HTTP 429: the API server asks us to wait before we " + request.verb() + " " + what + " again");
            default ->
                failure(
                        FailureKind.UNEXPECTED_STATUS,
                        ApiFailure.Remedy.RETRY,
                        "HTTP " + status + " to " + request.verb() + " " + what + says());
        };
    }

    private String missingRight() {
        if (request.resource().plural().isEmpty()) {
            return "HTTP 403: our account may not get " + request.resource().path()
                    + ", which the ClusterRole system:discovery allows";
        }
        return "HTTP 403: our account may not " + request.verb() + " "
                + request.resource().words()
                + "; its role needs the verb \"" + request.verb() + "\" on \""
                + request.resource().plural() + "\" of the API group \""
                + request.resource().group() + "\"";
    }

    private String says() {
        return error.message.isEmpty() ? "" : ": " + error.message;
    }

    private ApiFailure failure(FailureKind kind, ApiFailure.Remedy remedy, String message) {
        return new ApiFailure(kind, remedy, message, retryAfter.or(() -> seconds(error.retryAfter)));
    }

    /** Seconds only: the API server never sends the header's other form, a date. */
    private static Optional<Duration> seconds(String text) {
        return Numbers.of(text).stream()
                .mapToObj(seconds -> Duration.ofSeconds(Math.min(seconds, LONGEST_RETRY_AFTER_SECONDS)))
                .findFirst();
    }

    /** What a Status object says. */
    private static final class ErrorStatus implements FieldSink {

        private static final int LONGEST = 200;

        private String message = "";
        private String retryAfter = "";

        static FieldTree tree() {
            return new FieldTree().with(Set.of(KubeField.STATUS_MESSAGE, KubeField.STATUS_RETRY_AFTER));
        }

        @Override
        public void value(KubeField field, String key, String text) {
            if (field == KubeField.STATUS_MESSAGE) {
                String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
                message = line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
            } else {
                retryAfter = text;
            }
        }
    }
}
