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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    private static final Duration MAX_AGE = Duration.ofSeconds(90);

    private final Clusters cluster = new Machines().machine("kube-1", "h100", 8, 8).cluster;

    private static SourceStatus machineSource(String source, Instant at, int unreadable) {
        return SourceStatus.waiting("research", source, new SourceStatus.Pace(Duration.ofSeconds(15), MAX_AGE))
                .answered(at, new SourceStatus.Answer("", "", 1, unreadable, Optional.empty()), Duration.ZERO);
    }

    private Optional<Instant> expiry(SourceStatus... watched) {
        KubernetesSnapshot kubernetes = cluster.kubernetes().withResources(List.of(watched), Set.of());
        return Freshness.machinesExpireAt(machineSource("nodes", Clusters.NOON, 0), kubernetes);
    }

    /** The watch of the pods ended 30 seconds ago. Its data is withdrawn 90 seconds after its last event. */
    @Test
    void expiresWithTheOldestSource() {
        assertThat(expiry(
                        machineSource("kube-nodes", Clusters.NOON, 0),
                        machineSource("kube-gpu-pods", Clusters.NOON.minusSeconds(30), 0),
                        machineSource("kube-hpas", Clusters.NOON.minusSeconds(80), 0)))
                .hasValue(Clusters.NOON.plusSeconds(60));
    }

    @ParameterizedTest
    @ValueSource(strings = {"kube-nodes", "kube-gpu-pods", "kube-pods-slinky"})
    void publishesNothingIfARecordIsMissing(String source) {
        assertThat(expiry(machineSource(source, Clusters.NOON, 1))).isEmpty();
    }

    @Test
    void publishesNothingBeforeTheFirstList() {
        SourceStatus waiting = SourceStatus.waiting(
                "research", "kube-pods-sunk", new SourceStatus.Pace(Duration.ofSeconds(15), MAX_AGE));

        assertThat(expiry(waiting)).isEmpty();
    }
}
