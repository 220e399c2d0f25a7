package dev.sluice.exporter.sink.prometheus;

import dev.sluice.exporter.access.ListenConfig;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.metrics.MetricBatch;
import io.vertx.core.Vertx;
import java.util.function.Supplier;

/** A metrics server on a free port, with an event loop of its own. */
public final class ServedMetrics implements AutoCloseable {

    private final Vertx vertx = Vertx.vertx();
    private final int port;

    public ServedMetrics(PrometheusSink sink, Supplier<MetricBatch> live) {
        ListenConfig listen = new ListenConfig("127.0.0.1", 0);
        port = new MetricsServer(vertx, listen, Protection.none(), sink, live)
                .start()
                .await();
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        vertx.close().await();
    }
}
