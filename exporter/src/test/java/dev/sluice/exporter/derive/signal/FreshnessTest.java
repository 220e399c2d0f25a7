package dev.sluice.exporter.derive.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreshnessTest {

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

    @ParameterizedTest
    @CsvSource({
        "jobs, kube-hpas, true",
        "jobs, kube-nodes, true",
        "nodes, kube-nodes, false",
        "jobs, kube-pods-slinky, false",
        "jobs, kube-nodesets-statefulset, false"
    })
    void isCompleteIfEachNodePodAndNodeSetCouldBeRead(String slurm, String kubernetes, boolean complete) {
        assertThat(Freshness.isComplete(List.of(source(slurm, 1)), watching(source(kubernetes, 1))))
                .isEqualTo(complete);
    }
}
