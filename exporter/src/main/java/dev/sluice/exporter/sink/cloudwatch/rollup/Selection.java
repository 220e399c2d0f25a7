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
public record Selection(List<Roll> taken, List<Roll> overBudget, List<Roll> invalid) {

    public Selection {
        taken = List.copyOf(taken);
        overBudget = List.copyOf(overBudget);
        invalid = List.copyOf(invalid);
    }

    /**
     * Spends the budget. The same rolls in any order give the same selection.
     *
     * @param maxMetrics the budget
     * @param refused whether CloudWatch has refused the metric lately
     */
    public static Selection of(Collection<Roll> rolls, int maxMetrics, Predicate<SeriesKey> refused) {
        List<Roll> taken = new ArrayList<>();
        List<Roll> overBudget = new ArrayList<>();
        List<Roll> invalid = new ArrayList<>();
        for (Roll roll : rolls.stream().sorted(Roll.BY_PRIORITY).toList()) {
            if (!CloudWatchLimits.takes(roll.key()) || refused.test(roll.key())) {
                invalid.add(roll);
            } else if (taken.size() < maxMetrics) {
                taken.add(roll);
            } else {
                overBudget.add(roll);
            }
        }
        return new Selection(taken, overBudget, invalid);
    }
}
