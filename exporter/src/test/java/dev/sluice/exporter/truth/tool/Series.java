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
     * Returns a series. Labels with empty values do not exist.
     *
     * @param series family and names of the labels, such as {@code slurm_queue_jobs partition state}
     * @param values values of the labels
     */
    public static Series of(String series, String... values) {
        String[] names = series.split(" ", -1);
        SortedMap<String, String> labels = new TreeMap<>();
        for (int i = 0; i < values.length; i++) {
            if (!values[i].isEmpty()) {
                labels.put(names[i + 1], values[i]);
            }
        }
        return new Series(names[0], labels);
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
