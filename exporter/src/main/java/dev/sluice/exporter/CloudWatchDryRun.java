package dev.sluice.exporter;

import dev.sluice.exporter.config.ApiConfig;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.config.network.ListenConfig;
import dev.sluice.exporter.config.sink.OtlpConfig;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.poll.Time;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads every source once, as the exporter does, and shows what it would publish to CloudWatch, without publishing. */
final class CloudWatchDryRun {

    private static final ListenConfig NOWHERE_ELSE = new ListenConfig("127.0.0.1", 0);
    private static final long STEP_MILLIS = 50;

    private final ExporterConfig config;
    private final Time time;
    private final Map<String, String> environment;

    CloudWatchDryRun(ExporterConfig config, Time time, Map<String, String> environment) {
        this.config = new ExporterConfig(
                config.clusters(),
                config.poll(),
                NOWHERE_ELSE,
                new ApiConfig(NOWHERE_ELSE, false, false),
                config.metrics(),
                config.cloudWatch(),
                OtlpConfig.DEFAULTS,
                config.log());
        this.time = time;
        this.environment = environment;
    }

    /**
     * Returns the metrics and their cost as a table.
     *
     * @throws IOException if nodes, partitions or jobs of a cluster are unreadable; the message has the reason
     */
    String table() throws IOException, InterruptedException {
        try (ExporterApp app = ExporterApp.withoutPublishing(config, time, environment)) {
            long deadline = time.nanoTime().getAsLong()
                    + config.poll().jobsTimeout().plus(config.poll().timeout()).toNanos();
            while (!settled(app.sources()) && time.nanoTime().getAsLong() - deadline < 0) {
                Thread.sleep(STEP_MILLIS);
            }
            List<SourceStatus> unread = app.sources().stream()
                    .filter(SlurmSource::isRequired)
                    .filter(source -> source.observedAt().isEmpty())
                    .toList();
            if (!unread.isEmpty()) {
                throw new IOException(unread.stream()
                        .map(source -> source.cluster() + ": " + source.source() + ": "
                                + source.failure()
                                        .map(failure -> failure.kind().label())
                                        .orElse("no answer yet"))
                        .collect(Collectors.joining("\n")));
            }
            return app.cloudWatchPreview().orElseThrow();
        }
    }

    private static boolean settled(List<SourceStatus> sources) {
        return sources.stream()
                .allMatch(source -> source.observedAt().isPresent()
                        || source.failure().isPresent()
                        || source.absent().isPresent());
    }
}
