package dev.sluice.exporter.derive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * How much of what has no natural end may be published, and under which names. Every family with an open-ended label
 * asks here.
 *
 * @param users users that are named
 * @param accounts accounts that are named, and accounts whose limits are shown
 * @param queues pairs of partition and QOS that have histograms of their own, and QOS whose limits are shown
 * @param nodes nodes whose CPUs, memory and GPUs are shown
 * @param jobSeries series of single jobs
 * @param gpuSeries series of the GPUs that single jobs hold; 0 where there are none
 * @param userNames what becomes of user names
 * @param accountNames what becomes of account names
 */
public record SeriesBudget(
        int users,
        int accounts,
        int queues,
        int nodes,
        int jobSeries,
        int gpuSeries,
        NameRule userNames,
        NameRule accountNames) {

    /**
     * What is kept of many things.
     *
     * @param kept those that there is room for, in order
     * @param folded the others, in order
     */
    public record Kept<T>(List<T> kept, List<T> folded) {

        public Kept {
            kept = List.copyOf(kept);
            folded = List.copyOf(folded);
        }
    }

    /**
     * Picks what there is room for: the first in order, and of what follows whatever still fits.
     *
     * @param order tells any two apart, so that the choice does not flap
     * @param cost room that a thing takes
     * @param room how much there is
     */
    public static <T> Kept<T> keep(Collection<T> all, Comparator<? super T> order, ToIntFunction<T> cost, int room) {
        List<T> sorted = new ArrayList<>(all);
        sorted.sort(order);
        List<T> kept = new ArrayList<>();
        List<T> folded = new ArrayList<>();
        int left = room;
        for (T thing : sorted) {
            int needed = cost.applyAsInt(thing);
            if (needed <= left) {
                kept.add(thing);
                left -= needed;
            } else {
                folded.add(thing);
            }
        }
        return new Kept<>(kept, folded);
    }
}
