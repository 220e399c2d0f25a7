package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.model.Histogram;
import java.util.SortedMap;

/** The value of one metric at one moment, before the increase since the last publish is computed. */
public sealed interface Reading {

    /** A gauge value. */
    record Level(double value) implements Reading {}

    /**
     * Counters, separate by their own labels: the reset of one must not disappear in the sum.
     *
     * @param totals cumulative count of each
     */
    record Totals(SortedMap<String, Double> totals) implements Reading {}

    /**
     * Histograms, separate by their own labels.
     *
     * @param histograms cumulative observations of each
     */
    record Observations(SortedMap<String, Histogram> histograms) implements Reading {}
}
