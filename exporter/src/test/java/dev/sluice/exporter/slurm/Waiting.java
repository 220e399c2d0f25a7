package dev.sluice.exporter.slurm;

import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits, on the thread of a test, for events on event loops. */
public final class Waiting {

    private static final int AT_MOST_SECONDS = 60;

    private Waiting() {}

    public static <T> T forResult(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(AT_MOST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("did not succeed: " + e, e);
        }
    }

    /** Sends a request on the context, like the poller. Returns the result. */
    public static <T> T forAnswer(Context context, Supplier<Future<T>> request) throws FetchFailure {
        CompletableFuture<T> result = new CompletableFuture<>();
        context.runOnContext(unused -> {
            try {
                request.get().onComplete(result::complete, result::completeExceptionally);
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        try {
            return result.get(AT_MOST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof FetchFailure failure) {
                throw failure;
            }
            throw new AssertionError("not a typed failure: " + e.getCause(), e);
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("no answer and no failure", e);
        }
    }

    /** Returns the failure of the request; throws {@link AssertionError} if the request succeeds. */
    public static <T> FetchFailure forFailure(Context context, Supplier<Future<T>> request) {
        try {
            throw new AssertionError("did not fail but gave " + forAnswer(context, request));
        } catch (FetchFailure failure) {
            return failure;
        }
    }
}
