package dev.sluice.exporter;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.sluice.exporter.config.LogConfig;
import dev.sluice.exporter.model.OutsideText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.Collectors;

/**
 * Renders one event as one line. An event's key-values stand in front of its phrase, or are members of the JSON object; one
 * whose key has a meaning of its own there is called {@code field_} and the key.
 */
final class LogLine extends Formatter {

    private static final Set<String> TAKEN = Set.of("time", "level", "logger", "message");

    private final LogConfig.Format format;

    LogLine(LogConfig.Format format) {
        this.format = format;
    }

    @Override
    public String format(LogRecord event) {
        Optional<LogFields> fields = LogFields.of(event);
        return switch (format) {
            case TEXT -> text(event, fields.map(LogFields::asText).orElseGet(() -> formatMessage(event)));
            case JSON -> json(event, fields.orElseGet(() -> new LogFields(formatMessage(event), List.of())));
        };
    }

    private static String text(LogRecord event, String message) {
        return time(event) + " " + level(event.getLevel()) + " " + OutsideText.message(message) + stackTrace(event)
                + "\n";
    }

    private static String json(LogRecord event, LogFields fields) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("time", quoted(time(event)));
        members.put("level", quoted(level(event.getLevel())));
        members.put("logger", quoted(Objects.requireNonNullElse(event.getLoggerName(), "")));
        members.put("message", quoted(OutsideText.message(fields.phrase()) + stackTrace(event)));
        for (LogFields.Field field : fields.fields()) {
            members.put(TAKEN.contains(field.key()) ? "field_" + field.key() : field.key(), value(field.value()));
        }
        return members.entrySet().stream()
                .map(member -> quoted(member.getKey()) + ":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}\n"));
    }

    private static String value(Object value) {
        boolean number = value instanceof Number some && Double.isFinite(some.doubleValue());
        return number || value instanceof Boolean ? value.toString() : quoted(OutsideText.message(value.toString()));
    }

    private static String time(LogRecord event) {
        return event.getInstant().truncatedTo(ChronoUnit.MILLIS).toString();
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
        // Exceptions quote what others wrote.
        return text.toString().lines().map(LogLine::traceLine).collect(Collectors.joining("\n", "\n", "\n"));
    }

    private static String traceLine(String line) {
        return line.startsWith("\t") ? "\t" + OutsideText.message(line.substring(1)) : OutsideText.message(line);
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
