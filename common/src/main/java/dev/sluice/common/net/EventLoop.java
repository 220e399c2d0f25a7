package dev.sluice.common.net;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Creates the Vert.x instance of a program, and waits for its results on a thread that may block. */
public final class EventLoop {

    /** Maximum seconds for a start. A busy machine can delay a start. */
    public static final int START_SECONDS = 30;

    /** Kubernetes kills a container 30 s after the request to stop. */
    public static final int STOP_SECONDS = 5;

    private EventLoop() {}

    /**
     * Creates a Vert.x instance with one event loop. The JVM looks up host names on {@code BlockingCall} threads,
     * because Netty's resolver falls back to public name servers if resolv.conf is missing.
     */
    public static Vertx create() {
        System.getProperties().putIfAbsent("vertx.disableDnsResolver", "true");
        return Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                // Uses no cache folder, because the root file system can be read-only.
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
    }

    /**
     * Returns the result of a future.
     *
     * @throws IOException if the future fails or takes more time
     */
    public static <T> T await(Future<T> future, int seconds) throws IOException {
        try {
            return future.toCompletionStage().toCompletableFuture().get(seconds, TimeUnit.SECONDS);
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
