package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.life.LifeCounts;
import java.util.SortedMap;

/**
 * What happened to jobs.
 *
 * @param cluster cluster name
 * @param counts what happened
 */
public record LifeMetrics(String cluster, LifeCounts counts) implements MetricBatch {

    @Override
    public void forEach(MetricVisitor visitor) {
        counts.waits()
                .forEach((queue, waits) ->
                        visitor.histogram(LifeFamilies.JOB_WAIT, waits, cluster, queue.partition(), queue.qos()));
        counts.runs()
                .forEach((queue, runs) ->
                        visitor.histogram(LifeFamilies.JOB_RUN, runs, cluster, queue.partition(), queue.qos()));
        counts.waitsByCause()
                .forEach((key, waits) -> visitor.histogram(
                        LifeFamilies.JOB_WAIT_BY_CAUSE,
                        waits,
                        cluster,
                        key.partition(),
                        key.cause().label()));
        byPartition(visitor, LifeFamilies.JOB_SUBMISSIONS, counts.submissions());
        byPartition(visitor, LifeFamilies.JOB_STARTS, counts.starts());
        byPartition(visitor, LifeFamilies.JOB_REQUEUES, counts.requeues());
        counts.ends()
                .forEach((key, ends) -> visitor.sample(
                        LifeFamilies.JOB_ENDS,
                        ends,
                        cluster,
                        key.partition(),
                        key.state().label()));
        visitor.sample(MetricCatalog.SERIES_FOLDED, counts.foldedQueues(), cluster, "queue");
    }

    private void byPartition(MetricVisitor visitor, MetricFamily family, SortedMap<String, Long> counted) {
        counted.forEach((partition, count) -> visitor.sample(family, count, cluster, partition));
    }
}
