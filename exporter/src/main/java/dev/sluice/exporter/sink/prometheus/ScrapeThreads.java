package dev.sluice.exporter.sink.prometheus;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads of the metrics server. The JDK's server reads and writes with blocking calls, so each slow client occupies
 * a thread. While requests wait for a thread, aborts the slowest requests.
 */
final class ScrapeThreads extends ThreadPoolExecutor {

    /** Maximum number of ticks for which a slow client may occupy a thread that another request needs. */
    static final int MAX_TICKS = 2;

    private static final int THREADS = 16;

    /** Threads with a request, and the tick at which the request started, oldest first. */
    private final Map<Thread, Long> busy = new LinkedHashMap<>();

    private long now;

    ScrapeThreads() {
        super(THREADS, THREADS, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), ScrapeThreads::daemon);
        allowCoreThreadTimeOut(true);
    }

    static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "metrics-http");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable request) {
        synchronized (busy) {
            busy.put(thread, now);
        }
    }

    @Override
    protected void afterExecute(Runnable request, @Nullable Throwable failure) {
        synchronized (busy) {
            busy.remove(Thread.currentThread());
        }
    }

    /** Advances the time by one tick. An interrupt closes the connection. */
    void tick() {
        synchronized (busy) {
            now++;
            List<Thread> slow = busy.entrySet().stream()
                    .filter(one -> now - one.getValue() >= MAX_TICKS)
                    .map(Map.Entry::getKey)
                    .toList();
            slow.stream().limit(getQueue().size()).forEach(Thread::interrupt);
        }
    }
}
