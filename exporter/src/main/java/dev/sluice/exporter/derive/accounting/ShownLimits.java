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
 * The limits to show of QOS, or of accounts. Those that are nearest to one of their limits come first; limits of several
 * cannot be one, so the rest is left out and counted.
 *
 * @param limits by the name to show
 * @param folded how many names are left out
 */
public record ShownLimits(SortedMap<String, List<Used>> limits, int folded) {

    /** Equally near ones are told apart by name, so that the choice does not flap. */
    private static final Comparator<Map.Entry<String, List<Used>>> NEAREST = Comparator.comparingDouble(
                    (Map.Entry<String, List<Used>> entry) -> nearness(entry.getValue()))
            .reversed()
            .thenComparing(Map.Entry.comparingByKey());

    /**
     * Picks what there is room for.
     *
     * @param room names that may have limits
     */
    public static ShownLimits of(SortedMap<String, List<Used>> all, int room) {
        Kept<Map.Entry<String, List<Used>>> picked = SeriesBudget.keep(all.entrySet(), NEAREST, unused -> 1, room);
        SortedMap<String, List<Used>> limits = new TreeMap<>();
        picked.kept().forEach(entry -> limits.put(entry.getKey(), entry.getValue()));
        return new ShownLimits(limits, picked.folded().size());
    }

    /** How much of the limit that is nearest is used: 1 is all of it, and a limit of nothing is always used up. */
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
