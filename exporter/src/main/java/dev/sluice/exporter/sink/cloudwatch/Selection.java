package dev.sluice.exporter.sink.cloudwatch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The metrics of one publish.
 *
 * @param taken metrics within the budget, in the order of priority
 * @param overBudget metrics over the budget
 * @param invalid metrics that CloudWatch would refuse
 */
record Selection(List<ReducedMetric> taken, List<ReducedMetric> overBudget, List<ReducedMetric> invalid) {

    private static final Comparator<ReducedMetric> BY_PRIORITY =
            Comparator.comparingInt(ReducedMetric::priority).thenComparing(ReducedMetric::key);

    /** Applies the budget. The order of the rollups does not matter. */
    static Selection of(Collection<ReducedMetric> rollups, int maxMetrics) {
        Selection selection = new Selection(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (ReducedMetric rollup : rollups.stream().sorted(BY_PRIORITY).toList()) {
            if (!rollup.key().valid()) {
                selection.invalid.add(rollup);
            } else if (selection.taken.size() < maxMetrics) {
                selection.taken.add(rollup);
            } else {
                selection.overBudget.add(rollup);
            }
        }
        return selection;
    }
}
