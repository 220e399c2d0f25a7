package dev.sluice.exporter.truth.tool;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One series of one cluster.
 *
 * @param family name of the family
 * @param labels labels without the cluster and without empty values
 */
public record Series(String family, SortedMap<String, String> labels) implements Comparable<Series> {

    public Series {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /**
     * Returns a series.
     *
     * @param labels alternating names and values
     */
    public static Series of(String family, String... labels) {
        SortedMap<String, String> named = new TreeMap<>();
        for (int i = 0; i < labels.length; i += 2) {
            if (!labels[i + 1].isEmpty()) {
                named.put(labels[i], labels[i + 1]);
            }
        }
        return new Series(family, named);
    }

    @Override
    public int compareTo(Series other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return family + labels;
    }
}
