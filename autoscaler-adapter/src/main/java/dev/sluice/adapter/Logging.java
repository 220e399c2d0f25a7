package dev.sluice.adapter;

import dev.sluice.adapter.config.LogFormat;
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

    /** As properties, because a level that is set on a logger goes with that logger when it is collected. */
    private static final String LEVELS = """
            .level=WARNING
            dev.sluice.level=INFO
            # Whatever breaks an exchange is reported by who made it.
            io.vertx.core.http.level=OFF
            io.vertx.core.net.level=OFF
            """;

    private Logging() {}

    static void configure(LogFormat format) {
        try {
            LogManager.getLogManager()
                    .readConfiguration(new ByteArrayInputStream(LEVELS.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Handler console = new ConsoleHandler();
        console.setLevel(Level.ALL);
        console.setFormatter(new LogLine(format));
        Logger.getLogger("").addHandler(console);
    }
}
