package dev.sluice.exporter.sink.prometheus;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An exposition that a strict parser has read. The parser shares no code with the encoder. Families keep the order of
 * the text.
 *
 * @param families families by the name in their headers
 * @param ended true if the last line is {@code # EOF}
 */
public record ParsedExposition(Map<String, Family> families, boolean ended) {

    /**
     * The metadata and samples of a family.
     *
     * @param samples value by "name" and sorted labels
     */
    public record Family(Map<String, String> metadata, Map<Series, Double> samples) {}

    public record Series(String name, Map<String, String> labels) {}

    public static ParsedExposition parse(String text) {
        Map<String, Family> families = new LinkedHashMap<>();
        boolean ended = false;
        String current = "";
        Family family = emptyFamily();
        if (!text.isEmpty() && !text.endsWith("\n")) {
            throw new AssertionError("the last line does not end: " + text.substring(text.lastIndexOf('\n') + 1));
        }
        for (String line : text.isEmpty()
                ? new String[0]
                : text.substring(0, text.length() - 1).split("\n", -1)) {
            if (ended) {
                throw new AssertionError("line after the end: " + line);
            } else if (line.equals("# EOF")) {
                ended = true;
            } else if (line.startsWith("# ")) {
                String[] words = line.split(" ", 4);
                if (!words[2].equals(current)) {
                    current = words[2];
                    family = emptyFamily();
                    if (families.put(current, family) != null) {
                        throw new AssertionError("family twice: " + current);
                    }
                }
                String value = words[1].equals("HELP") ? unescape(words[3]) : words[3];
                if (family.metadata().put(words[1], value) != null) {
                    throw new AssertionError("metadata twice: " + line);
                }
            } else {
                if (!line.startsWith(current) || current.isEmpty()) {
                    throw new AssertionError("sample outside of its family " + current + ": " + line);
                }
                parseSample(line, family.samples());
            }
        }
        return new ParsedExposition(families, ended);
    }

    Family family(String name) {
        return Optional.ofNullable(families.get(name)).orElseThrow(() -> new AssertionError("no family " + name));
    }

    private static Family emptyFamily() {
        return new Family(new HashMap<>(), new HashMap<>());
    }

    private static void parseSample(String line, Map<Series, Double> samples) {
        int at = 0;
        while ("{ ".indexOf(line.charAt(at)) < 0) {
            at++;
        }
        String name = line.substring(0, at);
        Map<String, String> labels = new TreeMap<>();
        if (line.charAt(at) == '{') {
            do {
                int equals = line.indexOf("=\"", at);
                int end = equals + 2;
                while (line.charAt(end) != '"') {
                    end += line.charAt(end) == '\\' ? 2 : 1;
                }
                if (labels.put(line.substring(at + 1, equals), unescape(line.substring(equals + 2, end))) != null) {
                    throw new AssertionError("label twice: " + line);
                }
                at = end + 1;
            } while (line.charAt(at) == ',');
            if (line.charAt(at) != '}') {
                throw new AssertionError("labels do not end: " + line);
            }
            at++;
        }
        if (line.charAt(at) != ' ') {
            throw new AssertionError("no value: " + line);
        }
        String number = line.substring(at + 1).replace("Inf", "Infinity");
        if (samples.put(new Series(name, labels), Double.parseDouble(number) + 0.0) != null) {
            throw new AssertionError("series twice: " + line);
        }
    }

    private static String unescape(String text) {
        var result = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length() && "\\\"n".indexOf(text.charAt(i + 1)) >= 0) {
                i++;
                c = text.charAt(i) == 'n' ? '\n' : text.charAt(i);
            }
            result.append(c);
        }
        return result.toString();
    }
}
