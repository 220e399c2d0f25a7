package dev.sluice.exporter.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.fixtures.GoldenFile;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the exporter's metrics for every captured cluster equal the output of Slurm's tools, except for known
 * differences.
 */
class CapturedTruthTest {

    private static final Map<CapturedCluster, Explained> COMPARED = new LinkedHashMap<>();

    @BeforeAll
    static void compare(@TempDir Path folder) throws Exception {
        for (CapturedCluster cluster : CapturedCluster.all().toList()) {
            COMPARED.put(cluster, cluster.compare(folder));
        }
    }

    private static Explained compared(CapturedCluster cluster) {
        return Optional.ofNullable(COMPARED.get(cluster)).orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.truth.CapturedCluster#all")
    void servesWhatSlurmsToolsPrint(CapturedCluster cluster) {
        assertThat(compared(cluster).unknown()).isEmpty();
    }

    /** Both clusters use Slurm's Fair Tree algorithm. With this algorithm, accounts have no factor. */
    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.truth.CapturedCluster#all")
    void comparesValuesOfEveryFamily(CapturedCluster cluster) {
        Set<String> printed = compared(cluster).values().stream()
                .filter(Comparison.Value::listed)
                .map(value -> value.series().family())
                .collect(Collectors.toSet());

        assertThat(ComparedFamily.all())
                .extracting(ComparedFamily::name)
                .filteredOn(name -> !printed.contains(name))
                .containsExactly("slurm_fairshare_account_factor");
    }

    @Test
    void everyKnownDifferenceOfCapturesExists() {
        Set<KnownDifference> seen = COMPARED.values().stream()
                .flatMap(explained -> explained.known().values().stream())
                .collect(Collectors.toSet());

        assertThat(seen).isEqualTo(EnumSet.complementOf(EnumSet.of(KnownDifference.REQUESTS_IN_PROGRESS)));
    }

    @Test
    void everyFamilyOfSlurmIsComparedOrHasAReason() {
        for (MetricFamily family : MetricCatalog.families()) {
            String name = family.name();
            if (name.startsWith("slurm_")) {
                long compared = ComparedFamily.all().stream()
                        .filter(one -> one.name().equals(name))
                        .count();
                long excused = NotCompared.all()
                        .filter(one -> name.matches(one.families()))
                        .count();
                assertThat(compared + excused).as(name).isEqualTo(1);
            }
        }
    }

    @Test
    void pageIsUpToDate() throws Exception {
        GoldenFile.at(Path.of("docs/internals/truth.md")).matches(new TruthPage(COMPARED, LivingResult.read()).text());
    }
}
