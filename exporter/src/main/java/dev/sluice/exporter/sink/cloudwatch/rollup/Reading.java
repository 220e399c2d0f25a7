package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.model.Histogram;
import java.util.SortedMap;

/** What one metric has to say at one moment, before it is known what CloudWatch has been told already. */
public sealed interface Reading {

    /** The number itself. */
    record Level(double value) implements Reading {}

    /**
     * Counters, each by its own labels: one that is set back must not hide in a sum.
     *
     * @param totals what each has counted in all
     */
    record Totals(SortedMap<String, Double> totals) implements Reading {}

    /**
     * Histograms, each by its own labels.
     *
     * @param histograms what each has observed in all
     */
    record Observations(SortedMap<String, Histogram> histograms) implements Reading {}
}
