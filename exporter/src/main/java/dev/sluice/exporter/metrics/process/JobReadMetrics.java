package dev.sluice.exporter.metrics.process;

import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What jobs are read from, and how well two ways to count them agree.
 *
 * @param cluster cluster name
 * @param counts what jobs by state are read from; empty where they are not shown
 * @param differences by how many jobs slurmctld's counts differed from the last list of jobs, by family
 */
public record JobReadMetrics(String cluster, List<Counts> counts, Map<String, Long> differences) {

    private static final Scope<JobReadMetrics, JobReadMetrics> CLUSTER = Scope.cluster(JobReadMetrics::cluster);

    public static final Section<JobReadMetrics> SECTION = Section.of(
            "How jobs are read",
            "sluice",
            "Made anew for every scrape.",
            CLUSTER.eachPart("source of the counts", JobReadMetrics::counts)
                    .by("source", Counts::source)
                    .seconds("sluice_job_counts_age_seconds")
                    .help(
                            "Age of the jobs by state; source is what they come from: jobs (the list of jobs) or counts (slurmctld's own metrics).")
                    .value(counts -> counts.age().toNanos() / 1e9),
            CLUSTER.eachPart("family", metrics -> metrics.differences.entrySet())
                    .by("family", Map.Entry::getKey)
                    .gauge("sluice_reconciliation_difference")
                    .help(
                            "Jobs by which slurmctld's own metrics differed from the last list of jobs, summed over the series of a family; absent where either is missing.")
                    .value(Map.Entry::getValue));

    /**
     * Jobs by state.
     *
     * @param source what they come from
     * @param age how old they are
     */
    public record Counts(String source, Duration age) {}
}
