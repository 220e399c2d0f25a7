package dev.sluice.exporter;

import dev.sluice.common.log.Logging;
import dev.sluice.exporter.config.LogConfig;
import java.util.logging.Level;

/** The log configuration of the exporter. */
final class ExporterLog {

    private ExporterLog() {}

    static void configure(LogConfig config) {
        Level level = level(config.level());
        // Below WARN, libraries report only their own lifecycle.
        Level ofLibraries = level.intValue() > Level.WARNING.intValue() ? level : Level.WARNING;
        String levels = """
                .level=%s
                dev.sluice.level=%s
                # The sender of a request reports its failure; later responses of slurmrestd do not matter.
                io.vertx.core.http.level=OFF
                # The Lease reports its own failures.
                io.fabric8.kubernetes.client.extended.leaderelection.level=OFF
                # The exporter counts and logs the results of pushes itself, on changes only.
                io.opentelemetry.level=OFF
                """.formatted(ofLibraries.getName(), level.getName());
        Logging.configure(levels, config.format());
    }

    private static Level level(LogConfig.Level level) {
        return switch (level) {
            case ERROR -> Level.SEVERE;
            case WARN -> Level.WARNING;
            case INFO -> Level.INFO;
            case DEBUG -> Level.FINE;
        };
    }
}
