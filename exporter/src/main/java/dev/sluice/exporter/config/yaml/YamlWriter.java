package dev.sluice.exporter.config.yaml;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes a tree as YAML. A reader of the YAML gets an equal tree. */
public final class YamlWriter {

    /**
     * Matches words, paths, URLs, durations and IPv4 addresses. All other strings get quotes, including strings for
     * which YAML does not require quotes.
     */
    private static final Pattern SAFE_WITHOUT_QUOTES = Pattern.compile(
            "[A-Za-z/][A-Za-z0-9._/-]*(:[A-Za-z0-9._/-]+)*" + "|([0-9]+(h|m|s|ms))+|[0-9]+([.][0-9]+){3}");

    private YamlWriter() {}

    /** Returns a string scalar, with quotes if YAML would infer another type. */
    public static YamlScalar text(String text) {
        YamlScalar plain = new YamlScalar(text, true, Position.NOWHERE);
        boolean safe = SAFE_WITHOUT_QUOTES.matcher(text).matches() && plain.kind() == YamlScalar.Kind.TEXT;
        return safe ? plain : new YamlScalar(text, false, Position.NOWHERE);
    }

    /** Returns the mapping with one key per line, an indentation of two spaces per level, and a final line break. */
    public static String block(YamlMapping root) {
        StringBuilder out = new StringBuilder();
        blockMapping(root, 0, out);
        return out.toString();
    }

    /** Returns the complete tree on one line. */
    public static String flow(YamlNode node) {
        if (node instanceof YamlScalar scalar) {
            return scalar.plain() ? scalar.text() : quoted(scalar.text());
        }
        if (node instanceof YamlSequence sequence) {
            return sequence.items().stream().map(YamlWriter::flow).collect(Collectors.joining(", ", "[", "]"));
        }
        if (node instanceof YamlMapping mapping) {
            return mapping.entries().stream()
                    .map(entry -> entry.key() + ": " + flow(entry.value()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        throw new IllegalArgumentException("cannot write: " + node);
    }

    private static void blockMapping(YamlMapping mapping, int indent, StringBuilder out) {
        boolean first = true;
        for (YamlEntry entry : mapping.entries()) {
            // The first key of a list item is on the same line as the item's dash.
            boolean onDash = first && endsWithDash(out);
            out.append(onDash ? "" : " ".repeat(indent)).append(entry.key()).append(':');
            blockValue(entry.value(), indent, out);
            first = false;
        }
    }

    private static void blockValue(YamlNode value, int indent, StringBuilder out) {
        if (value instanceof YamlMapping mapping && !mapping.entries().isEmpty()) {
            out.append('\n');
            blockMapping(mapping, indent + 2, out);
        } else if (value instanceof YamlSequence sequence && !sequence.items().isEmpty()) {
            out.append('\n');
            sequence.items().forEach(item -> blockItem(item, indent + 2, out));
        } else {
            out.append(' ').append(flow(value)).append('\n');
        }
    }

    private static void blockItem(YamlNode item, int indent, StringBuilder out) {
        out.append(" ".repeat(indent)).append("- ");
        if (item instanceof YamlMapping mapping && !mapping.entries().isEmpty()) {
            blockMapping(mapping, indent + 2, out);
        } else {
            out.append(flow(item)).append('\n');
        }
    }

    private static boolean endsWithDash(StringBuilder out) {
        return out.length() >= 2 && out.substring(out.length() - 2).equals("- ");
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().forEach(character -> {
            if (character == '"' || character == '\\') {
                out.append('\\').appendCodePoint(character);
            } else if ((character >= ' ' && character <= '~') || Character.isLetterOrDigit(character)) {
                out.appendCodePoint(character);
            } else {
                out.append(String.format(Locale.ROOT, character > 0xFFFF ? "\\U%08X" : "\\u%04X", character));
            }
        });
        return out.append('"').toString();
    }
}
