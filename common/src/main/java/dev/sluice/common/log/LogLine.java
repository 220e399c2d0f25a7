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

/**
 * Formats one event as one line. Text is the time, the level, and logfmt: the phrase as {@code message}, then the event's
 * key-values, then a stack trace; JSON has the same members. A key that collides with a built-in one gets the prefix
 * {@code field_}.
 */
public final class LogLine extends Formatter {

    private static final Set<String> TAKEN = Set.of("time", "level", "logger", "message", "stack_trace");

    /** Character categories that change the display of others: text direction, line ends. */
    private static final Set<Integer> OBEYED =
            Set.of((int) Character.FORMAT, (int) Character.LINE_SEPARATOR, (int) Character.PARAGRAPH_SEPARATOR);

    private final LogFormat format;
    private final LogText text;

    public LogLine(LogFormat format, LogText text) {
        this.format = format;
        this.text = text;
    }

    @Override
    public String format(LogRecord event) {
        LogFields fields = LogFields.of(event).orElseGet(() -> new LogFields(formatMessage(event), List.of()));
        return switch (format) {
            case TEXT -> text(event, fields);
            case JSON -> json(event, fields);
        };
    }

    private String text(LogRecord event, LogFields fields) {
        StringBuilder line = new StringBuilder(time(event)).append(' ').append(level(event.getLevel()));
        append(line, "message", text.cleaned(fields.phrase()));
        for (LogFields.Field field : fields.fields()) {
            append(
                    line,
                    key(field).replaceAll("[\\s=\"]", "_"),
                    text.cleaned(field.value().toString()));
        }
        String trace = stackTrace(event).strip();
        if (!trace.isEmpty()) {
            append(line, "stack_trace", trace);
        }
        return line.append('\n').toString();
    }

    private static void append(StringBuilder line, String key, String value) {
        boolean plain = !value.isEmpty()
                && value.chars().allMatch(c -> c > ' ' && "\"=\\".indexOf(c) < 0 && !isObeyed((char) c));
        line.append(' ').append(escaped(key)).append('=').append(plain ? value : quoted(value));
    }

    private String json(LogRecord event, LogFields fields) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("time", quoted(time(event)));
        members.put("level", quoted(level(event.getLevel())));
        members.put("logger", quoted(Objects.requireNonNullElse(event.getLoggerName(), "")));
        members.put("message", quoted(text.cleaned(fields.phrase()) + stackTrace(event)));
        for (LogFields.Field field : fields.fields()) {
            members.put(key(field), value(field.value()));
        }
        return members.entrySet().stream()
                .map(member -> quoted(member.getKey()) + ":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}\n"));
    }

    private static String key(LogFields.Field field) {
        return TAKEN.contains(field.key()) ? "field_" + field.key() : field.key();
    }

    private String value(Object value) {
        boolean number = value instanceof Number some && Double.isFinite(some.doubleValue());
        return number || value instanceof Boolean ? value.toString() : quoted(text.cleaned(value.toString()));
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

    private String stackTrace(LogRecord event) {
        if (event.getThrown() == null) {
            return "";
        }
        StringWriter trace = new StringWriter();
        event.getThrown().printStackTrace(new PrintWriter(trace));
        // Exceptions quote foreign text.
        return Arrays.stream(trace.toString().split("\n"))
                .map(this::traceLine)
                .collect(Collectors.joining("\n", "\n", "\n"));
    }

    private String traceLine(String line) {
        return line.startsWith("\t") ? "\t" + text.cleaned(line.substring(1)) : text.cleaned(line);
    }

    private static String quoted(String text) {
        return '"' + escaped(new String(JsonStringEncoder.getInstance().quoteAsString(text))) + '"';
    }

    /** Escapes, as in JSON, characters that control a terminal or change the text direction. */
    private static String escaped(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isObeyed(c)) {
                shown.append(String.format("\\u%04x", (int) c));
            } else {
                shown.append(c);
            }
        }
        return shown.toString();
    }

    private static boolean isObeyed(char c) {
        return Character.isISOControl(c) || OBEYED.contains(Character.getType(c));
    }
}
