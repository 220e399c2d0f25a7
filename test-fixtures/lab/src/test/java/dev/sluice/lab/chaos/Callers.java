package dev.sluice.lab.chaos;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Clients that read the healthy cluster's desired replicas from the adapter, over TLS with a bearer token. Each request
 * has its own token and user, so that no response comes from the adapter's cache.
 */
final class Callers {

    private static final String PATH = "/apis/external.metrics.k8s.io/v1beta1/namespaces/slurm/"
            + "slurm_nodeset_desired_replicas?labelSelector=nodeset%3Dslurm-worker-gpu-h100,cluster%3D" + Stage.HEALTHY;
    private static final Pattern VALUE = Pattern.compile("\"value\":\"([^\"]*)\"");
    private static final int OK = 200;
    private static final long NEVER = Long.MIN_VALUE;
    /** HTTP statuses for an unknown user, a missing permission, and an unavailable API server. */
    private static final Set<Integer> REFUSALS = Set.of(401, 403, 503);
    /** Maximum number of waiting requests. */
    private static final int MAX_WAITING = 8;

    private final HttpClient client = Web.client();
    private final AtomicInteger number = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong answeredAt = new AtomicLong(NEVER);
    private volatile Optional<String> expected = Optional.empty();

    /** A kind of client. The kinds differ in the API server's review of the client's token. */
    enum Caller {
        READER(Optional.of(true)),
        DENIED(Optional.of(false)),
        UNKNOWN(Optional.empty());

        private final Optional<Boolean> mayRead;

        Caller(Optional<Boolean> mayRead) {
            this.mayRead = mayRead;
        }

        /** Returns true if the user has the permission to read; empty for an unknown token. */
        Optional<Boolean> mayRead() {
            return mayRead;
        }

        String user() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private HttpRequest request(int port, Caller caller) {
        return HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + PATH))
                .header("Authorization", "Bearer " + caller.user() + "-" + number.incrementAndGet() + "." + Stage.TOKEN)
                .timeout(Stage.TIMEOUT.multipliedBy(3))
                .build();
    }

    /** Sends one request per kind and checks the responses. */
    void ask(Findings now, Stage stage) {
        for (Caller caller : Caller.values()) {
            if (waiting.get() < MAX_WAITING) {
                waiting.incrementAndGet();
                CompletableFuture<?> unused = ask(now, stage, caller).whenComplete((answer, failure) -> {
                    waiting.decrementAndGet();
                    if (failure != null && failure.getCause() instanceof HttpTimeoutException) {
                        now.defect("hang: the adapter does not answer " + caller.user());
                    }
                });
            }
        }
    }

    /** Sends many requests at the same time. Some requests get no connection. */
    void askAtOnce(Findings now, Stage stage, int requests) {
        Caller[] callers = Caller.values();
        for (int i = 0; i < requests; i++) {
            CompletableFuture<?> unused = ask(now, stage, callers[i % callers.length]);
        }
    }

    private CompletableFuture<HttpResponse<String>> ask(Findings now, Stage stage, Caller caller) {
        return client.sendAsync(request(stage.ports().adapter(), caller), BodyHandlers.ofString())
                .whenComplete((answer, failure) -> {
                    if (failure == null) {
                        judge(now, caller, answer);
                    }
                });
    }

    private void judge(Findings now, Caller caller, HttpResponse<String> answer) {
        if (answer.statusCode() != OK) {
            if (!REFUSALS.contains(answer.statusCode())) {
                now.defect("adapter: answers " + answer.statusCode() + " to " + caller.user());
            }
            return;
        }
        if (caller != Caller.READER) {
            now.defect("access: the adapter answers 200 to a token that is " + caller.user());
            return;
        }
        Matcher value = VALUE.matcher(answer.body());
        String said = value.find() ? value.group(1) : "nothing";
        if (expected.isEmpty()) {
            expected = Optional.of(said);
        }
        if (!expected.equals(Optional.of(said))) {
            now.defect("adapter: the metric is " + said + ", not " + expected.orElse(""));
        }
        answeredAt.compareAndSet(NEVER, System.nanoTime());
    }

    /** Starts to wait for the next metric value. */
    void begin() {
        answeredAt.set(NEVER);
    }

    /**
     * Returns the time of the first metric value since {@link #begin}, as {@link System#nanoTime()}; empty before the
     * first value.
     */
    OptionalLong answeredAt() {
        long at = answeredAt.get();
        return at == NEVER ? OptionalLong.empty() : OptionalLong.of(at);
    }
}
