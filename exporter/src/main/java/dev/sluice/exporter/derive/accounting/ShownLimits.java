package dev.sluice.exporter.derive.accounting;

import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.SeriesBudget.Kept;
import dev.sluice.exporter.derive.accounting.LimitUse.Used;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The published limits of QOS or accounts, highest utilization first. Names over the cardinality limit are omitted,
 * because limits cannot be summed. The number of omitted names is counted.
 *
 * @param folded number of omitted names
 */
public record ShownLimits(SortedMap<String, List<Used>> limits, int folded) {

    /** Ties are ordered by name, so that the selection is stable. */
    private static final Comparator<Map.Entry<String, List<Used>>> NEAREST = Comparator.comparingDouble(
                    (Map.Entry<String, List<Used>> entry) -> nearness(entry.getValue()))
            .reversed()
            .thenComparing(Map.Entry.comparingByKey());

    /**
     * Selects the names within the cardinality limit.
     *
     * @param max maximum number of names
     */
    public static ShownLimits of(SortedMap<String, List<Used>> all, int max) {
        Kept<Map.Entry<String, List<Used>>> picked = SeriesBudget.keep(all.entrySet(), NEAREST, unused -> 1, max);
        SortedMap<String, List<Used>> limits = new TreeMap<>();
        picked.kept().forEach(entry -> limits.put(entry.getKey(), entry.getValue()));
        return new ShownLimits(limits, picked.folded().size());
    }

    /** Returns the highest utilization of the limits: 1 if a limit is fully used, and always 1 for a limit of 0. */
    private static double nearness(List<Used> limits) {
        return limits.stream()
                .filter(one -> one.used().isPresent())
                .mapToDouble(one -> one.limit().most() > 0
                        ? one.used().getAsDouble() / one.limit().most()
                        : 1)
                .max()
                .orElse(0);
    }
}
