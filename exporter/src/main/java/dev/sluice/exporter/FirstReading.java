package dev.sluice.exporter;

import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.doctor.CheckResults.CheckResult;
import dev.sluice.exporter.doctor.Doctor;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.poll.Time;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads every source once, like the exporter, but publishes nothing. */
final class FirstReading {

    private static final long STEP_MILLIS = 50;

    private FirstReading() {}

    /**
     * Returns the report.
     *
     * @param others results of other checks
     */
    static Doctor doctor(ExporterConfig config, Time time, Map<String, String> environment, List<CheckResult> others)
            throws IOException, InterruptedException {
        try (ExporterApp app = ExporterApp.withoutPublishing(config, time, environment)) {
            awaitAnswers(app, config, time);
            return new Doctor(app.examined(), others, time.wall().instant());
        }
    }

    /**
     * Returns a table of the metrics for CloudWatch, with the cost of publishing them.
     *
     * @throws IOException if nodes, partitions or jobs of a cluster are unreadable; the message has the reason
     */
    static String cloudWatchPreview(ExporterConfig config, Time time, Map<String, String> environment)
            throws IOException, InterruptedException {
        try (ExporterApp app = ExporterApp.withoutPublishing(config, time, environment)) {
            awaitAnswers(app, config, time);
            String unread = app.sources().stream()
                    .filter(SlurmSource::isRequired)
                    .filter(source -> source.observedAt().isEmpty())
                    .map(source -> source.cluster() + ": " + source.source() + ": "
                            + source.failure()
                                    .map(failure -> failure.kind().label())
                                    .orElse("no answer yet"))
                    .collect(Collectors.joining("\n"));
            if (!unread.isEmpty()) {
                throw new IOException(unread);
            }
            return app.cloudWatchPreview().orElseThrow();
        }
    }

    /** Waits until each source has answered or failed, at most for the sum of both poll timeouts. */
    private static void awaitAnswers(ExporterApp app, ExporterConfig config, Time time) throws InterruptedException {
        long deadline = time.nanoTime().getAsLong()
                + config.poll().jobsTimeout().plus(config.poll().timeout()).toNanos();
        while (!settled(app.sources()) && time.nanoTime().getAsLong() - deadline < 0) {
            Thread.sleep(STEP_MILLIS);
        }
    }

    private static boolean settled(List<SourceStatus> sources) {
        return sources.stream()
                .allMatch(source -> source.observedAt().isPresent()
                        || source.failure().isPresent()
                        || source.absent().isPresent());
    }
}
