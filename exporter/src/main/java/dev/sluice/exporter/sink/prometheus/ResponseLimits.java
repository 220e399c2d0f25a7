package dev.sluice.exporter.sink.prometheus;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cuts off the slowest clients where requests wait for a thread. The JDK's server writes with blocking calls, so each client
 * that does not read holds a thread; as long as a thread is free, it may take its time. Thread-safe.
 */
final class ResponseLimits {

    /** Ticks for which a client may hold a thread that somebody else needs. */
    static final int MAX_TICKS = 2;

    /** Threads that write a response, and since which tick, the oldest first. */
    private final Map<Thread, Long> writing = new LinkedHashMap<>();

    private long now;

    /** Something that writes a response. */
    @FunctionalInterface
    interface Response {
        void write() throws IOException;
    }

    /** Writes a response on this thread, which {@link #tick} may interrupt; that closes the connection. */
    void write(Response response) throws IOException {
        synchronized (writing) {
            writing.put(Thread.currentThread(), now);
        }
        try {
            response.write();
        } finally {
            synchronized (writing) {
                writing.remove(Thread.currentThread());
                // An interrupt that came too late is not for the next request on this thread.
                Thread.interrupted();
            }
        }
    }

    /**
     * Some time has passed.
     *
     * @param waiting how many requests wait for a thread
     */
    void tick(int waiting) {
        synchronized (writing) {
            now++;
            List<Thread> slowest = new ArrayList<>();
            writing.forEach((thread, since) -> {
                if (slowest.size() < waiting && now - since >= MAX_TICKS) {
                    slowest.add(thread);
                }
            });
            slowest.forEach(Thread::interrupt);
        }
    }
}
