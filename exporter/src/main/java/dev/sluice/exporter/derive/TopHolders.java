package dev.sluice.exporter.derive;

import dev.sluice.exporter.derive.SeriesBudget.Kept;
import dev.sluice.exporter.model.job.Holder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The users or accounts with the largest use, and the sum of the remaining users or accounts.
 *
 * @param top name and use, largest use first
 * @param other sum of the remaining users or accounts
 * @param folded number of the remaining users or accounts
 */
public record TopHolders(List<Map.Entry<String, Holder>> top, Holder other, int folded) {

    public TopHolders {
        top = List.copyOf(top);
    }

    /**
     * Selects the largest uses; equal uses are ordered by name, so that the selection is stable.
     *
     * @param holders use by the name that Slurm uses
     */
    static TopHolders of(Map<String, Holder> holders, int limit, NameRule names) {
        if (names == NameRule.DROP) {
            return new TopHolders(List.of(), Holder.NOTHING, 0);
        }
        Map<String, Holder> shown = new HashMap<>();
        holders.forEach((name, holder) -> shown.merge(names.apply(name), holder, Holder::plus));
        Kept<Map.Entry<String, Holder>> picked = SeriesBudget.keep(
                shown.entrySet().stream()
                        .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
                        .toList(),
                Map.Entry.<String, Holder>comparingByValue(Holder.BY_USE).thenComparing(Map.Entry.comparingByKey()),
                unused -> 1,
                limit);
        Holder other = picked.folded().stream().map(Map.Entry::getValue).reduce(Holder.NOTHING, Holder::plus);
        return new TopHolders(picked.kept(), other, picked.folded().size());
    }
}
