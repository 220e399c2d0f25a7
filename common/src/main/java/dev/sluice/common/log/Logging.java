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

/** Sets up logging to standard error: one line per event, for people or as JSON. */
public final class Logging {

    private Logging() {}

    /**
     * Takes the place of whatever was set up before.
     *
     * @param levels levels of loggers as properties of java.util.logging: a level that is set on a logger goes with that logger
     *     when it is collected
     */
    public static void configure(String levels, LogFormat format, LogText text) {
        try {
            LogManager.getLogManager()
                    .readConfiguration(new ByteArrayInputStream(levels.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Handler console = new ConsoleHandler();
        console.setLevel(Level.ALL);
        console.setFormatter(new LogLine(format, text));
        Logger.getLogger("").addHandler(console);
    }
}
