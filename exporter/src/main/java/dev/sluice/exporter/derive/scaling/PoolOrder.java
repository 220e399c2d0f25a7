package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.job.Job;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The order in which a job tries the pools on which the job fits. */
final class PoolOrder {

    private final ScalingInput.History history;
    private final PartitionTiers tiers;

    PoolOrder(ScalingInput.History history, PartitionTiers tiers) {
        this.history = history;
        this.tiers = tiers;
    }

    /**
     * Sorts the pools: the previous choice first, then pools with enough existing nodes (highest PriorityTier first),
     * then by the cost of the job, then in the given order.
     *
     * @param tasks maximum number of tasks that may start
     */
    List<Options.Candidate> of(Job job, List<Options.Candidate> fits, long tasks) {
        if (fits.size() == 1) {
            return fits;
        }
        PoolName before = history.choices().get(job.id());
        List<Options.Candidate> again = fits.stream()
                .filter(fit -> fit.pool().pool().name().equals(before) && !backsOff(fit))
                .toList();
        // Without this shortcut, 10,000 different jobs of 100 partitions cost a million trials per poll.
        // If a limit prevents some of the tasks from starting, these tasks may start in other pools.
        if (tasks == Math.max(1, job.array().tasks())
                && !again.isEmpty()
                && again.get(0).pool().tryOut(again.get(0).ask(), tasks).tasks() == tasks) {
            return Stream.concat(again.stream(), fits.stream().filter(fit -> !again.contains(fit)))
                    .toList();
        }
        Map<Options.Candidate, Choice> choices = new LinkedHashMap<>();
        for (Options.Candidate fit : fits) {
            choices.put(fit, again.contains(fit) ? Choice.FIRST : choice(fit, tasks));
        }
        return choices.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Choice.ORDER))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Sorts the pools for a component of a heterogeneous job. */
    List<Options.Candidate> ofComponent(Job job, List<Options.Candidate> fits) {
        PoolName before = history.choices().get(job.id());
        return fits.stream()
                .sorted(Comparator.<Options.Candidate, Boolean>comparing(this::backsOff)
                        .thenComparing(fit -> !fit.pool().pool().name().equals(before))
                        .thenComparingLong(fit -> fit.pool().pool().cost()))
                .toList();
    }

    private Choice choice(Options.Candidate fit, long tasks) {
        PoolState.Tried tried = fit.pool().tryOut(fit.ask(), tasks);
        double each = tried.nodes() / (double) Math.max(1, tried.tasks());
        long cost = fit.pool().pool().cost();
        // During a backoff, starting nodes do not count, because they may never register.
        long present = fit.pool().counts().idle()
                + (backsOff(fit) ? 0 : fit.pool().counts().starting());
        boolean isThere = tried.tasks() == tasks && tried.pending() <= present;
        int rank = isThere ? 1 : tried.tasks() == 0 ? 4 : backsOff(fit) ? 3 : 2;
        // slurmctld chooses by tier among existing nodes, but takes the new node that is the first to register.
        long tier = rank == 1 || rank == 4 ? tiers.of(fit.partition()) : 0;
        return new Choice(rank, -tier, cost * each, each, cost);
    }

    private boolean backsOff(Options.Candidate fit) {
        return history.backoffs().containsKey(fit.pool().pool().name());
    }

    /** The preference for a pool; lower values come first. */
    private record Choice(int rank, long afterTier, double costEach, double nodesEach, long cost) {

        static final Choice FIRST = new Choice(0, 0, 0, 0, 0);

        static final Comparator<Choice> ORDER = Comparator.comparingInt(Choice::rank)
                .thenComparingLong(Choice::afterTier)
                .thenComparingDouble(Choice::costEach)
                .thenComparingDouble(Choice::nodesEach)
                .thenComparingLong(Choice::cost);
    }
}
