package dev.sluice.adapter;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.sluice.adapter.config.LogFormat;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** Renders one event as one line. SLF4J puts an event's key-values in front of its phrase. */
final class LogLine extends Formatter {

    private final LogFormat format;

    LogLine(LogFormat format) {
        this.format = format;
    }

    @Override
    public String format(LogRecord event) {
        String time = event.getInstant().truncatedTo(ChronoUnit.MILLIS).toString();
        String level = level(event.getLevel());
        String message = formatMessage(event);
        return switch (format) {
            case TEXT -> time + " " + level + " " + message.replace('\n', ' ') + stackTrace(event) + "\n";
            case JSON ->
                "{\"time\":\"" + time + "\",\"level\":\"" + level + "\",\"logger\":\"" + json(event.getLoggerName())
                        + "\",\"message\":\"" + json(message + stackTrace(event)) + "\"}\n";
        };
    }

    private static String level(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return "ERROR";
        }
        if (level.intValue() >= Level.WARNING.intValue()) {
            return "WARN";
        }
        return level.intValue() >= Level.INFO.intValue() ? "INFO" : "DEBUG";
    }

    private static String stackTrace(LogRecord event) {
        if (event.getThrown() == null) {
            return "";
        }
        StringWriter text = new StringWriter();
        event.getThrown().printStackTrace(new PrintWriter(text));
        return "\n" + text;
    }

    private static String json(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsString(text));
    }
}
