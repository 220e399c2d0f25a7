package dev.sluice.exporter.metrics;

import dev.sluice.exporter.metrics.cluster.ControllerMetrics;
import dev.sluice.exporter.metrics.cluster.DbdMetrics;
import dev.sluice.exporter.metrics.cluster.DiagMetrics;
import dev.sluice.exporter.metrics.cluster.JobCountMetrics;
import dev.sluice.exporter.metrics.cluster.JobSeriesMetrics;
import dev.sluice.exporter.metrics.cluster.KubernetesMetrics;
import dev.sluice.exporter.metrics.cluster.LifeMetrics;
import dev.sluice.exporter.metrics.cluster.LimitMetrics;
import dev.sluice.exporter.metrics.cluster.MachineMetrics;
import dev.sluice.exporter.metrics.cluster.NodeJobMetrics;
import dev.sluice.exporter.metrics.cluster.NodeMetrics;
import dev.sluice.exporter.metrics.cluster.QueueMetrics;
import dev.sluice.exporter.metrics.cluster.ReservationMetrics;
import dev.sluice.exporter.metrics.cluster.ShareMetrics;
import dev.sluice.exporter.metrics.cluster.SignalMetrics;
import dev.sluice.exporter.metrics.cluster.UsageMetrics;
import dev.sluice.exporter.metrics.family.Family;
import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.metrics.process.AccessMetrics;
import dev.sluice.exporter.metrics.process.CloudWatchMetrics;
import dev.sluice.exporter.metrics.process.JobReadMetrics;
import dev.sluice.exporter.metrics.process.OtlpMetrics;
import dev.sluice.exporter.metrics.process.PriceMetrics;
import dev.sluice.exporter.metrics.process.SelfMetrics;
import java.util.List;

/**
 * All metric families of the exporter, in the order of /metrics. {@code docs/metrics.md} is rendered from the catalog.
 */
public final class MetricCatalog {

    private static final List<Section<?>> SECTIONS = List.of(
            JobCountMetrics.SECTION,
            QueueMetrics.QUEUE,
            LifeMetrics.SECTION,
            UsageMetrics.JOBS,
            JobSeriesMetrics.SECTION,
            JobSeriesMetrics.GPUS,
            QueueMetrics.HOLDERS,
            NodeMetrics.CAPACITY,
            UsageMetrics.NODES,
            NodeMetrics.EACH_NODE,
            NodeJobMetrics.SECTION,
            SignalMetrics.SECTION,
            KubernetesMetrics.SECTION,
            MachineMetrics.SECTION,
            ControllerMetrics.CONTROLLERS,
            ControllerMetrics.PARTITIONS,
            DiagMetrics.SECTION,
            ControllerMetrics.CONF,
            ControllerMetrics.LICENSES,
            ReservationMetrics.SECTION,
            ShareMetrics.SECTION,
            ShareMetrics.GPUS,
            LimitMetrics.SECTION,
            DbdMetrics.SECTION,
            SelfMetrics.SECTION,
            JobReadMetrics.SECTION,
            CloudWatchMetrics.SECTION,
            OtlpMetrics.SECTION,
            AccessMetrics.SECTION,
            PriceMetrics.SECTION);

    private MetricCatalog() {}

    /** Returns all families, in order. */
    public static List<MetricFamily> families() {
        return SECTIONS.stream()
                .<Family<?>>flatMap(section -> section.families().stream())
                .map(Family::declared)
                .toList();
    }

    /** Returns the family with this name. */
    public static MetricFamily family(String name) {
        return families().stream()
                .filter(family -> family.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no family " + name));
    }

    static List<Section<?>> sections() {
        return SECTIONS;
    }
}
