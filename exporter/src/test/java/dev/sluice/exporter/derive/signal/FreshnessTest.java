package dev.sluice.exporter.derive.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.gpu.Machines;
import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FreshnessTest {

    private static final SourceStatus.Pace PACE = new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofSeconds(90));

    private final Clusters cluster = new Machines().machine("kube-1", "h100", 8, 8).cluster;

    private static SourceStatus source(String source, Instant at, int unreadable) {
        return SourceStatus.waiting("research", source, PACE)
                .answered(at, new SourceStatus.Answer("", "", 1, unreadable, Optional.empty()), Duration.ZERO);
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
        assertThat(Freshness.isComplete(
                        List.of(source(slurm, Clusters.NOON, 1)), watching(source(kubernetes, Clusters.NOON, 1))))
                .isEqualTo(complete);
    }

    private Optional<Instant> expiry(int interval, SourceStatus... watched) {
        KubernetesSnapshot kubernetes = cluster.kubernetes().withResources(List.of(watched), Set.of());
        SourceStatus.Pace pace = new SourceStatus.Pace(Duration.ofSeconds(interval), Duration.ofMinutes(6));
        return Freshness.machinesExpireAt(source("nodes", Clusters.NOON, 0).withPace(pace), kubernetes);
    }

    /** The watch of the pods ended 30 seconds ago. Its data is withdrawn 90 seconds after its last event. */
    @ParameterizedTest
    @CsvSource({"15, 60", "120, 240"})
    void expiresWithTheOldestSourceButNotBeforeTheNextNodes(int interval, int seconds) {
        assertThat(expiry(
                        interval,
                        source("kube-nodes", Clusters.NOON, 0),
                        source("kube-gpu-pods", Clusters.NOON.minusSeconds(30), 0),
                        source("kube-hpas", Clusters.NOON.minusSeconds(80), 0)))
                .hasValue(Clusters.NOON.plusSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"kube-nodes", "kube-gpu-pods", "kube-pods-slinky"})
    void publishesNothingIfASourceIsUnreadIncompleteOrStale(String source) {
        assertThat(expiry(15, SourceStatus.waiting("research", source, PACE))).isEmpty();
        assertThat(expiry(15, source(source, Clusters.NOON, 1))).isEmpty();
        assertThat(expiry(120, source(source, Clusters.NOON.minusSeconds(90), 0)))
                .isEmpty();
    }
}
