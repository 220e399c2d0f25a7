package dev.sluice.exporter.truth;

import dev.sluice.exporter.truth.tool.Series;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The samples of one cluster in a text exposition.
 *
 * @param samples value by series
 */
public record Exposed(SortedMap<Series, Double> samples) {

    private static final Pattern SAMPLE = Pattern.compile("(\\w+)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    public Exposed {
        samples = Collections.unmodifiableSortedMap(new TreeMap<>(samples));
    }

    public static Exposed parse(String text) {
        SortedMap<Series, Double> samples = new TreeMap<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            if (sample.matches()) {
                samples.put(
                        series(sample.group(1), sample.group(2) == null ? "" : sample.group(2)),
                        Double.parseDouble(sample.group(3).replace("Inf", "Infinity")));
            }
        });
        return new Exposed(samples);
    }

    private static Series series(String family, String labels) {
        SortedMap<String, String> named = new TreeMap<>();
        Matcher label = LABEL.matcher(labels);
        while (label.find()) {
            if (!label.group(1).equals("cluster")) {
                named.put(label.group(1), label.group(2));
            }
        }
        return new Series(family, named);
    }
}
