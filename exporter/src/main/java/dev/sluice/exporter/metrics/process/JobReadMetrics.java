package dev.sluice.exporter.metrics.process;

import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * What jobs are read from, and how well two ways to count them agree.
 *
 * @param cluster cluster name
 * @param counts what jobs by state are read from; empty where they are not shown
 * @param differences by how many jobs slurmctld's counts differed from the last list of jobs, by family
 * @param list what the next list of jobs will cost; empty until that is known
 */
public record JobReadMetrics(
        String cluster, List<Counts> counts, Map<String, Long> differences, List<PredictedList> list) {

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
            CLUSTER.eachPart("family", metrics -> metrics.differences.entrySet())
                    .by("family", Map.Entry::getKey)
                    .gauge("sluice_reconciliation_difference")
                    .help(
                            "Difference in jobs between slurmctld's own metrics and the last job list, summed over the series of a family; absent if one of the two is missing.")
                    .value(Map.Entry::getValue),
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

    /**
     * Jobs by state.
     *
     * @param source what they come from
     * @param age how old they are
     */
    public record Counts(String source, Duration age) {}

    /**
     * A list of jobs that has not been asked for.
     *
     * @param memoryBytes memory that slurmrestd will need
     * @param took time that the answer will take; empty until one has been seen
     * @param overBudget whether the newest request was not made for its cost
     */
    public record PredictedList(long memoryBytes, Optional<Duration> took, boolean overBudget) {}
}
