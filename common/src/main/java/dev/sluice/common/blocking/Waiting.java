package dev.sluice.common.blocking;

import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what an event loop does, on a thread that may wait. */
public final class Waiting {

    private static final int MAX_SECONDS = 5;

    private Waiting() {}

    /**
     * The result of a stage.
     *
     * @throws IOException where the stage fails or has no result within five seconds
     */
    public static <T> T forResult(CompletionStage<T> stage) throws IOException {
        try {
            return stage.toCompletableFuture().get(MAX_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new IOException("no answer within " + MAX_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
