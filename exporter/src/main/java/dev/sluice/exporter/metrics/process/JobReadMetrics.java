package dev.sluice.exporter.metrics.process;

import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Metrics about the reading of jobs: the source of the job counts, and the cost of the job list.
 *
 * @param counts source and age of the numbers of jobs by state; empty while the numbers are withdrawn
 * @param list predicted cost of the next job list; empty until the cost is known
 */
public record JobReadMetrics(String cluster, List<Counts> counts, List<PredictedList> list) {

    private static final Scope<JobReadMetrics, JobReadMetrics> CLUSTER = Scope.cluster(JobReadMetrics::cluster);

    private static final Scope<JobReadMetrics, PredictedList> LIST =
            CLUSTER.eachPart("predicted list", JobReadMetrics::list);

    public static final Section<JobReadMetrics> SECTION = Section.of(
            "How jobs are read",
            "sluice",
            "Computed at every scrape.",
            CLUSTER.eachPart("source of the counts", JobReadMetrics::counts)
                    .by("source", Counts::source)
                    .seconds("sluice_job_counts_age_seconds")
                    .help(
                            "Age of the job counts by state; source is jobs (job list) or counts (slurmctld's own metrics).")
                    .value(counts -> counts.age().toNanos() / 1e9),
            LIST.bytes("sluice_job_list_predicted_memory_bytes")
                    .help(
                            "Predicted memory use of slurmrestd for the next job list; absent until the number of jobs is known.")
                    .optional(list -> DoubleStream.of(list.memoryBytes())),
            LIST.seconds("sluice_job_list_predicted_seconds")
                    .help("Predicted duration of the next read of the job list; absent before the first read.")
                    .optional(list -> list.took().stream().mapToDouble(took -> took.toNanos() / 1e9)),
            LIST.gauge("sluice_job_list_over_budget")
                    .help(
                            "1 if the exporter skipped the last read of the job list because its cost would exceed poll.budget, else 0.")
                    .optional(list -> DoubleStream.of(list.overBudget() ? 1 : 0)));

    /** The source of the numbers of jobs by state. */
    public record Counts(String source, Duration age) {}

    /**
     * The predicted cost of the next job list.
     *
     * @param memoryBytes memory that slurmrestd will need, in bytes
     * @param took time until the last response; empty before the first response
     * @param overBudget true if the last request was skipped because of its cost
     */
    public record PredictedList(long memoryBytes, Optional<Duration> took, boolean overBudget) {}
}
