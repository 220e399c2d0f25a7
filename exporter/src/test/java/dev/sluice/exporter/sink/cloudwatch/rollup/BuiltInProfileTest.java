package dev.sluice.exporter.sink.cloudwatch.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.metrics.MetricCatalog;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BuiltInProfileTest {

    private static List<DeclaredMetric> metrics(boolean partitions, boolean nodeSets) {
        return BuiltInProfile.metrics(MetricCatalog.families(), partitions, nodeSets);
    }

    /** The cost table in the guide is based on these numbers. */
    @Test
    void hasAsManyMetricsAsDocumented() {
        assertThat(metrics(false, false)).hasSize(23);
        assertThat(metrics(true, false)).hasSize(23 + 12);
        assertThat(metrics(true, true)).hasSize(23 + 12 + 8);
    }

    @Test
    void saysNothingOfNodesJobsOrPeople() {
        Set<String> personal = Set.of("node", "job_id", "user", "account", "pod", "kube_node");

        assertThat(metrics(true, true))
                .allSatisfy(metric -> assertThat(metric.labels()).doesNotContainAnyElementsOf(personal));
    }

    @Test
    void cutsPartitionsBeforeNodeSetsBeforeClusters() {
        assertThat(metrics(true, true)).isSortedAccordingTo((a, b) -> Integer.compare(a.priority(), b.priority()));
        assertThat(metrics(true, true))
                .extracting(DeclaredMetric::labels)
                .startsWith(List.of("cluster"))
                .endsWith(List.of("cluster", "partition"));
        assertThat(metrics(true, true).get(0).name()).isEqualTo("heartbeat");
        assertThat(metrics(true, true)).allMatch(metric -> metric.priority() < BuiltInProfile.FURTHER);
    }

    @Test
    void namesAndDimensionsAreSuchAsCloudWatchTakes() {
        assertThat(metrics(true, true))
                .allSatisfy(metric -> assertThat(CloudWatchLimits.takes(new SeriesKey(
                                metric.name(),
                                metric.labels().stream()
                                        .map(label -> new Dimension(DimensionNames.of(label), "x"))
                                        .toList())))
                        .isTrue());
    }
}
