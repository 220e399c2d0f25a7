package dev.sluice.exporter;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.concurrent.Executors;

/**
 * Turns the answers of one cluster into numbers, one after another on a thread of its own: what is expensive there
 * delays neither the event loop nor another cluster. A source is not polled again before its answer is done with, so
 * that no more than one answer of each waits.
 */
final class ClusterWorker {

    private final WorkerExecutor executor;

    ClusterWorker(Vertx vertx, String cluster) {
        this.executor = vertx.createSharedWorkerExecutor("derive-" + cluster, 1);
    }

    /** Completes on the caller's event loop once the work is done; fails with what it throws. */
    Future<Void> run(Runnable work) {
        return executor.executeBlocking(Executors.callable(work)).mapEmpty();
    }
}
