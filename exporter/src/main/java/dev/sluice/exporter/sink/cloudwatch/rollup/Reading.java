package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.model.Histogram;
import java.util.SortedMap;

/** The value of one metric at one moment, before the increase since the last publish is computed. */
public sealed interface Reading {

    /** A gauge value. */
    record Level(double value) implements Reading {}

    /**
     * Counters by their own labels. They stay separate, because the reset of one counter would be hidden in the sum.
     *
     * @param totals cumulative counts by labels
     */
    record Totals(SortedMap<String, Double> totals) implements Reading {}

    /**
     * Histograms by their own labels.
     *
     * @param histograms cumulative observations by labels
     */
    record Observations(SortedMap<String, Histogram> histograms) implements Reading {}
}
