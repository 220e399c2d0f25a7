package dev.sluice.common.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Configures logging to standard error: one line per event, as text or JSON. */
public final class Logging {

    private Logging() {}

    /**
     * Replaces the previous configuration.
     *
     * @param levels levels of loggers as java.util.logging properties: a level set on a logger object would be lost
     *     when that logger is garbage-collected
     */
    public static void configure(String levels, LogFormat format) {
        try {
            LogManager.getLogManager()
                    .readConfiguration(new ByteArrayInputStream(levels.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Handler console = new ConsoleHandler();
        console.setLevel(Level.ALL);
        console.setFormatter(new LogLine(format));
        Logger.getLogger("").addHandler(console);
    }
}
