package dev.sluice.exporter.derive.gpu;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.provider.ValueSource;

class MachineSourcesTest {

    private static final Duration MAX_AGE = Duration.ofSeconds(90);

    private final Clusters cluster = new Machines().machine("kube-1", "h100", 8, 8).cluster;

    private static SourceStatus status(String source, Instant at, int unreadable) {
        return SourceStatus.waiting("research", source, new SourceStatus.Pace(Duration.ofSeconds(15), MAX_AGE))
                .answered(at, new SourceStatus.Answer("", "", 1, unreadable, Optional.empty()), Duration.ZERO);
    }

    private Optional<Instant> expiry(SourceStatus... watched) {
        KubernetesSnapshot kubernetes = cluster.kubernetes().withResources(List.of(watched), Set.of());
        return MachineSources.expiry(status("nodes", Clusters.NOON, 0), kubernetes);
    }

    /** The watch of the pods ended 30 seconds ago. Its data is withdrawn 90 seconds after its last event. */
    @Test
    void expiresWithTheOldestSource() {
        assertThat(expiry(
                        status("kube-nodes", Clusters.NOON, 0),
                        status("kube-gpu-pods", Clusters.NOON.minusSeconds(30), 0),
                        status("kube-hpas", Clusters.NOON.minusSeconds(80), 0)))
                .hasValue(Clusters.NOON.plusSeconds(60));
    }

    @ParameterizedTest
    @ValueSource(strings = {"kube-nodes", "kube-gpu-pods", "kube-pods-slinky"})
    void publishesNothingIfARecordIsMissing(String source) {
        assertThat(expiry(status(source, Clusters.NOON, 1))).isEmpty();
    }

    @Test
    void publishesNothingBeforeTheFirstList() {
        SourceStatus waiting = SourceStatus.waiting(
                "research", "kube-pods-sunk", new SourceStatus.Pace(Duration.ofSeconds(15), MAX_AGE));

        assertThat(expiry(waiting)).isEmpty();
    }
}
