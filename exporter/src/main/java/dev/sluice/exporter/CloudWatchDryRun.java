package dev.sluice.exporter;

import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.poll.Time;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads every source once, as the exporter does, and shows what it would publish to CloudWatch, without publishing. */
final class CloudWatchDryRun {

    private final ExporterConfig config;
    private final Time time;
    private final Map<String, String> environment;

    CloudWatchDryRun(ExporterConfig config, Time time, Map<String, String> environment) {
        this.config = config;
        this.time = time;
        this.environment = environment;
    }

    /**
     * Returns the metrics and their cost as a table.
     *
     * @throws IOException if nodes, partitions or jobs of a cluster are unreadable; the message has the reason
     */
    String table() throws IOException, InterruptedException {
        try (ExporterApp app = FirstReading.of(config, time, environment)) {
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
}
