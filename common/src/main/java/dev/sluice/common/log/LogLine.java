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
import java.util.Optional;
import java.util.Set;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.Collectors;

/**
 * Formats one event as one line. An event's key-values precede its phrase, or become members of the JSON object. A key
 * that collides with a built-in member gets the prefix {@code field_}.
 */
public final class LogLine extends Formatter {

    private static final Set<String> TAKEN = Set.of("time", "level", "logger", "message");

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
        Optional<LogFields> fields = LogFields.of(event);
        return switch (format) {
            case TEXT ->
                text(event, fields.map(some -> some.asText(text::value)).orElseGet(() -> formatMessage(event)));
            case JSON -> json(event, fields.orElseGet(() -> new LogFields(formatMessage(event), List.of())));
        };
    }

    private String text(LogRecord event, String message) {
        return time(event) + " " + level(event.getLevel()) + " " + escaped(text.cleaned(message), "")
                // Indents the stack trace, so that no line of it looks like another event.
                + escaped(stackTrace(event), "\n\t").replace("\n", "\n" + text.indentation()) + "\n";
    }

    private String json(LogRecord event, LogFields fields) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("time", quoted(time(event)));
        members.put("level", quoted(level(event.getLevel())));
        members.put("logger", quoted(Objects.requireNonNullElse(event.getLoggerName(), "")));
        members.put("message", quoted(text.cleaned(fields.phrase()) + stackTrace(event)));
        for (LogFields.Field field : fields.fields()) {
            members.put(TAKEN.contains(field.key()) ? "field_" + field.key() : field.key(), value(field.value()));
        }
        return members.entrySet().stream()
                .map(member -> quoted(member.getKey()) + ":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}\n"));
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
        return '"' + escaped(new String(JsonStringEncoder.getInstance().quoteAsString(text)), "") + '"';
    }

    /** Escapes, as in JSON, characters that control a terminal or change the text direction. */
    private static String escaped(String text, String allowed) {
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
