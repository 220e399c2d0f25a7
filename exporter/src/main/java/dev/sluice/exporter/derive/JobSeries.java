package dev.sluice.exporter.derive;

import dev.sluice.exporter.derive.SeriesBudget.Kept;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import java.util.Comparator;
import java.util.List;

/**
 * The running and suspended jobs that have series of their own.
 *
 * @param jobs those that there is room for, most GPUs first
 * @param folded how many have none
 */
public record JobSeries(List<Placed> jobs, int folded) {

    /** Jobs with more GPUs come first, then those with more CPUs, then the oldest. */
    public static final Comparator<Placed> BY_USE = Comparator.<Placed>comparingLong(
                    placed -> placed.job().allocation().gpus().total())
            .thenComparingLong(placed -> placed.job().allocation().cpus())
            .reversed()
            .thenComparingLong(placed -> placed.job().id());

    public JobSeries {
        jobs = List.copyOf(jobs);
    }

    /**
     * A job and where it runs.
     *
     * @param job the job
     * @param nodes names of its nodes
     */
    public record Placed(Job job, List<String> nodes) {

        public Placed {
            nodes = List.copyOf(nodes);
        }

        private int series() {
            return 1 + nodes.size();
        }
    }

    /** Picks jobs within the budget; a job comes with all of its nodes or not at all. */
    public static JobSeries of(List<Job> jobs, SeriesBudget budget) {
        Kept<Placed> picked = SeriesBudget.keep(running(jobs), BY_USE, Placed::series, budget.jobSeries());
        return new JobSeries(picked.kept(), picked.folded().size());
    }

    /** The running and suspended jobs, in order. */
    public static List<Placed> running(List<Job> jobs) {
        return jobs.stream()
                .filter(job -> !job.pending() && !job.ended() && job.holdsNodes())
                .map(job -> new Placed(job, Hostlist.parse(job.nodes()).names()))
                .toList();
    }
}
