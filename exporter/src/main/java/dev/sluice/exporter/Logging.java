package dev.sluice.exporter;

import dev.sluice.exporter.config.LogConfig;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Sets up logging to standard error: one line per event, for people or as JSON. */
final class Logging {

    private Logging() {}

    static void configure(LogConfig config) {
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        Handler console = new ConsoleHandler();
        console.setLevel(Level.ALL);
        console.setFormatter(new LogLine(config.format()));
        root.addHandler(console);
        Level level = level(config.level());
        // Libraries chat below WARN; what they have to say at INFO is of their own life, not of ours.
        root.setLevel(level.intValue() > Level.WARNING.intValue() ? level : Level.WARNING);
        Logger.getLogger("dev.sluice").setLevel(level);
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
