package dev.sluice.exporter;

import dev.sluice.exporter.config.ApiConfig;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.config.network.ListenConfig;
import dev.sluice.exporter.config.sink.OtlpConfig;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.poll.Time;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The exporter after it has asked every source once, on free ports of loopback, without publishing anything. */
final class FirstReading {

    private static final ListenConfig NOWHERE_ELSE = new ListenConfig("127.0.0.1", 0);
    private static final long STEP_MILLIS = 50;

    private FirstReading() {}

    /** Starts it and waits until each source has answered or failed, as long as answers may take. */
    static ExporterApp of(ExporterConfig config, Time time, Map<String, String> environment)
            throws IOException, InterruptedException {
        ExporterApp app = ExporterApp.withoutPublishing(
                new ExporterConfig(
                        config.clusters(),
                        config.poll(),
                        NOWHERE_ELSE,
                        new ApiConfig(NOWHERE_ELSE, false, false),
                        config.metrics(),
                        config.cloudWatch(),
                        OtlpConfig.DEFAULTS,
                        config.log()),
                time,
                environment);
        long deadline = time.nanoTime().getAsLong()
                + config.poll().jobsTimeout().plus(config.poll().timeout()).toNanos();
        while (!settled(app.sources()) && time.nanoTime().getAsLong() - deadline < 0) {
            Thread.sleep(STEP_MILLIS);
        }
        return app;
    }

    private static boolean settled(List<SourceStatus> sources) {
        return sources.stream()
                .allMatch(source -> source.observedAt().isPresent()
                        || source.failure().isPresent()
                        || source.absent().isPresent());
    }
}
