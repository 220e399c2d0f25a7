package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.cluster.Controller;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Pings the controllers. If ping reports no controller as up, sends a second request to slurmctld. A controller that is
 * "down" in the response to ping can be up: if slurmctld rejects the token, slurmrestd reports "down" with status 200.
 */
final class ControllerCheck {

    /** slurmctld refuses a token within milliseconds. If slurmctld is down, slurmrestd retries for 10 s or longer. */
    static final Duration MAX_REFUSAL = Duration.ofSeconds(2);

    private final Supplier<Future<Fetched<List<Controller>>>> ping;
    private final Supplier<? extends Future<?>> question;
    private final Duration maxRefusal;

    private Future<?> asked = Future.succeededFuture();
    private boolean refused;
    /** The hosts of the controllers that are down; empty while a controller is up. */
    private Optional<String> down = Optional.empty();

    private Runnable onUp = () -> {};

    /**
     * Creates the check. Does not send a request.
     *
     * @param question request to which slurmctld responds quickly, and whose response clearly shows a refused token
     * @param maxRefusal how long slurmctld may take to refuse a token
     */
    ControllerCheck(
            Supplier<Future<Fetched<List<Controller>>>> ping,
            Supplier<? extends Future<?>> question,
            Duration maxRefusal) {
        this.ping = ping;
        this.question = question;
        this.maxRefusal = maxRefusal;
    }

    Future<Fetched<List<Controller>>> controllers() {
        // A failed ping does not show the state of slurmctld. A slurmctld that was down before may now be up.
        return ping.get().onFailure(unused -> down = Optional.empty()).compose(fetched -> {
            if (fetched.value().stream().flatMap(List::stream).anyMatch(Controller::up)) {
                refused = false;
                foundUp();
                return Future.succeededFuture(fetched);
            }
            Future<?> answer = answer();
            // A slurmctld that was down counts as down until this slurmctld responds or ping reports this slurmctld as
            // up.
            return down.isPresent()
                    ? Future.succeededFuture(fetched)
                    : inTime(answer).transform(it -> judge(fetched, it));
        });
    }

    private void foundUp() {
        if (down.isPresent()) {
            down = Optional.empty();
            onUp.run();
        }
    }

    /**
     * Sets the action to run when slurmctld responds again after no controller was up. A refused token also counts as a
     * response.
     */
    void onUp(Runnable action) {
        onUp = action;
    }

    /**
     * Sends a request to slurmctld. While no slurmctld is up, fails without sending the request, so that slurmrestd
     * keeps a free thread for ping.
     */
    <T> Future<T> whileUp(Supplier<Future<T>> request) {
        return down.<Future<T>>map(hosts -> Future.failedFuture(FetchFailure.withoutRequest(
                        FailureKind.UNEXPECTED_STATUS, "slurmctld on " + hosts + " does not respond")))
                .orElseGet(request);
    }

    private Future<?> answer() {
        if (asked.isComplete()) {
            asked = question.get().onComplete(this::learn);
        }
        return asked;
    }

    /**
     * Applies no timeout if slurmctld refused the token before. A slurmctld that is up can need a long time to refuse
     * the token again.
     */
    private Future<?> inTime(Future<?> answer) {
        return refused ? answer : answer.timeout(maxRefusal.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Records a response, even a late response. A slurmctld that responds is up, even if slurmctld rejects the token.
     */
    private void learn(AsyncResult<?> answer) {
        refused = isRefusal(answer.cause());
        if (refused || answer.succeeded()) {
            foundUp();
        }
    }

    private Future<Fetched<List<Controller>>> judge(Fetched<List<Controller>> allDown, AsyncResult<?> answer) {
        if (isRefusal(answer.cause())) {
            return Future.failedFuture(new FetchFailure(
                    FailureKind.UNAUTHORIZED,
                    "slurmctld rejects the token (ping reports the same as for a controller that is down)"));
        }
        if (answer.succeeded()) {
            // Keeps the known state. The next poll shows later changes.
            return Future.succeededFuture(unchanged(allDown));
        }
        down = Optional.of(allDown.value().stream()
                .flatMap(List::stream)
                .map(Controller::host)
                .collect(Collectors.joining(" and ")));
        return Future.succeededFuture(allDown);
    }

    static boolean isRefusal(@Nullable Throwable failure) {
        return failure instanceof FetchFailure known && known.kind() == FailureKind.UNAUTHORIZED;
    }

    private static <T> Fetched<T> unchanged(Fetched<T> fetched) {
        return new Fetched<>(
                Optional.empty(), fetched.apiVersion(), fetched.release(), fetched.bytes(), 0, Optional.empty());
    }
}
