package dev.sluice.exporter.api;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.function.Supplier;

/**
 * Creates responses whose computation visits every job. Creates one response at a time, on a worker thread. Used on one
 * event loop.
 */
final class Searches {

    /** Maximum number of running and queued searches. With 100,000 jobs, a search takes a tenth of a second. */
    static final int MAX_SEARCHES = 16;

    private final WorkerExecutor executor;
    private int running;

    Searches(Vertx vertx) {
        this.executor = vertx.createSharedWorkerExecutor("api-search", 1);
    }

    /** Returns true if another search may be queued. */
    boolean admit() {
        return running < MAX_SEARCHES;
    }

    /** Creates a response on the worker thread, and returns the response on the event loop. */
    Future<Answer> make(Supplier<Answer> search) {
        running++;
        return executor.executeBlocking(search::get).onComplete(unused -> running--);
    }

    Future<Void> close() {
        return executor.close();
    }
}
