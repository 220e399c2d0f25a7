package dev.sluice.exporter.derive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The cardinality limits of metric families with unbounded labels, and the name rules of users and accounts.
 *
 * @param users maximum number of named users
 * @param accounts maximum number of named accounts, and of accounts with published limits
 * @param queues maximum number of pairs of partition and QOS with histograms, and of QOS with published limits
 * @param nodes maximum number of nodes with published CPUs, memory and GPUs
 * @param jobSeries maximum number of series of single jobs
 * @param gpuSeries maximum number of series of GPUs that single jobs hold; 0 if disabled
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

    /** The name under which everything over a cardinality limit counts. */
    public static final String OTHER = "other";

    /**
     * Items within and over a limit.
     *
     * @param kept items within the limit, in order
     * @param folded items over the limit, in order
     */
    public record Kept<T>(List<T> kept, List<T> folded) {

        public Kept {
            kept = List.copyOf(kept);
            folded = List.copyOf(folded);
        }

        /** Returns the items within the limit, then the items over the limit. */
        public List<T> all() {
            List<T> all = new ArrayList<>(kept);
            all.addAll(folded);
            return all;
        }
    }

    /**
     * Selects items in order, and skips each item whose cost exceeds the rest of the limit.
     *
     * @param order total order of the items, so that the selection is stable
     * @param cost cost of an item
     * @param max limit of the total cost
     */
    public static <T> Kept<T> keep(Collection<T> all, Comparator<? super T> order, ToIntFunction<T> cost, int max) {
        List<T> sorted = new ArrayList<>(all);
        sorted.sort(order);
        List<T> kept = new ArrayList<>();
        List<T> folded = new ArrayList<>();
        int left = max;
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
