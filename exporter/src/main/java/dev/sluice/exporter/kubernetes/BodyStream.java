package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.FailureKind;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** The body of a response as it arrives. A reader waits for a limited time, because silence can mean a lost peer. */
final class BodyStream extends InputStream {

    /** Maximum size of an object, or of a response that is one object. etcd stores at most 1.5 MiB. */
    private static final int MAX_OBJECT = 4 << 20;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Waits waits;
    private final Duration silence;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final CompletableFuture<HttpResponse<AsyncBody>> sent;
    private final HttpResponse<AsyncBody> response;
    private ByteBuffer part = NOTHING;
    private boolean over;
    private long bytes;
    private long bytesBeforeObject;

    /** The head without bytes, a part of the body, or the end. */
    private record Event(ByteBuffer bytes, boolean end, Optional<Throwable> failure) {

        static Event of(ByteBuffer bytes) {
            return new Event(bytes, false, Optional.empty());
        }

        static Event end(@Nullable Throwable failure) {
            return new Event(NOTHING, true, Optional.ofNullable(failure));
        }
    }

    /**
     * Sends a request, and waits for the beginning of the response.
     *
     * @param head maximum time until the head of the response
     * @param silence maximum time without data after the head
     */
    BodyStream(HttpClient http, HttpRequest request, Waits waits, Duration head, Duration silence) throws IOException {
        this.waits = waits;
        this.silence = silence;
        this.sent = http.consumeBytes(request, (parts, body) -> parts.forEach(each -> events.add(Event.of(each))));
        CompletableFuture<?> unusedStart = sent.handle(this::begun);
        try {
            next(head);
            this.response = sent.join();
        } catch (IOException e) {
            if (!sent.cancel(true)) {
                CompletableFuture<?> unusedBody =
                        sent.thenAccept(late -> late.body().cancel());
            }
            throw e;
        }
    }

    private boolean begun(@Nullable HttpResponse<AsyncBody> head, @Nullable Throwable failure) {
        if (head == null) {
            return events.add(Event.end(failure));
        }
        events.add(Event.of(NOTHING));
        CompletableFuture<?> unusedEnd = head.body().done().handle((none, broken) -> events.add(Event.end(broken)));
        return true;
    }

    HttpResponse<AsyncBody> response() {
        return response;
    }

    /** Begins an object of a list or a watch: the size of the objects before it does not count. */
    void beginObject() {
        bytesBeforeObject = bytes;
    }

    long bytes() {
        return bytes;
    }

    private Event next(Duration atMost) throws IOException {
        try {
            Event event = waits.poll(events, atMost)
                    .orElseThrow(() -> new ApiFailure(
                            FailureKind.TIMEOUT, "no data from the API server within " + atMost.toSeconds() + " s"));
            if (event.failure().isPresent()) {
                throw ApiFailure.of(event.failure().get());
            }
            return event;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        while (!part.hasRemaining() && !over) {
            response.body().consume();
            Event event = next(silence);
            over = event.end();
            part = event.bytes();
        }
        if (over) {
            return -1;
        }
        int count = Math.min(length, part.remaining());
        part.get(into, from, count);
        bytes += count;
        if (bytes - bytesBeforeObject > MAX_OBJECT) {
            throw new ApiFailure(FailureKind.TOO_LARGE, "an object has more than " + (MAX_OBJECT >> 20) + " MiB");
        }
        return count;
    }

    @Override
    public void close() {
        response.body().cancel();
        sent.cancel(true);
    }
}
