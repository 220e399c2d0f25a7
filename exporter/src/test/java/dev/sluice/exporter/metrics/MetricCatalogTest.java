package dev.sluice.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.metrics.MetricFamily.MetricType;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MetricCatalogTest {

    private static final Pattern NAME = Pattern.compile("(slurm|sluice|process)(_[a-z0-9]+)+");
    private static final Pattern LABEL = Pattern.compile("[a-z]+(_[a-z]+)*");

    /** The families about the process. One process can monitor several clusters. */
    private static final Pattern WITHOUT_CLUSTER = Pattern.compile("process_.*"
            + "|sluice_(build_info|uncaught_errors_total|otlp_.*|cloudwatch_.*|http_refused_requests_total"
            + "|certificate_expiry_timestamp_seconds|certificate_lifetime_seconds|access_file_failures_total)");

    static Stream<Arguments> families() {
        return MetricCatalog.families().stream().map(family -> Arguments.argumentSet(family.name(), family));
    }

    @ParameterizedTest
    @MethodSource("families")
    void namesSayTypeAndUnit(MetricFamily family) {
        String name = family.name();
        String withoutType = name.replaceFirst("_(total|info)$", "");

        assertThat(name).matches(NAME);
        assertThat(name.endsWith("_total")).isEqualTo(family.type() == MetricType.COUNTER);
        assertThat(name.endsWith("_info")).isEqualTo(family.type() == MetricType.INFO);
        assertThat(family.unit()).isIn("", "seconds", "bytes");
        // A byte-second is neither of the units that OpenMetrics knows.
        assertThat(withoutType.endsWith("_seconds") && !withoutType.endsWith("_byte_seconds"))
                .isEqualTo(family.unit().equals("seconds"));
        assertThat(withoutType.endsWith("_bytes")).isEqualTo(family.unit().equals("bytes"));
    }

    @ParameterizedTest
    @MethodSource("families")
    void labelsAreWordsAndBeginWithTheCluster(MetricFamily family) {
        assertThat(family.labels())
                .doesNotHaveDuplicates()
                .allMatch(label -> LABEL.matcher(label).matches());
        if (WITHOUT_CLUSTER.matcher(family.name()).matches()) {
            assertThat(family.labels()).doesNotContain("cluster");
        } else {
            assertThat(family.labels()).first().isEqualTo("cluster");
        }
    }

    @ParameterizedTest
    @MethodSource("families")
    void helpIsOneSentence(MetricFamily family) {
        assertThat(family.help()).matches("[A-Z0-9][^\\n]*[^.]\\.").doesNotContainPattern("[.!?] ");
    }

    @Test
    void namesAreUniqueEvenWithoutTheirSuffixes() {
        assertThat(MetricCatalog.families())
                .extracting(family -> family.name().replaceFirst("_(total|info|created|bucket|count|sum)$", ""))
                .doesNotHaveDuplicates();
    }

    @Test
    void slurmsFactsAndOurOwnHealthHaveDifferentPrefixes() {
        for (Section<?> section : MetricCatalog.sections()) {
            boolean own = section.source().equals("sluice");
            assertThat(section.families().stream()
                            .map(family -> family.declared().name()))
                    // The reference lists this family next to the families that this family counts.
                    .filteredOn(name -> !name.equals("sluice_series_folded"))
                    .allMatch(name -> name.startsWith("slurm_") != own);
        }
    }

    @Test
    void reusesNoNameOfSlurmctldsOwnEndpoints() {
        Set<String> taken = NativeFamilies.names();

        assertThat(taken).hasSize(259).contains("slurm_jobs", "slurm_node_gpus", "slurm_user_jobs");
        assertThat(MetricCatalog.families()).extracting(MetricFamily::name).doesNotContainAnyElementsOf(taken);
        // A gauge of slurmctld is not the base name of a counter or info.
        assertThat(MetricCatalog.families())
                .extracting(family -> family.name().replaceFirst("_(total|info)$", ""))
                .doesNotContainAnyElementsOf(taken);
    }
}
