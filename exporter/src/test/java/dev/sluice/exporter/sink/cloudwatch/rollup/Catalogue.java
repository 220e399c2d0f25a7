package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.family.MetricFamily;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds families by name, and creates declarations of families. */
final class Catalogue {

    static final MetricFamily QUEUE_JOBS = family("slurm_queue_jobs");
    static final MetricFamily OLDEST = family("slurm_queue_oldest_pending_seconds");
    static final MetricFamily STARTS = family("slurm_job_starts_total");
    static final MetricFamily WAIT = family("slurm_job_wait_seconds");

    private Catalogue() {}

    static MetricFamily family(String name) {
        return MetricCatalog.family(name);
    }

    static DeclaredMetric metric(String name, MetricFamily family, Aggregation aggregation, String... labels) {
        return new DeclaredMetric(name, 1, family, Map.of(), List.of(labels), aggregation, family);
    }

    static DeclaredMetric metric(
            String name, MetricFamily family, Map<String, Set<String>> where, MetricFamily presence, String... labels) {
        return new DeclaredMetric(name, 1, family, where, List.of(labels), Aggregation.MAX, presence);
    }

    static Rollup rollup(String name, int priority, String partition, double value) {
        DeclaredMetric metric = new DeclaredMetric(
                name, priority, QUEUE_JOBS, Map.of(), List.of("partition"), Aggregation.SUM, QUEUE_JOBS);
        return new Rollup(
                metric, new SeriesKey(name, List.of(new Dimension("Partition", partition))), new Reading.Level(value));
    }
}
