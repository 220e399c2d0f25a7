package dev.sluice.exporter.derive.signal;

import static dev.sluice.exporter.derive.join.Clusters.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.signal.StartBackoff.NodeStarts;
import dev.sluice.exporter.kubernetes.Slinky;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NodeStartsTest {

    private static final ObjectName GPU = new ObjectName("slurm", "gpu");

    private final NodeStarts starts = new NodeStarts();

    private record At(SlurmdPod pod, Optional<Node> node) {}

    private void observe(long seconds, At... places) {
        TreeMap<String, JoinedNode> joined = new TreeMap<>();
        Arrays.stream(places)
                .forEach(place -> place.node()
                        .ifPresent(node -> joined.put(
                                node.name(),
                                new JoinedNode(
                                        node, Optional.of(place.pod()), Optional.empty(), Optional.empty(), false))));
        List<SlurmdPod> unregistered = Arrays.stream(places)
                .filter(place -> place.node().isEmpty())
                .map(At::pod)
                .toList();
        starts.observe(
                new ClusterJoin(joined, unregistered, List.of(), List.of(), List.of()), NOON.plusSeconds(seconds));
    }

    private Histogram seconds() {
        return Objects.requireNonNull(starts.seconds().get(GPU));
    }

    @Test
    void measuresFromThePodToTheNodeThatTakesWork() {
        observe(0);
        observe(15, new At(pod("gpu-0", 5), Optional.empty()));
        observe(60, new At(pod("gpu-0", 5), Optional.of(node(NodeBaseState.IDLE, NodeFlag.NOT_RESPONDING))));
        assertThat(starts.seconds()).isEmpty();

        observe(95, new At(pod("gpu-0", 5), Optional.of(node(NodeBaseState.IDLE))));
        observe(110, new At(pod("gpu-0", 5), Optional.of(node(NodeBaseState.ALLOCATED))));

        assertThat(seconds().count()).isOne();
        assertThat(seconds().sum()).isEqualTo(90);
    }

    @Test
    void countsAPodOnceThoughItsNodeFailsAndComesBack() {
        observe(0);
        observe(30, new At(pod("gpu-0", 5), Optional.of(node(NodeBaseState.MIXED))));
        observe(45, new At(pod("gpu-0", 5), Optional.of(node(NodeBaseState.DOWN))));
        observe(60, new At(pod("gpu-0", 5), Optional.of(node(NodeBaseState.IDLE))));

        assertThat(seconds().count()).isOne();
        assertThat(seconds().sum()).isEqualTo(25);
    }

    @Test
    void podsThatWereAtWorkBeforeUsAreNotCounted() {
        observe(0, new At(pod("gpu-0", -5000), Optional.of(node(NodeBaseState.IDLE))));
        observe(15, new At(pod("gpu-0", -5000), Optional.of(node(NodeBaseState.IDLE))));

        assertThat(starts.seconds()).isEmpty();
    }

    @Test
    void podThatWasStartingWhenWeCameIsCountedWhenItWorks() {
        observe(0, new At(pod("gpu-0", -40), Optional.empty()));
        observe(15, new At(pod("gpu-0", -40), Optional.of(node(NodeBaseState.IDLE))));

        assertThat(seconds().sum()).isEqualTo(55);
    }

    @Test
    void podThatTookAnothersNameIsAnotherStart() {
        observe(0);
        observe(30, new At(pod("gpu-0", 5), Optional.of(node(NodeBaseState.IDLE))));
        observe(90, new At(pod("gpu-0", 60), Optional.of(node(NodeBaseState.IDLE))));

        assertThat(seconds().count()).isEqualTo(2);
        assertThat(seconds().sum()).isEqualTo(25 + 30);
    }

    private static SlurmdPod pod(String name, long created) {
        Instant createdAt = NOON.plusSeconds(created);
        return new SlurmdPod(
                Slinky.SYSTEM,
                "slurm",
                name,
                "gpu",
                name,
                "",
                false,
                true,
                false,
                OptionalInt.of(0),
                "machine",
                createdAt,
                false,
                false,
                "");
    }

    private static Node node(NodeBaseState base, NodeFlag... flags) {
        return NodeBuilder.node("gpu-0").state(base, Set.of(flags)).build();
    }
}
