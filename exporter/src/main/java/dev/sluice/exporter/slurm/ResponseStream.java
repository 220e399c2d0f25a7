package dev.sluice.exporter.slurm;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response as a blocking stream. The event loop adds the bytes, and a worker thread reads the bytes. If
 * the worker is slower, the response is paused, so that few bytes wait.
 */
final class ResponseStream extends InputStream {

    private static final int MAX_WAITING = 1 << 20;

    private final Context context;
    private final HttpClientResponse response;
    private final Queue<byte[]> waiting = new ArrayDeque<>();
    private byte[] chunk = {};
    private int at;
    private int waitingBytes;
    private long received;
    private boolean paused;
    private boolean ended;
    private @Nullable Throwable failure;

    /** Starts to receive the body. Called on the event loop of the response. */
    ResponseStream(Context context, HttpClientResponse response) {
        this.context = context;
        this.response = response;
        response.handler(this::add).endHandler(unused -> end()).exceptionHandler(this::fail);
    }

    private synchronized void add(Buffer buffer) {
        waiting.add(buffer.getBytes());
        waitingBytes += buffer.length();
        received += buffer.length();
        if (waitingBytes > MAX_WAITING && !paused) {
            paused = true;
            response.pause();
        }
        notifyAll();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Ends the stream: the reader fails. */
    synchronized void fail(Throwable cause) {
        if (failure == null && !ended) {
            failure = cause;
            waiting.clear();
            notifyAll();
        }
    }

    /** Returns the reason why the body is incomplete. */
    synchronized Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    synchronized long received() {
        return received;
    }

    @Override
    public synchronized int read() throws IOException {
        return next() ? chunk[at++] & 0xFF : -1;
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) throws IOException {
        if (!next()) {
            return -1;
        }
        int count = Math.min(length, chunk.length - at);
        System.arraycopy(chunk, at, into, offset, count);
        at += count;
        return count;
    }

    /** Waits for the next bytes; returns false at the end. */
    private boolean next() throws IOException {
        while (at == chunk.length) {
            while (waiting.isEmpty() && !ended && failure == null) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("the exporter stops");
                }
            }
            if (failure != null) {
                throw new IOException("the response is incomplete", failure);
            }
            if (waiting.isEmpty()) {
                return false;
            }
            chunk = waiting.remove();
            at = 0;
            waitingBytes -= chunk.length;
            if (paused && waitingBytes < MAX_WAITING / 2) {
                paused = false;
                context.runOnContext(unused -> response.resume());
            }
        }
        return true;
    }
}
