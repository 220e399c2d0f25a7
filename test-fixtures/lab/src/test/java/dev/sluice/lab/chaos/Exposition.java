package dev.sluice.lab.chaos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The response to one scrape, parsed strictly. */
final class Exposition {

    private static final int MAX_LABEL = 4096;
    private static final Pattern SERIES = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{.*\\})? (\\S+)");
    private static final Pattern LABELS =
            Pattern.compile("\\{(?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*+\",?)*+\\}");

    private final Map<String, Double> samples = new LinkedHashMap<>();
    private final List<String> faults = new ArrayList<>();

    Exposition(String text) {
        // Does not use lines(), because a CR without a LF in a label does not end a line in this format.
        for (String line : text.split("\n", -1)) {
            if (!line.isEmpty() && !line.startsWith("#")) {
                read(line);
            }
        }
    }

    private void read(String line) {
        Matcher matcher = SERIES.matcher(line);
        boolean shaped = matcher.matches()
                && (matcher.group(2) == null || LABELS.matcher(matcher.group(2)).matches());
        if (!shaped) {
            faults.add("not an exposition: " + shortened(line));
            return;
        }
        if (line.length() > MAX_LABEL) {
            faults.add("a series of " + line.length() + " characters");
        }
        if (samples.put(line.substring(0, line.length() - matcher.group(3).length() - 1), number(matcher.group(3)))
                != null) {
            faults.add("twice: " + shortened(line));
        }
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    private static String shortened(String line) {
        return line.substring(0, Math.min(160, line.length()));
    }

    /** Returns violations of the format. */
    List<String> faults() {
        return faults;
    }

    Map<String, Double> of(String cluster, Predicate<String> family) {
        Map<String, Double> found = new TreeMap<>();
        String label = "cluster=\"" + cluster + "\"";
        samples.forEach((series, value) -> {
            if (series.contains(label) && family.test(series.replaceFirst("\\{.*", ""))) {
                found.put(series, value);
            }
        });
        return found;
    }
}
