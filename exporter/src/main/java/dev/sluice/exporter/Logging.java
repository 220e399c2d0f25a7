package dev.sluice.exporter;

import dev.sluice.exporter.config.LogConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Sets up logging to standard error: one line per event, for people or as JSON. */
final class Logging {

    private Logging() {}

    static void configure(LogConfig config) {
        Level level = level(config.level());
        // Below WARN, libraries speak of their own life, not of ours.
        Level ofLibraries = level.intValue() > Level.WARNING.intValue() ? level : Level.WARNING;
        // As properties, because a level that is set on a logger goes with that logger when it is collected.
        read("""
                .level=%s
                dev.sluice.level=%s
                # Whatever breaks an exchange is reported by who made it; slurmrestd's second answers are of no interest.
                io.vertx.core.http.level=OFF
                # What becomes of a push is counted and logged by us, once and not with every request.
                io.opentelemetry.level=OFF
                """.formatted(ofLibraries.getName(), level.getName()));
        Handler console = new ConsoleHandler();
        console.setLevel(Level.ALL);
        console.setFormatter(new LogLine(config.format()));
        Logger.getLogger("").addHandler(console);
    }

    private static void read(String properties) {
        try {
            LogManager.getLogManager()
                    .readConfiguration(new ByteArrayInputStream(properties.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
