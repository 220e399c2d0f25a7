package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.model.Histogram;
import java.util.SortedMap;

/** The value of one metric at one moment, before the increase since the last publish is computed. */
public sealed interface Reading {

    /** A gauge value. */
    record Level(double value) implements Reading {}

    /**
     * The values of counters by the counters' own labels. The counters stay separate, because their sum would hide the
     * reset of a single counter.
     *
     * @param totals cumulative counts by labels
     */
    record Totals(SortedMap<String, Double> totals) implements Reading {}

    /**
     * The values of histograms by the histograms' own labels.
     *
     * @param histograms cumulative observations by labels
     */
    record Observations(SortedMap<String, Histogram> histograms) implements Reading {}
}
