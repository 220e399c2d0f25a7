package dev.sluice.exporter.derive;

import dev.sluice.exporter.derive.SeriesBudget.Kept;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The running and suspended jobs that have separate series.
 *
 * @param jobs jobs within the cardinality limit, most GPUs first
 * @param folded number of jobs over the cardinality limit
 */
public record JobSeries(List<Placed> jobs, int folded) {

    /** Most GPUs first, then most CPUs, then the oldest job. */
    public static final Comparator<Placed> BY_USE = Comparator.<Placed>comparingLong(
                    placed -> placed.job().allocation().tres().gpus().total())
            .thenComparingLong(placed -> placed.job().allocation().tres().cpus())
            .reversed()
            .thenComparingLong(placed -> placed.job().id());

    public JobSeries {
        jobs = List.copyOf(jobs);
    }

    /** A job and its nodes. */
    public record Placed(Job job, List<String> nodes) {

        public Placed {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * Selects jobs within the cardinality limit; a selected job has all of its series.
     *
     * @param others number of a job's series besides the owner, the start and the time limit, and one for each of its nodes
     */
    public static JobSeries of(List<Job> jobs, ToIntFunction<Job> others, SeriesBudget budget) {
        Kept<Placed> picked = SeriesBudget.keep(
                running(jobs),
                BY_USE,
                placed -> 3 + placed.nodes().size() + others.applyAsInt(placed.job()),
                budget.jobSeries());
        return new JobSeries(picked.kept(), picked.folded().size());
    }

    /** Returns the running and suspended jobs, in list order. */
    public static List<Placed> running(List<Job> jobs) {
        return jobs.stream()
                .filter(job -> !job.pending() && !job.ended() && job.holdsNodes())
                .map(job -> new Placed(job, Hostlist.names(job.allocation().nodes())))
                .toList();
    }
}
