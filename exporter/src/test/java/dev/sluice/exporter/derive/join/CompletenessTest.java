package dev.sluice.exporter.derive.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletenessTest {

    private static SourceStatus source(String name, int unreadable) {
        SourceStatus.Pace pace = new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofMinutes(2));
        return SourceStatus.waiting("research", name, pace)
                .answered(
                        Clusters.NOON,
                        new SourceStatus.Answer("", "", 100, unreadable, Optional.empty()),
                        Duration.ZERO);
    }

    private static KubernetesSnapshot watching(SourceStatus source) {
        return KubernetesSnapshot.empty("research").withResources(List.of(source), Set.of());
    }

    @Test
    void isGivenWhereEveryRecordCouldBeRead() {
        assertThat(Completeness.of(List.of(source("nodes", 0)), watching(source("kube-pods-slinky", 0))))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"kube-pods-slinky, false", "kube-nodesets-statefulset, false", "kube-hpas, true", "kube-nodes, true"})
    void isMissingWhereAPodOrANodeSetCouldNotBeRead(String unreadable, boolean complete) {
        assertThat(Completeness.of(List.of(source("nodes", 0)), watching(source(unreadable, 1))))
                .isEqualTo(complete);
    }

    @ParameterizedTest
    @CsvSource({"nodes, false", "jobs, true"})
    void isMissingWhereANodeOfSlurmCouldNotBeRead(String unreadable, boolean complete) {
        assertThat(Completeness.of(List.of(source(unreadable, 1)), watching(source("kube-pods-slinky", 0))))
                .isEqualTo(complete);
    }
}
