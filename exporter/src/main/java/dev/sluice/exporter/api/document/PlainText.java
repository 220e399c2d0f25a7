package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.model.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Lines and tables for a terminal, from templates and JSON objects. In a template, {@code {path:form}} is a member of
 * the object, and square brackets enclose a part that is left out if the object does not have its members. Replaces
 * unprintable characters.
 */
final class PlainText {

    /** The heading of a cluster: the time of the data in whole seconds, and the age of the data. */
    static final String CLUSTER = "Cluster {cluster}[, as of {observedAt:time}, {ageSeconds:whole} s ago]";

    private static final Pattern PART = Pattern.compile("\\[([^\\]]*)]|\\{([\\w/]+)(?::(\\w+))?}");

    private final StringBuilder out = new StringBuilder();

    void line(String text) {
        out.append(OutsideText.printable(text)).append('\n');
    }

    /** Adds a line for each template whose members the object has. */
    void lines(JsonNode object, String... templates) {
        for (String template : templates) {
            fill(object, template).ifPresent(this::line);
        }
    }

    /** Adds a line with the number of items that are not listed, unless the number is 0. */
    void more(String indentation, long number, String items) {
        if (number > 0) {
            line(indentation + "... and " + number + " more" + items);
        }
    }

    /**
     * Adds a table. The last column has no fixed width, because this column contains long sentences.
     *
     * @param columns heading and template of each column, separated by the first space
     */
    void table(String indentation, JsonNode rows, String... columns) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(Stream.of(columns)
                .map(column -> column.substring(0, column.indexOf(' ')))
                .toList());
        rows.forEach(row -> cells.add(Stream.of(columns)
                .map(column ->
                        fill(row, column.substring(column.indexOf(' ') + 1)).orElse(""))
                .map(OutsideText::printable)
                .toList()));
        int[] widths = IntStream.range(0, columns.length)
                .map(i -> cells.stream()
                        .mapToInt(row -> row.get(i).length())
                        .max()
                        .orElse(0))
                .toArray();
        for (List<String> row : cells) {
            String line = IntStream.range(0, columns.length)
                    .mapToObj(
                            i -> row.get(i) + " ".repeat(widths[i] - row.get(i).length()))
                    .collect(Collectors.joining("  ", indentation, ""));
            out.append(line.replaceFirst(" +$", "")).append('\n');
        }
    }

    /** Returns the filled template; empty if the object does not have a member outside the brackets. */
    static Optional<String> fill(JsonNode object, String template) {
        StringBuilder text = new StringBuilder();
        Matcher part = PART.matcher(template);
        int copied = 0;
        while (part.find()) {
            text.append(template, copied, part.start());
            copied = part.end();
            String optional = part.group(1);
            if (optional != null) {
                text.append(fill(object, optional).orElse(""));
                continue;
            }
            JsonNode member = object.at("/" + part.group(2));
            if (member.isMissingNode()) {
                return Optional.empty();
            }
            text.append(formed(member, Optional.ofNullable(part.group(3)).orElse("")));
        }
        return Optional.of(text.append(template.substring(copied)).toString());
    }

    /** Returns the filled template for each element of an array. */
    static String each(JsonNode array, String separator, String template) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(element -> fill(element, template).orElse(""))
                .collect(Collectors.joining(separator));
    }

    private static String formed(JsonNode member, String form) {
        return switch (form) {
            case "time" ->
                Instant.parse(member.asText()).truncatedTo(ChronoUnit.SECONDS).toString();
            case "whole" -> Long.toString(member.asLong());
            case "words" -> member.asText().replace('_', ' ');
            case "mib" -> (member.asLong() >> 20) + " MiB";
            case "clock" -> clock(Duration.ofSeconds(member.asLong()));
            case "span" -> span(Duration.ofSeconds(member.asLong()));
            case "list" -> texts(member, ", ");
            case "sum" ->
                Long.toString(StreamSupport.stream(member.spliterator(), false)
                        .mapToLong(one -> one.path("count").asLong())
                        .reduce(0, Amounts::sum));
            default -> member.isArray() ? texts(member, ",") : member.asText();
        };
    }

    private static String texts(JsonNode array, String separator) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.joining(separator));
    }

    /** Returns a duration in Slurm's format. */
    private static String clock(Duration duration) {
        long days = duration.toDays();
        return (days > 0 ? days + "-" : "")
                + String.format(
                        "%02d:%02d:%02d", duration.toHoursPart(), duration.toMinutesPart(), duration.toSecondsPart());
    }

    private static String span(Duration duration) {
        if (duration.toDays() > 1) {
            return duration.toDays() + " days";
        }
        return duration.toHours() > 1 ? duration.toHours() + " hours" : duration.toMinutes() + " minutes";
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
