package dev.sluice.exporter.sink.cloudwatch.rollup;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The result of the budget: which metrics are published.
 *
 * @param taken metrics within the budget, in the order of priority
 * @param overBudget metrics over the budget
 * @param invalid metrics that CloudWatch would refuse
 */
public record Selection(List<Rollup> taken, List<Rollup> overBudget, List<Rollup> invalid) {

    /**
     * Applies the budget. The order of the rollups does not matter.
     *
     * @param maxMetrics the budget
     */
    public static Selection of(Collection<Rollup> rollups, int maxMetrics) {
        List<Rollup> taken = new ArrayList<>();
        List<Rollup> overBudget = new ArrayList<>();
        List<Rollup> invalid = new ArrayList<>();
        for (Rollup rollup : rollups.stream().sorted(Rollup.BY_PRIORITY).toList()) {
            if (!CloudWatchLimits.takes(rollup.key())) {
                invalid.add(rollup);
            } else if (taken.size() < maxMetrics) {
                taken.add(rollup);
            } else {
                overBudget.add(rollup);
            }
        }
        return new Selection(taken, overBudget, invalid);
    }
}
