package dev.sluice.common.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.event.KeyValuePair;

/**
 * Formats one event as one line. A line of text has the time, the level, and logfmt: the phrase as {@code message},
 * then the event's key-values, then a stack trace. A line of JSON has the same members. A key that collides with a
 * built-in key gets the prefix {@code field_}. {@link OutsideText#message} cleans foreign text in every part.
 */
public final class LogLayout extends LayoutBase<ILoggingEvent> {

    private static final Set<String> TAKEN = Set.of("time", "level", "logger", "message", "stack_trace");

    private final Format format;

    public enum Format {
        TEXT,
        JSON
    }

    public LogLayout(Format format) {
        this.format = format;
    }

    @Override
    public String doLayout(ILoggingEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (KeyValuePair pair : Objects.requireNonNullElse(event.getKeyValuePairs(), List.<KeyValuePair>of())) {
            boolean plain = pair.value instanceof Boolean
                    || (pair.value instanceof Number number && Double.isFinite(number.doubleValue()));
            fields.put(
                    TAKEN.contains(pair.key) ? "field_" + pair.key : pair.key,
                    plain ? pair.value : String.valueOf(pair.value));
        }
        return switch (format) {
            case TEXT -> text(event, fields);
            case JSON -> json(event, fields);
        };
    }

    private static String text(ILoggingEvent event, Map<String, Object> fields) {
        StringBuilder line = new StringBuilder(time(event)).append(' ').append(event.getLevel());
        append(line, "message", OutsideText.message(event.getFormattedMessage()));
        fields.forEach(
                (key, value) -> append(line, key.replaceAll("[\\s=\"]", "_"), OutsideText.message(value.toString())));
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

    private static String json(ILoggingEvent event, Map<String, Object> fields) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("time", quoted(time(event)));
        members.put("level", quoted(event.getLevel().toString()));
        members.put("logger", quoted(event.getLoggerName()));
        members.put("message", quoted(OutsideText.message(event.getFormattedMessage()) + stackTrace(event)));
        fields.forEach((key, value) ->
                members.put(key, value instanceof String text ? quoted(OutsideText.message(text)) : value.toString()));
        return members.entrySet().stream()
                .map(member -> quoted(member.getKey()) + ":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}\n"));
    }

    private static String time(ILoggingEvent event) {
        return event.getInstant().truncatedTo(ChronoUnit.MILLIS).toString();
    }

    /** Cleans each line, because exceptions quote foreign text. */
    private static String stackTrace(ILoggingEvent event) {
        String trace = event.getThrowableProxy() == null ? "" : ThrowableProxyUtil.asString(event.getThrowableProxy());
        return trace.isEmpty()
                ? ""
                : trace.lines()
                        .map(line -> line.startsWith("\t")
                                ? "\t" + OutsideText.message(line.substring(1))
                                : OutsideText.message(line))
                        .collect(Collectors.joining("\n", "\n", "\n"));
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
