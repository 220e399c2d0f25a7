package dev.sluice.exporter.api;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.function.Supplier;

/** Makes answers that visit every job, one at a time on a thread of its own. Used on one event loop. */
final class Searches {

    /** Searches that run or wait; one takes a tenth of a second at 100,000 jobs. */
    static final int MAX_SEARCHES = 16;

    private final WorkerExecutor executor;
    private int running;

    Searches(Vertx vertx) {
        this.executor = vertx.createSharedWorkerExecutor("api-search", 1);
    }

    /** Whether another search may be added. */
    boolean admit() {
        return running < MAX_SEARCHES;
    }

    /** The answer, on the event loop again. */
    Future<Answer> make(Supplier<Answer> search) {
        running++;
        return executor.executeBlocking(search::get).onComplete(unused -> running--);
    }

    Future<Void> close() {
        return executor.close();
    }
}
