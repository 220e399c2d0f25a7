package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.scheduling.NodeFlag;
import dev.sluice.simulator.cluster.ClusterView;
import dev.sluice.simulator.kubernetes.KubernetesOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SceneTest {
    private static final Instant MORNING = Instant.parse("2026-11-20T08:00:00Z");

    @Test
    void hasNothingOnAnEmptyClusterAndNothingHappens() {
        SimulatedCluster cluster = Scene.EMPTY.cluster(1, MORNING, Optional.of(KubernetesOptions.USUAL));
        cluster.advance(Duration.ofHours(6));
        ClusterView view = cluster.view();

        assertThat(view.jobs()).isEmpty();
        assertThat(view.reservations()).isEmpty();
        assertThat(view.nodes()).allMatch(node -> node.states().get(0).equals("IDLE"));
        assertThat(view.nodes()).noneMatch(node -> node.flags().contains(NodeFlag.DRAIN));
        assertThat(view.definition().partitions()).hasSize(7);
    }

    @Test
    void hasTheSameNodesWithAndWithoutWork() {
        assertThat(Scene.EMPTY.cluster(1, MORNING, Optional.empty()).view().nodes())
                .extracting(node -> node.spec().name())
                .isEqualTo(Scene.BUSY.cluster(1, MORNING, Optional.empty()).view().nodes().stream()
                        .map(node -> node.spec().name())
                        .toList());
    }
}
