package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.controller.Controller;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Pings the controllers. If ping reports no controller up, sends slurmctld a second request: if slurmctld refuses the
 * token, slurmrestd responds with status 200 and reports "down" for controllers that are up.
 */
final class ControllerCheck {

    /** slurmctld refuses a token within milliseconds; if slurmctld is down, slurmrestd retries for 10 s and longer. */
    static final Duration MAX_REFUSAL = Duration.ofSeconds(2);

    private static final String NO_ANSWER = "no answer within " + MAX_REFUSAL.toSeconds() + " s";

    private final Supplier<Future<Fetched<List<Controller>>>> ping;
    private final Supplier<? extends Future<?>> question;

    private Future<?> asked = Future.succeededFuture();
    private boolean refused;
    private Optional<String> down = Optional.empty();
    private Runnable onUp = () -> {};

    /**
     * Creates the check without sending a request.
     *
     * @param question request to which slurmctld responds quickly and which it refuses clearly
     */
    ControllerCheck(Supplier<Future<Fetched<List<Controller>>>> ping, Supplier<? extends Future<?>> question) {
        this.ping = ping;
        this.question = question;
    }

    Future<Fetched<List<Controller>>> controllers() {
        // A failed ping is no information about slurmctld: a slurmctld found down earlier may be up.
        return ping.get().onFailure(unused -> down = Optional.empty()).compose(fetched -> {
            if (fetched.value().stream().flatMap(List::stream).anyMatch(Controller::up)) {
                refused = false;
                foundUp();
                return Future.succeededFuture(fetched);
            }
            Future<?> answer = answer();
            // A slurmctld found down stays down until it responds or ping reports it up.
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

    /** Sets the action to run when slurmctld is up again, or refuses the token, after no controller was up. */
    void onUp(Runnable action) {
        onUp = action;
    }

    /**
     * Sends a request to slurmctld. Fails without sending it while no slurmctld is up, so that slurmrestd keeps a
     * thread for ping.
     */
    <T> Future<T> whileUp(Supplier<Future<T>> request) {
        return down.<Future<T>>map(reason -> Future.failedFuture(FetchFailure.withoutRequest(
                        FailureKind.UNEXPECTED_STATUS,
                        "not asked for while no slurmctld is up; it was found down by: " + reason)))
                .orElseGet(request);
    }

    private Future<?> answer() {
        if (asked.isComplete()) {
            asked = question.get().onComplete(this::learn);
        }
        return asked;
    }

    /**
     * Applies no timeout to a slurmctld that refused the token before: it may be slow to refuse again without being
     * down.
     */
    private Future<?> inTime(Future<?> answer) {
        return refused ? answer : answer.timeout(MAX_REFUSAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Records a response, however late: a slurmctld that responds or refuses is up. */
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
                    "slurmctld refuses the token, and ping cannot tell that from a controller that is down"));
        }
        if (answer.succeeded()) {
            // The known state still holds; the next poll shows what has happened since.
            return Future.succeededFuture(unchanged(allDown));
        }
        down = Optional.of(answer.cause() instanceof FetchFailure known ? known.message() : NO_ANSWER);
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
