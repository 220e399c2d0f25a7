package dev.sluice.common.log;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.Collectors;
import org.slf4j.event.KeyValuePair;

/**
 * Formats one event as one line. A line of text has the time, the level, and logfmt: the phrase as {@code message},
 * then the event's key-values, then a stack trace. A line of JSON has the same members. A key that collides with a
 * built-in key gets the prefix {@code field_}. {@link OutsideText#message} cleans foreign text in every part.
 */
public final class LogLine extends Formatter {

    private static final Set<String> TAKEN = Set.of("time", "level", "logger", "message", "stack_trace");

    private final LogFormat format;

    public LogLine(LogFormat format) {
        this.format = format;
    }

    @Override
    public String format(LogRecord event) {
        LogFields fields = LogFields.of(event).orElseGet(() -> new LogFields(formatMessage(event), List.of()));
        return switch (format) {
            case TEXT -> text(event, fields);
            case JSON -> json(event, fields);
        };
    }

    private static String text(LogRecord event, LogFields fields) {
        StringBuilder line = new StringBuilder(time(event)).append(' ').append(level(event.getLevel()));
        append(line, "message", OutsideText.message(fields.phrase()));
        for (KeyValuePair field : fields.fields()) {
            append(line, key(field).replaceAll("[\\s=\"]", "_"), OutsideText.message(field.value.toString()));
        }
        String trace = stackTrace(event).strip();
        if (!trace.isEmpty()) {
            append(line, "stack_trace", trace);
        }
        return line.append('\n').toString();
    }

    private static void append(StringBuilder line, String key, String value) {
        boolean plain = !value.isEmpty() && value.chars().allMatch(c -> c > ' ' && "\"=\\".indexOf(c) < 0);
        line.append(' ').append(OutsideText.printable(key)).append('=').append(plain ? value : quoted(value));
    }

    private static String json(LogRecord event, LogFields fields) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("time", quoted(time(event)));
        members.put("level", quoted(level(event.getLevel())));
        members.put("logger", quoted(Objects.requireNonNullElse(event.getLoggerName(), "")));
        members.put("message", quoted(OutsideText.message(fields.phrase()) + stackTrace(event)));
        for (KeyValuePair field : fields.fields()) {
            members.put(key(field), value(field.value));
        }
        return members.entrySet().stream()
                .map(member -> quoted(member.getKey()) + ":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}\n"));
    }

    private static String key(KeyValuePair field) {
        return TAKEN.contains(field.key) ? "field_" + field.key : field.key;
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
        StringWriter trace = new StringWriter();
        event.getThrown().printStackTrace(new PrintWriter(trace));
        // Exceptions quote foreign text.
        return Arrays.stream(trace.toString().split("\n"))
                .map(LogLine::traceLine)
                .collect(Collectors.joining("\n", "\n", "\n"));
    }

    private static String traceLine(String line) {
        return line.startsWith("\t") ? "\t" + OutsideText.message(line.substring(1)) : OutsideText.message(line);
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
