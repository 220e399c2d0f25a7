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
 * Ping, and a second question to slurmctld where ping says that no controller is up: with a token that slurmctld
 * refuses, slurmrestd says 200 and "down" of controllers that are up.
 */
final class ControllerCheck {

    /** slurmctld refuses a token within milliseconds; for one that is down, slurmrestd tries again for 10 s and more. */
    static final Duration MAX_REFUSAL = Duration.ofSeconds(2);

    private static final String NO_ANSWER = "no answer within " + MAX_REFUSAL.toSeconds() + " s";

    private final Supplier<Future<Fetched<List<Controller>>>> ping;
    private final Supplier<? extends Future<?>> question;

    private Future<?> asked = Future.succeededFuture();
    private boolean refused;
    private Optional<String> down = Optional.empty();
    private Runnable onUp = () -> {};

    /**
     * Asks nothing yet.
     *
     * @param question something that slurmctld answers quickly and refuses plainly
     */
    ControllerCheck(Supplier<Future<Fetched<List<Controller>>>> ping, Supplier<? extends Future<?>> question) {
        this.ping = ping;
        this.question = question;
    }

    Future<Fetched<List<Controller>>> controllers() {
        // A ping that fails says nothing of slurmctld: what was found down by an earlier one may be up.
        return ping.get().onFailure(unused -> down = Optional.empty()).compose(fetched -> {
            if (fetched.value().stream().flatMap(List::stream).anyMatch(Controller::up)) {
                refused = false;
                foundUp();
                return Future.succeededFuture(fetched);
            }
            Future<?> answer = answer();
            // What was found down is down until slurmctld answers the question or ping says otherwise.
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

    /** Runs whenever one is up again, or refuses the token, after none was. */
    void onUp(Runnable action) {
        onUp = action;
    }

    /** What slurmctld serves: not asked for while none is up, so that slurmrestd keeps a thread for ping. */
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

    /** A slurmctld that has refused the token before may be slow to do so again, and is not taken for one that is down. */
    private Future<?> inTime(Future<?> answer) {
        return refused ? answer : answer.timeout(MAX_REFUSAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** However late: a slurmctld that answers or refuses is up. */
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
            // What was known of it still holds; the next poll tells what has happened since.
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
