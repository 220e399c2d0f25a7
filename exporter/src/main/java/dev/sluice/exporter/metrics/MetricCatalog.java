package dev.sluice.exporter.metrics;

import java.util.List;

/**
 * All metric families of the exporter, in the order of /metrics. {@code docs/metrics.md} is rendered from the catalog.
 */
public final class MetricCatalog {

    private static final List<Section<?>> SECTIONS = List.of(
            QueueMetrics.ByState.SECTION,
            QueueMetrics.QUEUE,
            LifeMetrics.SECTION,
            UsageMetrics.JOBS,
            JobSeriesMetrics.SECTION,
            JobSeriesMetrics.GPUS,
            QueueMetrics.HOLDERS,
            NodeMetrics.CAPACITY,
            UsageMetrics.NODES,
            NodeMetrics.EACH_NODE,
            LifeMetrics.OnNodes.SECTION,
            SignalMetrics.SECTION,
            KubernetesMetrics.SECTION,
            KubernetesMetrics.Machines.SECTION,
            ControllerMetrics.CONTROLLERS,
            ControllerMetrics.PARTITIONS,
            DiagMetrics.SECTION,
            ControllerMetrics.CONF,
            ControllerMetrics.LICENSES,
            ControllerMetrics.Reservations.SECTION,
            AccountingMetrics.Shares.SECTION,
            AccountingMetrics.Shares.GPUS,
            AccountingMetrics.Limits.SECTION,
            DiagMetrics.Dbd.SECTION,
            SelfMetrics.SECTION,
            SelfMetrics.JobRead.SECTION,
            PushMetrics.CloudWatch.SECTION,
            PushMetrics.Otlp.SECTION,
            SelfMetrics.Access.SECTION,
            SelfMetrics.Prices.SECTION);

    private MetricCatalog() {}

    public static List<MetricFamily> families() {
        return SECTIONS.stream()
                .<Family<?>>flatMap(section -> section.families().stream())
                .map(Family::declared)
                .toList();
    }

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
