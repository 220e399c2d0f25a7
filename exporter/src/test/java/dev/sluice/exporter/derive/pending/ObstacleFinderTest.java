package dev.sluice.exporter.derive.pending;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.pending.NodeGroup.Cause;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.PartitionState;
import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** Tests a cluster whose nodes have 16 CPUs in partition cpu and 64 CPUs in partition large. */
class ObstacleFinderTest {

    private static final Instant NOW = Instant.ofEpochSecond(JobBuilder.NOW);
    private static final Partition CPU = partition("cpu");
    private static final Partition LARGE = partition("large");

    private static Partition partition(String name) {
        return new Partition(name, PartitionState.UP, "", "", Long.MAX_VALUE, false);
    }

    private static NodeBuilder node(String name) {
        return NodeBuilder.node(name)
                .partitions(List.of("cpu"))
                .state(NodeBaseState.IDLE, Set.of())
                .usable(16, 0, GpuCounts.NONE);
    }

    private static NodeBuilder busy(String name) {
        return node(name).state(NodeBaseState.ALLOCATED, Set.of()).allocated(16, 0, GpuCounts.NONE);
    }

    private static Node large(String name) {
        return node(name)
                .partitions(List.of("large"))
                .usable(64, 0, GpuCounts.NONE)
                .build();
    }

    /** A job that started a minute ago. */
    private static Job running(long id, String nodes, long timeLimit) {
        return job(id).runningOn(nodes)
                .ran(JobBuilder.NOW - 60, 0)
                .timeLimit(timeLimit)
                .build();
    }

    private static Reservation reservation(String name, long startsIn, String nodes) {
        return new Reservation(
                name, NOW.plusSeconds(startsIn), NOW.plusSeconds(startsIn + 7200), 1, nodes, 16, "", List.of());
    }

    private static Obstacles obstacles(Job job, Constraints constraints, List<Job> others, Node... nodes) {
        List<Job> all = new ArrayList<>(others);
        all.add(job);
        List<JoinedNode> joined =
                List.of(nodes).stream().map(JoinedNode::outsideKubernetes).toList();
        return new ObstacleFinder(all, joined, constraints, NOW).of(job);
    }

    private static PartitionNodes nodes(Job job, Constraints constraints, List<Job> others, Node... nodes) {
        return obstacles(job, constraints, others, nodes).nodes().get(0);
    }

    private static Cause cause(Job job, Node node) {
        return nodes(job, Constraints.UNKNOWN, List.of(), node).groups().get(0).cause();
    }

    @Test
    void busyNodesAreFreeOnceTheLastTimeLimitHasPassed() {
        PartitionNodes found = nodes(
                job(1).nodes(2).build(),
                Constraints.UNKNOWN,
                List.of(running(2, "n1", 3600), running(3, "n[1-2]", 600), running(4, "n3", 0)),
                busy("n1").build(),
                busy("n2").build(),
                busy("n3").build());

        assertThat(found.needs()).isEqualTo(2);
        assertThat(found.fits()).isFalse();
        // Node n2 becomes free in 540 s, and n1 in 3540 s. The job on n3 has no time limit.
        assertThat(found.enoughBy()).contains(NOW.plusSeconds(3540));
        assertThat(found.groups())
                .containsExactly(new NodeGroup(
                        Cause.BUSY,
                        "",
                        3,
                        Optional.empty(),
                        List.of(
                                new NodeGroup.Example("n2", Optional.of(NOW.plusSeconds(540))),
                                new NodeGroup.Example("n1", Optional.of(NOW.plusSeconds(3540))),
                                new NodeGroup.Example("n3", Optional.empty()))));
    }

    @Test
    void countsFreeNodesTowardsWhatItNeeds() {
        PartitionNodes found = nodes(
                job(1).nodes(2).build(),
                Constraints.UNKNOWN,
                List.of(running(2, "n1", 600)),
                busy("n1").build(),
                node("n2").build());

        assertThat(found.free()).isEqualTo(1);
        assertThat(found.fits()).isFalse();
        assertThat(found.enoughBy()).contains(NOW.plusSeconds(540));
    }

    @Test
    void fitsOnEnoughFreeNodes() {
        PartitionNodes found = nodes(
                job(1).nodes(2).build(),
                Constraints.UNKNOWN,
                List.of(),
                node("n1").build(),
                node("n2").build());

        assertThat(found.fits()).isTrue();
        assertThat(found.enoughBy()).isEmpty();
    }

    @Test
    void takesWhatJobsLeaveOfANode() {
        NodeBuilder half = node("n1").state(NodeBaseState.MIXED, Set.of()).allocated(8, 0, GpuCounts.NONE);

        assertThat(cause(job(1).cpusPerTask(8).build(), half.build())).isEqualTo(Cause.FREE);
        assertThat(cause(job(1).cpusPerTask(9).build(), half.build())).isEqualTo(Cause.BUSY);
        assertThat(cause(job(1).exclusive().build(), half.build())).isEqualTo(Cause.BUSY);
    }

    @Test
    void groupsNodesByWhatStandsInTheWay() {
        PartitionNodes found = nodes(
                job(1).features("nvlink").excluding("n9").build(),
                Constraints.UNKNOWN,
                List.of(),
                nvlink("n1")
                        .state(NodeBaseState.IDLE, Set.of(NodeFlag.DRAIN))
                        .reason("bad fan", "root", 1)
                        .build(),
                nvlink("n2")
                        .state(NodeBaseState.IDLE, Set.of(NodeFlag.DRAIN))
                        .reason("bad fan", "root", 1)
                        .build(),
                nvlink("n3")
                        .state(NodeBaseState.DOWN, Set.of())
                        .reason("Not responding", "slurm", 1)
                        .build(),
                nvlink("n4").state(NodeBaseState.IDLE, Set.of(NodeFlag.PLANNED)).build(),
                nvlink("n5").owner("bob").build(),
                nvlink("n6")
                        .state(NodeBaseState.IDLE, Set.of(NodeFlag.POWERED_DOWN))
                        .build(),
                node("n7").build(),
                nvlink("n8").usable(0, 0, GpuCounts.NONE).build(),
                nvlink("n9").build());

        assertThat(found.groups())
                .extracting(NodeGroup::cause, NodeGroup::detail, NodeGroup::nodes)
                .containsExactly(
                        tuple(Cause.FREE, "", 1L),
                        tuple(Cause.PLANNED, "", 1L),
                        tuple(Cause.OTHER_USER, "", 1L),
                        tuple(Cause.DRAINED, "bad fan", 2L),
                        tuple(Cause.DOWN, "Not responding", 1L),
                        tuple(Cause.POWERED_DOWN, "", 1L),
                        tuple(Cause.FEATURES, "nvlink", 1L),
                        tuple(Cause.NOT_REQUESTED, "", 1L));
    }

    private static NodeBuilder nvlink(String name) {
        return node(name).features(List.of("nvlink"));
    }

    @Test
    void saysWhatANodeHasTooLittleOf() {
        assertThat(nodes(
                                job(1).cpusPerTask(32).build(),
                                Constraints.UNKNOWN,
                                List.of(),
                                node("n1").build())
                        .groups())
                .extracting(NodeGroup::cause, NodeGroup::detail)
                .containsExactly(tuple(Cause.TOO_SMALL, "cpu_too_large"));
    }

    @Test
    void aReservationOfOthersEndsAndItsOwnDoesNotStandInTheWay() {
        Constraints constraints = Constraints.UNKNOWN.withReservations(List.of(reservation("week", -60, "n1")));
        Node reserved = node("n1")
                .state(NodeBaseState.IDLE, Set.of(NodeFlag.RESERVED))
                .reservation("week")
                .build();
        Job other = job(1).build();
        Job own = job(1).placement(JobPlacement.reserved("week")).build();

        NodeGroup group =
                nodes(other, constraints, List.of(), reserved).groups().get(0);

        assertThat(group.cause()).isEqualTo(Cause.RESERVED);
        assertThat(group.detail()).isEqualTo("week");
        assertThat(group.at()).contains(NOW.plusSeconds(7140));
        assertThat(nodes(own, constraints, List.of(), reserved).fits()).isTrue();
        assertThat(cause(own, node("n2").build())).isEqualTo(Cause.OTHER_RESERVATION);
        assertThat(obstacles(own, constraints, List.of(), reserved).reservations())
                .extracting(Reservation::name)
                .containsExactly("week");
    }

    @Test
    void aNodeOfItsOwnReservationWaitsForTheBeginOfThat() {
        Constraints constraints = Constraints.UNKNOWN.withReservations(List.of(reservation("bench", 3600, "n1")));
        Job own = job(1).placement(JobPlacement.reserved("bench")).build();

        List<NodeGroup> groups = nodes(
                        own,
                        constraints,
                        List.of(),
                        node("n1").build(),
                        node("n2").build())
                .groups();

        assertThat(groups)
                .extracting(NodeGroup::cause, NodeGroup::detail, NodeGroup::at)
                .containsExactly(
                        tuple(Cause.OTHER_RESERVATION, "", Optional.empty()),
                        tuple(Cause.LATER_RESERVATION, "bench", Optional.of(NOW.plusSeconds(3600))));
    }

    @Test
    void aShorterLimitHelpsWhereItEndsBeforeAReservation() {
        Constraints constraints = Constraints.UNKNOWN.withReservations(List.of(reservation("maint", 3600, "n[1-2]")));
        Job lasts = job(1).timeLimit(7100).build();
        Job ends = job(1).timeLimit(3600).build();

        Obstacles found = obstacles(lasts, constraints, List.of(), node("n1").build());

        assertThat(found.nodes().get(0).groups()).extracting(NodeGroup::cause).containsExactly(Cause.RESERVED_SOON);
        assertThat(found.help()).containsExactly(new Help.ShorterLimit("cpu", "maint", NOW.plusSeconds(3600), 3600));
        assertThat(nodes(ends, constraints, List.of(), node("n1").build()).fits())
                .isTrue();
    }

    @Test
    void aShorterLimitDoesNotHelpWhereTheNodesAreTooFewOrBusy() {
        Constraints constraints = Constraints.UNKNOWN.withReservations(List.of(reservation("maint", 3600, "n[1-2]")));

        assertThat(obstacles(
                                job(1).nodes(2).timeLimit(7200).build(),
                                constraints,
                                List.of(),
                                node("n1").build(),
                                busy("n2").build())
                        .help())
                .isEmpty();
    }

    @Test
    void anotherPartitionHelpsWhereItHasRoomAndNobodyWaits() {
        Constraints constraints = Constraints.UNKNOWN.withPartitions(List.of(CPU, LARGE));
        Job job = job(1).cpusPerTask(32).timeLimit(600).build();
        Job rival = job(2).in("large").build();
        Job held = job(3).in("large").reason("JobHeldUser").held().build();

        assertThat(obstacles(job, constraints, List.of(held), busy("n1").build(), large("l1"), large("l2"))
                        .help())
                .containsExactly(new Help.OtherPartition("large", 2, 1));
        assertThat(obstacles(job, constraints, List.of(rival), busy("n1").build(), large("l1"))
                        .help())
                .isEmpty();
    }

    @Test
    void anotherPartitionDoesNotHelpAJobThatWaitsForSomethingElse() {
        Constraints constraints = Constraints.UNKNOWN.withPartitions(List.of(CPU, LARGE));

        assertThat(obstacles(
                                job(1).reason("QOSGrpCpuLimit").build(),
                                constraints,
                                List.of(),
                                busy("n1").build(),
                                large("l1"))
                        .help())
                .isEmpty();
    }

    @Test
    void namesFewNodesOfMany() {
        Node[] many = new Node[10_000];
        for (int i = 0; i < many.length; i++) {
            many[i] = node("n" + i)
                    .state(NodeBaseState.IDLE, Set.of(NodeFlag.DRAIN))
                    .reason("reason " + i % 1_000, "root", 1)
                    .build();
        }

        List<NodeGroup> groups =
                nodes(job(1).build(), Constraints.UNKNOWN, List.of(), many).groups();

        assertThat(groups).extracting(NodeGroup::detail).containsExactly("reason 0", "reason 1", "");
        assertThat(groups).extracting(NodeGroup::nodes).containsExactly(10L, 10L, 9_980L);
        assertThat(groups).allSatisfy(group -> assertThat(group.examples()).hasSize(5));
    }

    @Test
    void saysNothingOfNodesThatAreNotKnown() {
        assertThat(obstacles(job(1).build(), Constraints.UNKNOWN, List.of()).nodes())
                .isEmpty();
    }

    /** Three blocks of six nodes. In one block, three nodes are down. */
    @Test
    void countsOnlyTheNodesOfSegmentsAndSwitchesThatFit() {
        Node[] blocks = IntStream.range(0, 18)
                .mapToObj(i -> (i / 6 == 1 && i % 2 == 0
                                ? node("n" + i).state(NodeBaseState.DOWN, Set.of())
                                : node("n" + i))
                        .topology("default:b" + i / 6)
                        .build())
                .toArray(Node[]::new);

        assertThat(placed(15, 5, 0, blocks)).isEqualTo(tuple(false, OptionalLong.of(10)));
        assertThat(placed(10, 5, 0, blocks)).isEqualTo(tuple(true, OptionalLong.of(10)));
        assertThat(placed(8, 0, 1, blocks)).isEqualTo(tuple(false, OptionalLong.of(6)));
        assertThat(placed(12, 0, 2, blocks)).isEqualTo(tuple(true, OptionalLong.of(12)));
        assertThat(placed(1, 0, 1, node("n").build())).isEqualTo(tuple(false, OptionalLong.empty()));
    }

    private static Tuple placed(long nodes, long segment, long switches, Node... all) {
        Job job = job(1).nodes(nodes)
                .placement(new JobPlacement(0, 0, 0, 0, false, "", segment, switches, GresCounts.NONE, List.of(), 0))
                .build();
        PartitionNodes found = nodes(job, Constraints.UNKNOWN, List.of(), all);
        return tuple(found.fits(), found.room());
    }
}
