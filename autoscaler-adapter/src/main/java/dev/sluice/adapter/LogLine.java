package dev.sluice.adapter;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.sluice.adapter.config.LogFormat;
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

    /** Characters of these categories change how others are shown: directions of writing, ends of lines. */
    private static final Set<Integer> OBEYED =
            Set.of((int) Character.FORMAT, (int) Character.LINE_SEPARATOR, (int) Character.PARAGRAPH_SEPARATOR);

    private final LogFormat format;

    LogLine(LogFormat format) {
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
        return time(event) + " " + level(event.getLevel()) + " " + printable(message)
                // Set off, so that no line of it passes for an event of its own.
                + printable(stackTrace(event), "\n\t").replace("\n", "\n\t") + "\n";
    }

    private static String json(LogRecord event, LogFields fields) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("time", time(event));
        members.put("level", level(event.getLevel()));
        members.put("logger", Objects.requireNonNullElse(event.getLoggerName(), ""));
        members.put("message", fields.phrase() + stackTrace(event));
        for (LogFields.Field field : fields.fields()) {
            members.put(TAKEN.contains(field.key()) ? "field_" + field.key() : field.key(), field.value());
        }
        return members.entrySet().stream()
                .map(member -> quoted(member.getKey()) + ":" + value(member.getValue()))
                .collect(Collectors.joining(",", "{", "}\n"));
    }

    private static String value(Object value) {
        boolean number = value instanceof Number some && Double.isFinite(some.doubleValue());
        return number || value instanceof Boolean ? value.toString() : quoted(value.toString());
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
        return "\n" + text;
    }

    private static String quoted(String text) {
        return '"' + printable(new String(JsonStringEncoder.getInstance().quoteAsString(text))) + '"';
    }

    private static String printable(String text) {
        return printable(text, "");
    }

    /** What strangers write may hold what a terminal obeys, or what turns the line around: it is shown as JSON escapes it. */
    private static String printable(String text, String allowed) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (allowed.indexOf(c) < 0 && (Character.isISOControl(c) || OBEYED.contains(Character.getType(c)))) {
                shown.append(String.format("\\u%04x", (int) c));
            } else {
                shown.append(c);
            }
        }
        return shown.toString();
    }
}
