package dev.sluice.common.blocking;

import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for results of an event loop, on a thread that may block. */
public final class Waiting {

    /** Maximum seconds for a start. A busy machine can delay a start. */
    private static final int START_SECONDS = 30;

    /** Kubernetes kills a container 30 s after the request to stop. */
    private static final int STOP_SECONDS = 5;

    private Waiting() {}

    /**
     * Returns the result of a start.
     *
     * @throws IOException if the start fails or takes more than half a minute
     */
    public static <T> T forStart(CompletionStage<T> stage) throws IOException {
        return forResult(stage, START_SECONDS);
    }

    /**
     * Returns the result of a stop or of another short task on the event loop.
     *
     * @throws IOException if the stage fails or takes more than five seconds
     */
    public static <T> T forResult(CompletionStage<T> stage) throws IOException {
        return forResult(stage, STOP_SECONDS);
    }

    private static <T> T forResult(CompletionStage<T> stage, int seconds) throws IOException {
        try {
            return stage.toCompletableFuture().get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new IOException("no answer within " + seconds + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
