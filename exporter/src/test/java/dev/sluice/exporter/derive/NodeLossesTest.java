package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.NodeLosses.Losses;
import dev.sluice.exporter.derive.NodeLosses.OfNode;
import dev.sluice.exporter.derive.NodeLosses.Outage;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeReason;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the counts of outages. All times are in seconds since {@link #T}. */
class NodeLossesTest {

    private static final long T = 1_700_000_000;
    private static final NodeReason SILENT = new NodeReason("not_responding", "slurm");
    private static final NodeReason PERSON = new NodeReason("other", "person");
    private static final NodeReason CHECK = new NodeReason("health_check", "health_check");
    private static final NodeReason REBOOT = new NodeReason("reboot", "slurm");

    private final NodeLosses losses = new NodeLosses(3);

    private Losses list(long at, Node... nodes) {
        return losses.observe(
                Arrays.stream(nodes).map(JoinedNode::outsideKubernetes).toList(), Instant.ofEpochSecond(T + at));
    }

    private static NodeBuilder node(String name) {
        return NodeBuilder.node(name).usable(64, 0, GpuCounts.of("h100", 8));
    }

    private static Node up(String name) {
        return node(name).build();
    }

    private static Node down(String name, String reason, long since) {
        return node(name)
                .state(NodeBaseState.DOWN, Set.of())
                .reason(reason, "root", T + since)
                .build();
    }

    private static Node drained(String name, String reason, long since) {
        return node(name)
                .state(NodeBaseState.IDLE, Set.of(NodeFlag.DRAIN))
                .reason(reason, "root", T + since)
                .build();
    }

    private static OfNode n1(Losses losses) {
        return Optional.ofNullable(losses.nodes().get("n1")).orElseThrow();
    }

    private static long drains(Losses losses, NodeReason reason) {
        return n1(losses).drains().getOrDefault(reason, -1L);
    }

    private static long seconds(Losses losses, NodeReason reason) {
        return n1(losses).seconds().getOrDefault(reason, -1L);
    }

    private static void assertLost(Losses losses, NodeReason reason, long drains, long seconds) {
        assertThat(drains(losses, reason)).isEqualTo(drains);
        assertThat(seconds(losses, reason)).isEqualTo(seconds);
    }

    private static Outage outage(String reason, String owner, long from, long to) {
        return new Outage(reason, owner, Instant.ofEpochSecond(T + from), Instant.ofEpochSecond(T + to));
    }

    @Test
    void countsWithZeroFromTheFirstList() {
        Losses first = list(0, up("n1"));

        assertThat(n1(first).drains())
                .containsOnlyKeys(
                        new NodeReason("hardware", "slurm"),
                        CHECK,
                        new NodeReason("job_failure", "slurm"),
                        SILENT,
                        REBOOT)
                .allSatisfy((reason, count) -> assertThat(count).isZero());
        assertThat(n1(first).seconds()).isEmpty();
        assertThat(n1(first).gpuSeconds()).isZero();
        assertThat(first.gpuSeconds())
                .hasSize(14)
                .allSatisfy((reason, count) -> assertThat(count).isZero());
    }

    /** The node fails at 40, between the lists at 30 and 60; the list at 120 shows the node in service again. */
    @Test
    void countsATransitionOnceAndItsTimeFromTheTimeOfTheReason() {
        list(0, up("n1"));
        list(30, up("n1"));
        Losses found = list(60, down("n1", "Not responding", 40));
        assertLost(found, SILENT, 1, 0);

        Losses next = list(90, down("n1", "Not responding", 40));
        assertLost(next, SILENT, 1, 50);

        Losses back = list(120, up("n1"));
        assertThat(seconds(back, SILENT)).isEqualTo(50);
        assertThat(n1(back).gpuSeconds()).isEqualTo(50 * 8);
        assertThat(back.gpuSeconds()).containsEntry(SILENT, 400L).containsEntry(PERSON, 0L);

        assertThat(drains(list(150, down("n1", "Not responding", 130)), SILENT)).isEqualTo(2);
        Losses again = list(180, up("n1"));
        assertThat(seconds(again, SILENT)).isEqualTo(50 + 20);
        assertThat(n1(again).latest())
                .containsExactly(
                        outage("Not responding", "slurm", 40, 90), outage("Not responding", "slurm", 130, 150));
    }

    /**
     * Each list has its time, the state of a node ({@code -} if the node is missing), and the expected drains and
     * seconds by reason; without a reason, those of a silent node. {@code silent@40} is silent since 40.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a gap between two lists               | 0 up, 4000 silent@400, 4030 up 1/3600
            an outage before the first list       | 0 silent@-5000 0/0, 30 silent@-5000 0/30
            a new reason of a new owner           | 0 up, 60 silent@40, 90 rma@70, 120 up 1/30 person=1/20
            a new failure between two lists       | 0 up, 60 silent@40, 90 silent@70 2/30, 120 up 2/50
            a health check sets the reason again  | 0 up, 60 nhc@40, 90 nhc@70, 120 nhc@100 check=1/80
            a node is missing in one list         | 0 up, 60 silent@40, 90 - 1/20, 120 silent@40, 150 silent@40 1/50
            the missing node was in service       | 0 up, 60 -, 90 silent@70, 120 up 1/20
            clocks step                           | 0 up, 60 silent@5000, 90 silent@5000 1/30, -600 silent@5000 1/30, \
                     -570 silent@5000 1/60, -540 up, -510 silent@-5000 2/60, -480 up 2/90
            """)
    void countsOutages(String meaning, String lists) {
        for (String list : lists.split(", ", -1)) {
            String[] words = list.strip().split(" ", -1);
            Losses after = list(
                    Long.parseLong(words[0]),
                    Stream.concat(Stream.of(up("n2")), node(words[1].split("@", -1)))
                            .toArray(Node[]::new));
            for (String counts : Arrays.asList(words).subList(2, words.length)) {
                NodeReason reason =
                        counts.startsWith("person=") ? PERSON : counts.startsWith("check=") ? CHECK : SILENT;
                assertThat(drains(after, reason) + "/" + seconds(after, reason))
                        .as(meaning)
                        .isEqualTo(counts.replaceFirst(".*=", ""));
            }
        }
    }

    private static Stream<Node> node(String[] state) {
        return switch (state[0]) {
            case "up" -> Stream.of(up("n1"));
            case "silent" -> Stream.of(down("n1", "Not responding", Long.parseLong(state[1])));
            case "rma" -> Stream.of(down("n1", "RMA 17", Long.parseLong(state[1])));
            case "nhc" -> Stream.of(drained("n1", "NHC: no GPU", Long.parseLong(state[1])));
            default -> Stream.empty();
        };
    }

    /** slurmctld has no reason while a node only does not respond; the reason that follows is not a new outage. */
    @Test
    void doesNotCountTheReasonThatSlurmSetsLater() {
        list(0, up("n1"));
        Node silent = node("n1")
                .state(NodeBaseState.IDLE, Set.of(NodeFlag.NOT_RESPONDING))
                .build();
        assertThat(drains(list(30, silent), SILENT)).isEqualTo(1);
        Losses after = list(60, down("n1", "Not responding", 50));

        assertLost(after, SILENT, 1, 30);
    }

    /** An older time is no new outage: slurmctld has read an older state of the node. */
    @Test
    void doesNotCountAnOlderReason() {
        list(0, up("n1"));
        list(60, down("n1", "Not responding", 40));
        Losses after = list(90, down("n1", "RMA 17", -100));

        assertThat(n1(after).drains()).doesNotContainKey(PERSON);
        assertThat(seconds(after, SILENT)).isEqualTo(50);
        assertThat(seconds(list(120, down("n1", "RMA 17", -100)), PERSON)).isEqualTo(30);
    }

    @Test
    void countsANewNodeOnlyIfItsReasonIsNew() {
        list(0, up("n2"));
        Losses after = list(30, down("n1", "Not responding", 10), down("n3", "Not responding", -10), up("n2"));

        assertThat(drains(after, SILENT)).isEqualTo(1);
        assertThat(after.nodes().get("n3"))
                .satisfies(n3 -> assertThat(n3.drains()).containsEntry(SILENT, 0L));
    }

    /** The reboot takes from 40 to 100; a planned reboot in the same outage is maintenance, and no second drain. */
    @Test
    void countsAnUnexpectedRebootOnce() {
        list(0, up("n1"));
        list(60, down("n1", "Node unexpectedly rebooted", 40));
        list(
                90,
                node("n1")
                        .state(NodeBaseState.DOWN, Set.of(NodeFlag.REBOOT_ISSUED))
                        .reason("Node unexpectedly rebooted", "slurm", T + 40)
                        .build());
        list(120, down("n1", "Node unexpectedly rebooted", 40));
        Losses after = list(150, up("n1"));

        assertLost(after, REBOOT, 1, 20);
    }

    /** A draining node runs jobs on 6 of its 8 GPUs for 30 s, then it is empty for 60 s. */
    @Test
    void countsOnlyFreeGpusAsLost() {
        list(0, up("n1"));
        Node draining = node("n1")
                .state(NodeBaseState.MIXED, Set.of(NodeFlag.DRAIN))
                .allocated(48, 0, GpuCounts.of("h100", 6))
                .reason("NHC: fan", "root", T + 30)
                .build();
        list(30, draining);
        list(60, drained("n1", "NHC: fan", 30));
        Losses after = list(120, drained("n1", "NHC: fan", 30));

        assertThat(seconds(after, CHECK)).isEqualTo(90);
        assertThat(n1(after).gpuSeconds()).isEqualTo(30 * 2 + 60 * 8);
        assertThat(after.gpuSeconds()).containsEntry(CHECK, 540L);
    }

    @Test
    void theSameListTwiceChangesNothing() {
        list(0, up("n1"));
        Losses once = list(60, down("n1", "Not responding", 40));
        Losses again = list(60, down("n1", "Not responding", 40));

        assertLost(again, SILENT, 1, 20);
        assertThat(seconds(once, SILENT)).isZero();
    }

    @Test
    void keepsCountersOfTheFirstNodesAndCountsTheGpusOfAll() {
        list(0, up("n1"), up("n2"), up("n3"), up("n4"));
        list(60, down("n4", "Not responding", 40));
        Losses after = list(90, down("n4", "Not responding", 40));

        assertThat(after.nodes()).containsOnlyKeys("n1", "n2", "n3");
        assertThat(after.gpuSeconds()).containsEntry(SILENT, 50L * 8);
    }

    @Test
    void doesNotCountPowerSavingMaintenanceOrFutureNodes() {
        list(0, up("n1"));
        list(
                30,
                node("n1")
                        .state(NodeBaseState.IDLE, Set.of(NodeFlag.POWERED_DOWN))
                        .build());
        list(
                60,
                node("n1")
                        .state(NodeBaseState.IDLE, Set.of(NodeFlag.MAINTENANCE))
                        .build());
        Losses after = list(90, node("n1").state(NodeBaseState.FUTURE, Set.of()).build());

        assertThat(n1(after).drains().values()).containsOnly(0L);
        assertThat(n1(after).seconds()).isEmpty();
    }
}
