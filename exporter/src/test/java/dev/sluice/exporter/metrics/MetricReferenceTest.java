package dev.sluice.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.node.NodeState;
import dev.sluice.exporter.slurm.decode.CapturedMetrics;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricReferenceTest {

    @Test
    void documentsEveryFamily() {
        GoldenFile.at(Path.of("docs/metrics.md")).matches(MetricReference.render());
    }

    @Test
    void capturedClusterHasAsManySeriesAsDocumented() throws IOException {
        assertThat(CapturedMetrics.of("26.05", "v0.0.45"))
                .hasSize(1622 + 17 * 40 + 22 * 20 + 16 * 20 + 34 * 12 + 14 * 3 + 144 + 26 + 9 + 6)
                .filteredOn(sample -> sample.family().startsWith("slurm_user_")
                        || sample.family().startsWith("slurm_account_"))
                .hasSize((8 + 6) * 5 + 26);
        // Two samples of sluice_series_folded come from the usage, which the captured metrics do not include.
        assertThat(SeriesReference.ofCapturedCluster()).isEqualTo(1621 + 2);
    }

    @Test
    void partitionWithoutJobsAndNodesHasAsManySeriesAsDocumented() throws IOException {
        List<String> families = CapturedMetrics.of("26.05", "v0.0.45").stream()
                .filter(sample -> "retiring".equals(sample.labels().get("partition")))
                .map(CapturedMetrics.Sample::family)
                .toList();

        assertThat(families).hasSize(84);
        assertThat(families.stream().filter("slurm_queue_jobs"::equals)).hasSize(14);
        assertThat(families.stream().filter(family -> family.startsWith("slurm_queue_requested_")))
                .hasSize(33);
        assertThat(families.stream().filter("slurm_capacity_nodes"::equals))
                .hasSize(14)
                .hasSameSizeAs(NodeState.values());
    }
}
