package dev.sluice.exporter.realslurm;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a text exposition in the simplest way. The key of a sample is the name with the labels. */
final class Exposition {

    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private Exposition() {}

    static Map<String, Double> parse(String text) {
        Map<String, Double> samples = new TreeMap<>();
        text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(line -> {
            int space = line.lastIndexOf(' ');
            samples.put(
                    line.substring(0, space),
                    Double.parseDouble(line.substring(space + 1).replace("Inf", "Infinity")));
        });
        return samples;
    }

    /**
     * Returns the samples of one family by the values of the given labels. A key has the values in the order of the
     * labels, separated by slashes. Omits samples with the value zero.
     */
    static Map<String, Long> by(Map<String, Double> samples, String family, String... labels) {
        Map<String, Long> sums = new TreeMap<>();
        samples.forEach((sample, value) -> {
            if (value != 0 && (sample.equals(family) || sample.startsWith(family + "{"))) {
                sums.merge(key(sample, labels), value.longValue(), Long::sum);
            }
        });
        return sums;
    }

    /** Returns the sums of one family by the value of a label. */
    static Map<String, Double> sums(Map<String, Double> samples, String family, String label) {
        Map<String, Double> sums = new TreeMap<>();
        samples.forEach((sample, value) -> {
            if (sample.startsWith(family + "{")) {
                sums.merge(key(sample, label), value, Double::sum);
            }
        });
        return sums;
    }

    static long sum(Map<String, Double> samples, String family) {
        return by(samples, family).values().stream().mapToLong(Long::longValue).sum();
    }

    private static String key(String sample, String... labels) {
        Map<String, String> values = new TreeMap<>();
        Matcher matcher = LABEL.matcher(sample);
        while (matcher.find()) {
            values.put(matcher.group(1), matcher.group(2));
        }
        StringBuilder key = new StringBuilder();
        for (String label : labels) {
            key.append(key.isEmpty() ? "" : "/").append(values.getOrDefault(label, ""));
        }
        return key.toString();
    }
}
