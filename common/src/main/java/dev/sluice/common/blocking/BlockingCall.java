package dev.sluice.common.blocking;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One call that may block for a long time, such as reading a file from a hanging mount or looking up a host name
 * without a working DNS server. Nothing can interrupt such a call, so each BlockingCall has its own thread. A
 * BlockingCall runs at most one call at a time: a caller that arrives during a running call waits for the result of the
 * running call. No BlockingCall delays another. Thread-safe.
 *
 * @param <T> result of the call
 */
public final class BlockingCall<T> {

    /** Maximum time that callers wait for the result. The time is shorter than a request's default deadline. */
    public static final Duration DEADLINE = Duration.ofSeconds(5);

    /**
     * Deadline for callers whose requests time out after 4 s. The blocking call fails before the request, so that the
     * error message names the call.
     */
    public static final Duration SHORT_DEADLINE = Duration.ofSeconds(3);

    /** Maximum size of a file, far larger than any token, certificate or kubeconfig. */
    private static final int MAX_FILE_BYTES = 1 << 20;

    private final String what;
    private final Duration deadline;
    private final Callable<T> call;
    private @Nullable CompletableFuture<T> inProgress;

    /**
     * @param what the call in words, such as "reading the file /etc/token"; also the name of the thread
     * @param deadline maximum time that callers wait
     */
    public BlockingCall(String what, Duration deadline, Callable<T> call) {
        this.what = what;
        this.deadline = deadline;
        this.call = call;
    }

    /** Reads a file of at most 1 MiB. Fails with {@link IOException} for anything but a regular file. */
    public static BlockingCall<Buffer> reading(Path file) {
        return reading(file, DEADLINE);
    }

    /** Reads a file with the given deadline. */
    public static BlockingCall<Buffer> reading(Path file, Duration deadline) {
        return new BlockingCall<>("reading the file " + file, deadline, () -> content(file));
    }

    /** Looks up a host's address as the operating system does (nsswitch.conf, /etc/hosts, DNS). */
    public static BlockingCall<InetAddress> resolving(String host, Duration deadline) {
        return new BlockingCall<>("looking up the host name " + host, deadline, () -> InetAddress.getByName(host));
    }

    /**
     * Returns the result on the caller's context. Fails with the exception of the call, or with
     * {@link TimeoutException} after the deadline.
     */
    public Future<T> result(Vertx vertx) {
        Context context = vertx.getOrCreateContext();
        Promise<T> result = Promise.promise();
        long timer = vertx.setTimer(deadline.toMillis(), unused -> result.tryFail(late()));
        Future.fromCompletionStage(started(), context)
                .onComplete(unused -> vertx.cancelTimer(timer))
                .onComplete(result::tryComplete, result::tryFail);
        return result.future();
    }

    /**
     * Waits for the result outside the event loop.
     *
     * @throws IOException if the call fails or is late
     */
    public T await() throws IOException {
        try {
            return started().get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException(late().getMessage(), e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException known ? known : new IOException(what + " failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(what + " was interrupted", e);
        }
    }

    /**
     * Returns the text to append to "cannot be read"; empty if the reason of the failure would tell the reader nothing
     * new.
     */
    public static String reason(Throwable failure) {
        return failure instanceof FileSystemException file && file.getReason() != null ? ": " + file.getReason() : "";
    }

    private TimeoutException late() {
        return new TimeoutException(what + " takes longer than " + deadline.toSeconds() + " s");
    }

    private synchronized CompletableFuture<T> started() {
        CompletableFuture<T> before = inProgress;
        if (before != null && !before.isDone()) {
            return before;
        }
        CompletableFuture<T> now = new CompletableFuture<>();
        inProgress = now;
        Thread thread = new Thread(() -> run(now), what);
        thread.setDaemon(true);
        thread.start();
        return now;
    }

    private void run(CompletableFuture<T> result) {
        try {
            result.complete(call.call());
        } catch (Throwable e) {
            // Also completes the result after an Error, because a call without a result would seem to hang.
            result.completeExceptionally(e);
        }
    }

    /** Reads a file of at most 1 MiB on the caller's thread. Refuses anything but a regular file. */
    public static Buffer content(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileSystemException(file.toString(), null, "it is not a regular file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
            if (bytes.length > MAX_FILE_BYTES) {
                throw new FileSystemException(file.toString(), null, "it is larger than 1 MiB");
            }
            return Buffer.buffer(bytes);
        }
    }
}
