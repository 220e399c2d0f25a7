package dev.sluice.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.CapturedSamples;
import dev.sluice.exporter.metrics.Family.Series;
import dev.sluice.exporter.model.node.NodeState;
import dev.sluice.fixtures.GoldenFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricReferenceTest {

    /** The numbers of partitions, nodes, users and accounts of the captured cluster, by unit. */
    private static final Map<String, Integer> UNITS = Map.of(
            "cluster", 1,
            "partition", 11,
            "node", 34,
            "user, up to `metrics.topUsers`, and `other`", 8,
            "account, up to `metrics.topAccounts`, and `other`", 6);

    /** Returns the names of the families of all series, one for each series. */
    private static List<String> served(String labels) throws Exception {
        return CapturedSamples.text()
                .lines()
                .filter(line -> !line.startsWith("#") && line.contains(labels))
                .map(line -> line.replaceFirst("[{ ].*", ""))
                .toList();
    }

    @Test
    void documentsEveryFamily() {
        GoldenFile.at(Path.of("docs/metrics.md")).matches(MetricReference.render());
    }

    @Test
    void capturedClusterHasAsManySeriesAsDocumented() throws Exception {
        Map<String, Long> served =
                served("").stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        List<Family<?>> families = MetricCatalog.sections().stream()
                .<Family<?>>flatMap(section -> section.families().stream())
                .filter(family -> family.series().stream().allMatch(series -> UNITS.containsKey(series.unit())))
                .toList();

        assertThat(families).hasSizeGreaterThan(40).allSatisfy(family -> {
            long always = family.series().stream()
                    .filter(series -> series.always() && series.parts().isEmpty())
                    .mapToLong(series -> (long) series.number() * UNITS.getOrDefault(series.unit(), 0))
                    .sum();
            boolean onlyAlways = family.series().stream().allMatch(MetricReferenceTest::isConstant);
            long found = served.getOrDefault(family.declared().name(), 0L);
            assertThat(found).as(family.declared().name()).isGreaterThanOrEqualTo(always);
            assertThat(onlyAlways && found > always)
                    .as(family.declared().name())
                    .isFalse();
        });
    }

    private static boolean isConstant(Series series) {
        return series.always() && series.parts().isEmpty() && series.more() == 0;
    }

    @Test
    void partitionWithoutJobsAndNodesHasAsManySeriesAsDocumented() throws Exception {
        List<String> families = served("partition=\"retiring\"").stream()
                .filter(family -> !family.startsWith("slurm_partition_"))
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
