package dev.sluice.exporter;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.concurrent.Executors;

/**
 * Derives the metrics of one cluster on a separate thread. Expensive work delays neither the event loop nor another
 * cluster. Processes one response after another. A source is polled again only after its response has been processed,
 * so at most one response per source waits.
 */
final class ClusterWorker {

    private final WorkerExecutor executor;

    ClusterWorker(Vertx vertx, String cluster) {
        this.executor = vertx.createSharedWorkerExecutor("derive-" + cluster, 1);
    }

    /** Runs the work. The future completes on the caller's event loop and fails with the exception of the work. */
    Future<Void> run(Runnable work) {
        return executor.executeBlocking(Executors.callable(work)).mapEmpty();
    }
}
