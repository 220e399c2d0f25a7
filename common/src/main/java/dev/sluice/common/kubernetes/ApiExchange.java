package dev.sluice.common.kubernetes;

import dev.sluice.common.net.ConnectionFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One request with its response. A list must be complete by the deadline. A watch must begin by the deadline and then
 * keep sending data, because silence is the only sign of a lost peer.
 */
public final class ApiExchange {

    private static final int CHUNK = 1 << 16;

    private final Timers timers;
    private final ApiAnswer answer;
    private final Limits limits;
    private final Runnable alive;
    private byte[] chunk = {};
    private final Promise<End> end = Promise.promise();
    private long timer;
    private @Nullable HttpClientRequest request;
    private boolean over;

    /** The kind of end of an exchange that did not fail. */
    public enum End {
        /** The server completed the response. */
        WHOLE,
        /** The client ended a silent watch. */
        SILENT
    }

    /**
     * The time limits of an exchange.
     *
     * @param deadline time limit for the complete response, or for the beginning of a watch
     * @param silence maximum time between two parts of a watch; zero for other requests
     */
    public record Limits(Duration deadline, Duration silence) {}

    /**
     * @param alive called for the head and every part of a successful response
     */
    ApiExchange(Timers timers, Limits limits, ApiAnswer answer, Runnable alive) {
        this.timers = timers;
        this.limits = limits;
        this.answer = answer;
        this.alive = alive;
        this.timer = timers.set(limits.deadline(), () -> fail(late()));
    }

    private ApiFailure late() {
        String reason = "no full response within " + limits.deadline().toSeconds() + " s";
        KubernetesRequest request = answer.request();
        return ApiFailure.unanswered(
                ApiFailure.Kind.TIMEOUT,
                reason + " to " + request.verb() + " " + request.resource().words(),
                reason);
    }

    /** Completes at the end of the response; fails with {@link ApiFailure}. */
    public Future<End> end() {
        return end.future();
    }

    long bytesReceived() {
        return answer.bytesReceived();
    }

    /** Cancels the exchange; its future fails. */
    public void cancel() {
        fail(new ApiFailure(ApiFailure.Kind.UNREACHABLE, "stopped"));
    }

    void fail(Throwable failure) {
        if (finish()) {
            end.fail(explained(failure));
        }
    }

    void send(HttpClientRequest request) {
        this.request = request;
        if (over) {
            request.reset();
            return;
        }
        String body = answer.request().body();
        (body.isEmpty() ? request.send() : request.send(body)).onComplete(this::read, this::fail);
    }

    private void read(HttpClientResponse response) {
        String contentType = response.getHeader("Content-Type");
        answer.head(response.statusCode(), contentType == null ? "" : contentType, response.getHeader("Retry-After"));
        if (over) {
            return;
        }
        signOfLife();
        response.handler(this::pass);
        response.end().onComplete(unused -> whole(), this::fail);
    }

    private void pass(Buffer buffer) {
        if (over) {
            return;
        }
        signOfLife();
        if (chunk.length < Math.min(CHUNK, buffer.length())) {
            chunk = new byte[Math.min(CHUNK, buffer.length())];
        }
        try {
            for (int from = 0; from < buffer.length() && !over; from += CHUNK) {
                int length = Math.min(CHUNK, buffer.length() - from);
                buffer.getBytes(from, from + length, chunk, 0);
                answer.bytes(chunk, length);
            }
        } catch (ApiFailure failure) {
            fail(failure);
        }
    }

    private void signOfLife() {
        if (!answer.good()) {
            return;
        }
        if (!limits.silence().isZero()) {
            timers.cancel(timer);
            timer = timers.set(limits.silence(), this::silent);
        }
        alive.run();
    }

    private void silent() {
        if (finish()) {
            end.complete(End.SILENT);
        }
    }

    private void whole() {
        if (over) {
            return;
        }
        over = true;
        timers.cancel(timer);
        try {
            answer.end();
            end.complete(End.WHOLE);
        } catch (ApiFailure failure) {
            end.fail(failure);
        }
    }

    private boolean finish() {
        if (over) {
            return false;
        }
        over = true;
        timers.cancel(timer);
        if (request != null) {
            request.reset();
        }
        return true;
    }

    private static ApiFailure explained(Throwable failure) {
        if (failure instanceof ApiFailure known) {
            return known;
        }
        ConnectionFailure why = ConnectionFailure.of(failure);
        return switch (why.kind()) {
            case LATE -> new ApiFailure(ApiFailure.Kind.TIMEOUT, why.reason());
            case UNRESOLVED -> unreachable("the API server's host name does not resolve", why);
            case PLAIN -> unreachable("the API server speaks plain HTTP, not TLS", why);
            case TLS, CUT -> unreachable("TLS with the API server failed: " + why.reason(), why);
            case REFUSED -> unreachable("no connection to the API server: " + why.reason(), why);
            case BROKEN -> unreachable("the connection to the API server broke: " + why.reason(), why);
        };
    }

    private static ApiFailure unreachable(String message, ConnectionFailure why) {
        return ApiFailure.unanswered(ApiFailure.Kind.UNREACHABLE, message, why.reason());
    }
}
