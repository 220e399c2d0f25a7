package dev.sluice.exporter.sink.cloudwatch.rollup;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/**
 * What of all that could be published is, and what is not.
 *
 * @param taken within the budget, in the order of priority
 * @param overBudget for which the budget has no room
 * @param invalid that CloudWatch would refuse, or has refused
 */
public record Selection(List<Rollup> taken, List<Rollup> overBudget, List<Rollup> invalid) {

    public Selection {
        taken = List.copyOf(taken);
        overBudget = List.copyOf(overBudget);
        invalid = List.copyOf(invalid);
    }

    /**
     * Spends the budget. The same rollups in any order give the same selection.
     *
     * @param maxMetrics the budget
     * @param refused whether CloudWatch has refused the metric lately
     */
    public static Selection of(Collection<Rollup> rollups, int maxMetrics, Predicate<SeriesKey> refused) {
        List<Rollup> taken = new ArrayList<>();
        List<Rollup> overBudget = new ArrayList<>();
        List<Rollup> invalid = new ArrayList<>();
        for (Rollup rollup : rollups.stream().sorted(Rollup.BY_PRIORITY).toList()) {
            if (!CloudWatchLimits.takes(rollup.key()) || refused.test(rollup.key())) {
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
