package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.slurm.StubSlurmrestd;
import dev.sluice.exporter.slurm.Waiting;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FirstReadingTest {

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() {
        Waiting.forResult(vertx.close());
    }

    @Test
    void closesItsApplicationWhereItIsInterrupted() {
        Thread reader = Thread.currentThread();
        AtomicBoolean interrupted = new AtomicBoolean();
        try (StubSlurmrestd slurmrestd = StubSlurmrestd.start(vertx)) {
            // Never responds. The connection stays open while the application runs.
            slurmrestd.answer("/openapi/v3", request -> {
                if (interrupted.compareAndSet(false, true)) {
                    reader.interrupt();
                }
            });
            ExporterConfig config = Loaded.good("""
                    clusters: [{name: alpha, slurm: {url: 'http://127.0.0.1:%d'}}]
                    poll: {timeout: 1h, jobsTimeout: 1h}
                    """.formatted(slurmrestd.port()));

            assertThatThrownBy(() -> FirstReading.doctor(config, Time.system(), Map.of(), List.of()))
                    .isInstanceOf(InterruptedException.class);

            assertThat(slurmrestd.connections()).isPositive();
            Patience.await().until(() -> slurmrestd.openConnections() == 0);
        }
    }
}
