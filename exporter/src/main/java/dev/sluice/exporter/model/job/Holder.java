package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Amounts;
import java.util.Comparator;

/**
 * The jobs and allocated resources of one user or account.
 *
 * @param pending pending jobs (array tasks)
 * @param running running jobs
 * @param suspended suspended jobs: Slurm gives their CPUs to other jobs, but keeps their memory and GPUs allocated
 * @param cpus allocated CPUs
 * @param gpus allocated GPUs
 */
public record Holder(long pending, long running, long suspended, long cpus, long gpus) {

    public static final Holder NOTHING = new Holder(0, 0, 0, 0, 0);

    /** The order of holders: most GPUs first, then most CPUs, then most jobs. */
    public static final Comparator<Holder> BY_USE = Comparator.comparingLong(Holder::gpus)
            .thenComparingLong(Holder::cpus)
            .thenComparingLong(Holder::jobs)
            .reversed();

    public long jobs() {
        return pending + running + suspended;
    }

    public Holder plus(Job job) {
        return switch (job.status().base()) {
            case PENDING ->
                job.waiting()
                        ? new Holder(Amounts.sum(pending, job.array().tasks()), running, suspended, cpus, gpus)
                        : this;
            case RUNNING ->
                new Holder(
                        pending,
                        running + 1,
                        suspended,
                        Amounts.sum(cpus, cpusOf(job)),
                        Amounts.sum(gpus, gpusOf(job)));
            case SUSPENDED -> new Holder(pending, running, suspended + 1, cpus, Amounts.sum(gpus, gpusOf(job)));
            default -> this;
        };
    }

    public Holder plus(Holder other) {
        return new Holder(
                Amounts.sum(pending, other.pending),
                Amounts.sum(running, other.running),
                Amounts.sum(suspended, other.suspended),
                Amounts.sum(cpus, other.cpus),
                Amounts.sum(gpus, other.gpus));
    }

    public static boolean counts(JobState base) {
        return base == JobState.PENDING || base == JobState.RUNNING || base == JobState.SUSPENDED;
    }

    private static long cpusOf(Job job) {
        return job.allocation().tres().cpus();
    }

    private static long gpusOf(Job job) {
        return job.allocation().tres().gpus().total();
    }
}
