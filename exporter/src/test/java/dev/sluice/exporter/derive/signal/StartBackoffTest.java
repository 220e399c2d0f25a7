package dev.sluice.exporter.derive.signal;

import static dev.sluice.exporter.derive.join.Clusters.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.derive.join.PoolOverride;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the starts of pods from the first observation on. */
class StartBackoffTest {

    private final Clusters cluster = new Clusters();
    private final StartBackoff backoff = new StartBackoff(Duration.ofMinutes(15), Map.of());

    @BeforeEach
    void prepareOneNodeSet() {
        cluster.nodeSets.add(Clusters.slinky());
    }

    private void starting(int... ordinals) {
        cluster.pods.clear();
        for (int ordinal : ordinals) {
            cluster.pods.add(Clusters.pod(ordinal, Clusters.PodOf.CREATED));
        }
    }

    private Optional<Instant> at(int minutes) {
        ClusterJoin join = ClusterJoin.of(cluster.slurm(), cluster.kubernetes(), Map.of());
        return backoff.observe(join, NOON.plusSeconds(60L * minutes)).values().stream()
                .findFirst();
    }

    private static Instant minute(int minute) {
        return NOON.plusSeconds(60L * minute);
    }

    @Test
    void aPodHasTenMinutes() {
        starting(0);

        assertThat(at(0)).isEmpty();
        assertThat(at(9)).isEmpty();
        assertThat(at(10)).contains(minute(25));
        assertThat(backoff.watches()).isTrue();
    }

    @Test
    void afterTheBackoffItHasAnotherTry() {
        starting(0);
        at(0);
        at(10);

        assertThat(at(24)).contains(minute(25));
        assertThat(at(25)).isEmpty();
        assertThat(at(34)).isEmpty();
        assertThat(at(35)).contains(minute(50));
    }

    @Test
    void aNodeThatStartsEndsItAtOnce() {
        starting(0, 1);
        at(0);
        at(10);
        cluster.nodes.add(Clusters.node("gpu-0", NodeBaseState.IDLE));
        cluster.pods.set(0, Clusters.pod(0, Clusters.PodOf.READY));

        assertThat(at(11)).isEmpty();
        assertThat(at(20)).isEmpty();
    }

    /** The first start took 9 min, so the next start may take 18 min. */
    @Test
    void aNodeSetThatStartsSlowlyHasTwiceItsUsualTime() {
        starting(0, 1);
        at(0);
        cluster.nodes.add(Clusters.node("gpu-0", NodeBaseState.IDLE));
        cluster.pods.set(0, Clusters.pod(0, Clusters.PodOf.READY));
        at(9);

        assertThat(at(26)).isEmpty();
        assertThat(at(27)).contains(minute(42));
    }

    @Test
    void nothingIsJudgedWhereNoPodWaits() {
        starting();
        at(0);

        assertThat(at(60)).isEmpty();
        assertThat(backoff.watches()).isFalse();
    }

    /** The node went down after its start. This counts as a failure, not as a start. */
    @Test
    void aNodeThatFailedIsNoStart() {
        Node down = NodeBuilder.of(Clusters.node("gpu-0", NodeBaseState.DOWN))
                .slurmdStart(NOON.getEpochSecond() + 20)
                .build();
        cluster.nodes.add(down);
        cluster.pods.add(Clusters.pod(0, Clusters.PodOf.READY));
        at(0);

        assertThat(at(60)).isEmpty();
    }

    /** The pods exist, but the nodes of the pods do not exist, as after slurmctld has lost its state. */
    @Test
    void aNodeThatSlurmForgetsIsNoStart() {
        cluster.nodes.add(Clusters.node("gpu-0", NodeBaseState.IDLE));
        cluster.pods.add(Clusters.pod(0, Clusters.PodOf.READY));
        at(0);
        cluster.nodes.clear();

        assertThat(at(30)).isEmpty();
        assertThat(at(60)).isEmpty();
        assertThat(backoff.watches()).isFalse();
    }

    @Test
    void zeroIsOff() {
        StartBackoff off = new StartBackoff(Duration.ZERO, Map.of());
        starting(0);
        ClusterJoin join = ClusterJoin.of(cluster.slurm(), cluster.kubernetes(), Map.of());
        off.observe(join, NOON);

        assertThat(List.of(off.observe(join, minute(600)))).containsExactly(Map.of());
        assertThat(off.watches()).isFalse();
    }

    private Map<PoolName, Instant> afterTenMinutes(Duration ofAll, Duration ofTheNodeSet) {
        StartBackoff own = new StartBackoff(
                ofAll,
                Map.of(
                        new ObjectName("slurm", Clusters.SET),
                        new PoolOverride(
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                Optional.of(ofTheNodeSet),
                                Optional.empty())));
        starting(0);
        ClusterJoin join = ClusterJoin.of(cluster.slurm(), cluster.kubernetes(), Map.of());
        own.observe(join, NOON);
        return own.observe(join, minute(10));
    }

    @Test
    void theLengthOfTheNodeSetGoesBeforeThatOfAll() {
        assertThat(afterTenMinutes(Duration.ofMinutes(15), Duration.ofHours(1)).values())
                .containsExactly(minute(70));
        assertThat(afterTenMinutes(Duration.ZERO, Duration.ofHours(1)).values()).containsExactly(minute(70));
        assertThat(afterTenMinutes(Duration.ofMinutes(15), Duration.ZERO)).isEmpty();
    }
}
