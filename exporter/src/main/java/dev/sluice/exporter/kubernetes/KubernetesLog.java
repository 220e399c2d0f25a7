package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.poll.SourceLog;
import java.util.concurrent.Executor;

/**
 * Logs the failures and recoveries of watches. Callable from any thread.
 *
 * @param loop runs tasks on the event loop of the log
 */
record KubernetesLog(SourceLog log, Executor loop) {

    void failed(String source, ApiFailure failure, boolean repeated) {
        loop.execute(() -> log.failed(source, failure.kind(), failure.message(), repeated));
    }

    void recovered(String source) {
        loop.execute(() -> log.recovered(source));
    }
}
