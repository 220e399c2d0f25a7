package dev.sluice.common.blocking;

import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for results of an event loop, on a thread that may block. */
public final class Waiting {

    private static final int MAX_SECONDS = 5;

    private Waiting() {}

    /**
     * Returns the result of a stage.
     *
     * @throws IOException if the stage fails or takes more than five seconds
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
