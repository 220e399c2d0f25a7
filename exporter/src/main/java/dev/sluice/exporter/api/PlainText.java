package dev.sluice.exporter.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.model.Amounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Renders a document as plain text for a terminal. A template is a list of lines; a line is left out if the document
 * lacks a member that the line names. Replaces unprintable characters.
 *
 * <ul>
 *   <li><code>{path:form}</code> is a member, <code>{number-list}</code> the number of elements outside a list
 *   <li><code>[text]</code> is left out if the document lacks its members
 *   <li><code>&lt;path|separator|text></code> is the text for each element of an array
 *   <li><code>{#path}</code> to <code>{/}</code> are lines for each element of an array, or for a member;
 *       <code>{#path=value}</code> for a member with a value, <code>{#!...}</code> for all other cases
 *   <li><code>{table path limit}</code> to <code>{/}</code> are columns: heading, a space and the text of a cell
 *   <li><code>{>name}</code> is another template
 * </ul>
 */
final class PlainText {

    private static final Pattern PART =
            Pattern.compile("\\[([^\\]]*)]|<([\\w/]+)\\|([^|]*)\\|([^>]*)>|\\{([\\w/]*)(?:-(\\w+))?(?::(\\w+))?}");
    private static final Pattern BLOCK =
            Pattern.compile("\\{(?:#(!?)(\\.\\./)?([\\w/]+)(?:=([\\w./]+))?|table (\\w+) ?(\\d*))}");
    private static final String END = "{/}";

    private final StringBuilder out = new StringBuilder();

    private PlainText() {}

    /** Renders a document by the template with this name. */
    static String render(String template, Object document) {
        return render(template(template).toList(), JsonDocument.tree(document));
    }

    static String render(List<String> template, JsonNode document) {
        PlainText text = new PlainText();
        text.render(template, document, document);
        return text.out.toString().replaceFirst("^\n", "");
    }

    private static Stream<String> template(String name) {
        try (var in = Objects.requireNonNull(PlainText.class.getResourceAsStream(name + ".txt"), name)) {
            return new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .flatMap(line ->
                            line.startsWith("{>") ? template(line.substring(2, line.length() - 1)) : Stream.of(line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings("ReferenceEquality") // A condition selects the object itself, not an equal one inside of it.
    private void render(List<String> lines, JsonNode here, JsonNode parent) {
        for (int at = 0; at < lines.size(); at++) {
            Matcher block = BLOCK.matcher(lines.get(at));
            if (!block.matches()) {
                fill(here, lines.get(at)).ifPresent(this::line);
                continue;
            }
            List<String> inner = inner(lines.subList(at + 1, lines.size()));
            at += inner.size() + 1;
            if (block.group(5) != null) {
                String limit = block.group(6);
                table(inner, here.path(block.group(5)), limit.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(limit));
                continue;
            }
            for (JsonNode one : selected(block, here, parent)) {
                render(inner, one, one == here ? parent : here);
            }
        }
    }

    /** Returns the lines before the end of a block. */
    private static List<String> inner(List<String> lines) {
        int depth = 1;
        for (int at = 0; at < lines.size(); at++) {
            depth += lines.get(at).equals(END)
                    ? -1
                    : BLOCK.matcher(lines.get(at)).matches() ? 1 : 0;
            if (depth == 0) {
                return lines.subList(0, at);
            }
        }
        throw new IllegalArgumentException("a block has no end: " + lines);
    }

    /** Returns the objects for which a block is rendered. */
    private static Iterable<JsonNode> selected(Matcher block, JsonNode here, JsonNode parent) {
        JsonNode value = (block.group(2) == null ? here : parent).at("/" + block.group(3));
        boolean expected = block.group(1).isEmpty();
        boolean holds = value.isContainerNode() ? !value.isEmpty() : value.asBoolean(!value.isMissingNode());
        String wanted = block.group(4);
        if (wanted != null) {
            holds = value.asText()
                    .equals(
                            wanted.startsWith("../")
                                    ? parent.path(wanted.substring(3)).asText()
                                    : wanted);
        } else if (expected && value.isContainerNode()) {
            return value.isArray() || value.isEmpty() ? value : List.of(value);
        }
        return holds == expected ? List.of(here) : List.of();
    }

    private void line(String text) {
        out.append(OutsideText.printable(text)).append('\n');
    }

    /** Adds a table. Each column is as wide as its longest cell. */
    private void table(List<String> columns, JsonNode rows, int limit) {
        if (rows.isEmpty()) {
            return;
        }
        String indentation = columns.get(0).replaceFirst("\\S.*", "");
        List<String> lines = new ArrayList<>(Collections.nCopies(Math.min(rows.size(), limit) + 1, indentation));
        for (String column : columns) {
            String[] parts = column.strip().split(" ", 2);
            List<String> cells = new ArrayList<>(List.of(parts[0]));
            rows.valueStream()
                    .limit(limit)
                    .forEach(row ->
                            cells.add(OutsideText.printable(fill(row, parts[1]).orElse(""))));
            int width = cells.stream().mapToInt(String::length).max().orElse(0);
            for (int i = 0; i < cells.size(); i++) {
                String cell = cells.get(i);
                lines.set(i, lines.get(i) + cell + " ".repeat(width + 2 - cell.length()));
            }
        }
        lines.forEach(line -> out.append(line.stripTrailing()).append('\n'));
        if (rows.size() > limit) {
            line(indentation + "... and " + (rows.size() - limit) + " more");
        }
    }

    /** Returns the filled template; empty if the object lacks a member outside the brackets. */
    private static Optional<String> fill(JsonNode object, String template) {
        Matcher parts = PART.matcher(template);
        StringBuilder line = new StringBuilder();
        while (parts.find()) {
            Optional<String> part = part(object, parts);
            if (part.isEmpty()) {
                return Optional.empty();
            }
            parts.appendReplacement(line, Matcher.quoteReplacement(part.get()));
        }
        return Optional.of(parts.appendTail(line).toString());
    }

    private static Optional<String> part(JsonNode object, MatchResult part) {
        if (part.group(1) != null) {
            return Optional.of(fill(object, part.group(1)).orElse(""));
        }
        return part.group(2) != null
                ? Optional.of(each(object.at("/" + part.group(2)), part.group(3), part.group(4)))
                : member(object, part);
    }

    private static String each(JsonNode array, String separator, String template) {
        return array.valueStream()
                .map(element -> fill(element, template).orElse(""))
                .collect(Collectors.joining(separator));
    }

    private static Optional<String> member(JsonNode object, MatchResult part) {
        JsonNode member = part.group(5).isEmpty() ? object : object.at("/" + part.group(5));
        long number =
                member.asLong() - object.path(String.valueOf(part.group(6))).size();
        if (part.group(6) != null) {
            return Optional.of(number).filter(rest -> rest > 0).map(String::valueOf);
        }
        return member.isMissingNode()
                ? Optional.empty()
                : Optional.of(formed(member, number, String.valueOf(part.group(7))))
                        .filter(text -> !text.isEmpty());
    }

    private static String formed(JsonNode member, long number, String form) {
        return switch (form) {
            case "time" ->
                Instant.parse(member.asText()).truncatedTo(ChronoUnit.SECONDS).toString();
            case "whole" -> Long.toString(member.isObject() ? sum(member.valueStream()) : number);
            case "some" -> number == 0 ? "" : member.asText();
            case "words" -> member.asText().replace('_', ' ');
            case "mib" -> (number >> 20) + " MiB";
            case "memory" -> number == 0 ? "" : (number >> 20) + " MiB";
            case "clock" -> clock(Duration.ofSeconds(number));
            case "span" -> span(Duration.ofSeconds(number));
            case "counts" ->
                member.properties().stream()
                        .map(one -> one.getValue().asLong() + " " + one.getKey().replace('_', ' '))
                        .collect(Collectors.joining(", "));
            case "sum" -> Long.toString(sum(member.findValues("count").stream()));
            default -> member.isArray() ? each(member, ",", "{}") : member.asText();
        };
    }

    private static long sum(Stream<JsonNode> numbers) {
        return numbers.mapToLong(JsonNode::asLong).reduce(0, Amounts::sum);
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
}
