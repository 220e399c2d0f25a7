package dev.sluice.exporter.sink.prometheus;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Aborts the slowest responses while requests wait for a thread. The JDK's server writes with blocking calls, so each
 * client that does not read occupies a thread. If a thread is free, does not abort responses to slow clients.
 * Thread-safe.
 */
final class ResponseLimits {

    /** Maximum number of ticks for which a slow client may occupy a thread that another request needs. */
    static final int MAX_TICKS = 2;

    /** Threads that write a response, with the tick at which each thread started the response, oldest first. */
    private final Map<Thread, Long> writing = new LinkedHashMap<>();

    private long now;

    /** Writes a response. */
    @FunctionalInterface
    interface Response {
        void write() throws IOException;
    }

    /**
     * Writes a response on this thread. {@link #tick} may interrupt this thread; the interrupt closes the connection.
     */
    void write(Response response) throws IOException {
        synchronized (writing) {
            writing.put(Thread.currentThread(), now);
        }
        try {
            response.write();
        } finally {
            synchronized (writing) {
                writing.remove(Thread.currentThread());
                // Clears a late interrupt, so that the interrupt does not affect the next request on this thread.
                Thread.interrupted();
            }
        }
    }

    /**
     * Advances the time by one tick.
     *
     * @param waiting number of requests that wait for a thread
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
