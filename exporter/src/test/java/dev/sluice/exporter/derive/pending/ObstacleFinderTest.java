package dev.sluice.exporter.derive.pending;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.pending.NodeGroup.Cause;
import dev.sluice.exporter.derive.pending.ObstacleFinder.Obstacles;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests a cluster whose nodes have 16 CPUs in partition cpu. */
class ObstacleFinderTest {

    private static final Instant NOW = Instant.ofEpochSecond(JobBuilder.NOW);

    private static NodeBuilder node(String name) {
        return NodeBuilder.node(name)
                .partitions(List.of("cpu"))
                .state(NodeBaseState.IDLE, Set.of())
                .usable(16, 0, GpuCounts.NONE);
    }

    private static NodeBuilder node(String name, NodeBaseState state, NodeFlag... flags) {
        return node(name).state(state, Set.of(flags));
    }

    private static Reservation reservation(String name, long startsIn, String nodes) {
        return new Reservation(
                name, NOW.plusSeconds(startsIn), NOW.plusSeconds(startsIn + 7200), 1, nodes, 16, "", List.of());
    }

    private static Obstacles obstacles(Job job, Constraints constraints, NodeBuilder... nodes) {
        List<JoinedNode> joined = Stream.of(nodes)
                .map(node -> JoinedNode.outsideKubernetes(node.build()))
                .toList();
        return new ObstacleFinder(List.of(job), joined, constraints, NOW).of(job);
    }

    private static List<NodeGroup> groups(Job job, Constraints constraints, NodeBuilder... nodes) {
        return obstacles(job, constraints, nodes).nodes().get(0).groups();
    }

    private static Cause cause(Job job, Constraints constraints, NodeBuilder node) {
        return groups(job, constraints, node).get(0).cause();
    }

    private static Cause cause(Job job, NodeBuilder node) {
        return cause(job, Constraints.UNKNOWN, node);
    }

    @Test
    void usesTheResourcesThatJobsLeaveOfANode() {
        NodeBuilder half = node("n1", NodeBaseState.MIXED).allocated(8, 0, GpuCounts.NONE);

        assertThat(cause(job(1).cpusPerTask(8).build(), half)).isEqualTo(Cause.FREE);
        assertThat(cause(job(1).cpusPerTask(9).build(), half)).isEqualTo(Cause.BUSY);
        assertThat(cause(job(1).exclusive().build(), half)).isEqualTo(Cause.BUSY);
    }

    @Test
    void groupsNodesByObstacle() {
        List<NodeGroup> groups = groups(
                job(1).features("nvlink").excluding("n9").build(),
                Constraints.UNKNOWN,
                nvlink("n1", NodeBaseState.IDLE, NodeFlag.DRAIN),
                nvlink("n2", NodeBaseState.IDLE, NodeFlag.DRAIN),
                nvlink("n3", NodeBaseState.DOWN),
                nvlink("n4", NodeBaseState.IDLE, NodeFlag.PLANNED),
                nvlink("n5", NodeBaseState.IDLE).owner("bob"),
                nvlink("n6", NodeBaseState.IDLE, NodeFlag.POWERED_DOWN),
                node("n7"),
                nvlink("n8", NodeBaseState.IDLE).usable(0, 0, GpuCounts.NONE),
                nvlink("n9", NodeBaseState.IDLE),
                nvlink("n10", NodeBaseState.IDLE, NodeFlag.NOT_RESPONDING),
                nvlink("n11", NodeBaseState.IDLE, NodeFlag.REBOOT_REQUESTED),
                nvlink("n12", NodeBaseState.IDLE, NodeFlag.COMPLETING));

        assertThat(groups)
                .containsExactly(
                        new NodeGroup(Cause.FREE, 1, List.of("n8")),
                        new NodeGroup(Cause.BUSY, 1, List.of("n12")),
                        new NodeGroup(Cause.PLANNED, 1, List.of("n4")),
                        new NodeGroup(Cause.OTHER_USER, 1, List.of("n5")),
                        new NodeGroup(Cause.DRAINED, 2, List.of("n1", "n2")),
                        new NodeGroup(Cause.DOWN, 2, List.of("n10", "n3")),
                        new NodeGroup(Cause.MAINTENANCE, 1, List.of("n11")),
                        new NodeGroup(Cause.POWERED_DOWN, 1, List.of("n6")),
                        new NodeGroup(Cause.FEATURES, 1, List.of("n7")),
                        new NodeGroup(Cause.NOT_REQUESTED, 1, List.of("n9")));
        assertThat(cause(job(1).cpusPerTask(32).build(), node("n1"))).isEqualTo(Cause.TOO_SMALL);
    }

    private static NodeBuilder nvlink(String name, NodeBaseState state, NodeFlag... flags) {
        return node(name, state, flags).features(List.of("nvlink"));
    }

    @Test
    void onlyTheActiveReservationOfAJobAdmitsTheJob() {
        Constraints constraints = Constraints.UNKNOWN.withReservations(
                List.of(reservation("week", -60, "n1"), reservation("bench", 3600, "n2")));
        NodeBuilder reserved = node("n1", NodeBaseState.IDLE, NodeFlag.RESERVED).reservation("week");
        Job week = job(1).placement(JobPlacement.reserved("week")).build();
        Job bench = job(1).placement(JobPlacement.reserved("bench")).build();

        assertThat(cause(job(1).build(), constraints, reserved)).isEqualTo(Cause.RESERVED);
        assertThat(cause(week, constraints, reserved)).isEqualTo(Cause.FREE);
        assertThat(cause(week, constraints, node("n3"))).isEqualTo(Cause.OTHER_RESERVATION);
        assertThat(cause(bench, constraints, node("n2"))).isEqualTo(Cause.OTHER_RESERVATION);
        assertThat(obstacles(week, constraints, reserved).reservations())
                .extracting(Reservation::name)
                .containsExactly("week");
    }

    @Test
    void aReservationKeepsOffJobsThatWouldRunIntoIt() {
        Constraints constraints = Constraints.UNKNOWN.withReservations(List.of(reservation("maint", 3600, "n[1-2]")));

        assertThat(cause(job(1).timeLimit(7100).build(), constraints, node("n1")))
                .isEqualTo(Cause.RESERVED_SOON);
        assertThat(cause(job(1).timeLimit(3600).build(), constraints, node("n1")))
                .isEqualTo(Cause.FREE);
    }

    @Test
    void namesThreeNodesOfMany() {
        NodeBuilder[] many = IntStream.range(0, 10_000)
                .mapToObj(i -> node("n" + i, NodeBaseState.IDLE, NodeFlag.DRAIN))
                .toArray(NodeBuilder[]::new);

        assertThat(groups(job(1).build(), Constraints.UNKNOWN, many))
                .containsExactly(new NodeGroup(Cause.DRAINED, 10_000, List.of("n0", "n1", "n10")));
    }

    @Test
    void omitsUnknownNodes() {
        assertThat(obstacles(job(1).build(), Constraints.UNKNOWN).nodes()).isEmpty();
    }
}
