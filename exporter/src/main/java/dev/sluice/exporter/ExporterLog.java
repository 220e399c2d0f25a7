package dev.sluice.exporter;

import dev.sluice.common.log.LogText;
import dev.sluice.common.log.Logging;
import dev.sluice.exporter.config.LogConfig;
import dev.sluice.exporter.model.OutsideText;
import java.util.logging.Level;

/** Which events the exporter logs, and how. */
final class ExporterLog {

    static final LogText TEXT = new LogText(OutsideText::message, false);

    private ExporterLog() {}

    static void configure(LogConfig config) {
        Level level = level(config.level());
        // Below WARN, libraries speak of their own life, not of ours.
        Level ofLibraries = level.intValue() > Level.WARNING.intValue() ? level : Level.WARNING;
        String levels = """
                .level=%s
                dev.sluice.level=%s
                # Whatever breaks an exchange is reported by who made it; slurmrestd's second answers are of no interest.
                io.vertx.core.http.level=OFF
                # What becomes of a push is counted and logged by us, once and not with every request.
                io.opentelemetry.level=OFF
                """.formatted(ofLibraries.getName(), level.getName());
        Logging.configure(levels, config.format(), TEXT);
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
