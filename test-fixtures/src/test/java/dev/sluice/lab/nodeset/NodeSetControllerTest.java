package dev.sluice.lab.nodeset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.scheduling.NodeFlag;
import dev.sluice.lab.scheduling.NodeState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests four nodes on six machines. A pod needs 10 s to stop and 90 s to start. The operator syncs every 5 s. */
class NodeSetControllerTest {

    private static final SlurmNode IDLE = new SlurmNode(NodeState.IDLE, Set.of(), "", 0);

    private final FakeNodes slurm = new FakeNodes();
    private NodeSetController set = controller(false);

    NodeSetControllerTest() {
        begin();
    }

    private NodeSetController controller(boolean preStopFails) {
        return new NodeSetController(
                "gpu",
                6,
                new NodeSetController.Behavior(10, preStopFails),
                slurm,
                pod -> "on " + pod.machine().orElseThrow());
    }

    private void begin() {
        set.sync(0, 4);
        set.bind(0);
        start(0, 0);
        set.sync(0, 4);
        slurm.told.clear();
    }

    @Test
    void numbersPodsFromZero() {
        assertThat(ordinals(set.pods())).containsExactly(0, 1, 2, 3);
        assertThat(set.pods()).allMatch(Pod::ready);
    }

    @Test
    void startsAPodWhenItHadItsMachineForTheDelay() {
        set.sync(100, 5);
        assertThat(start(300, 90)).isEmpty();
        set.bind(300);
        assertThat(start(389, 90)).isEmpty();
        assertThat(ordinals(start(390, 90))).containsExactly(4);
        assertThat(start(391, 90)).isEmpty();
        assertThat(slurm.told).containsExactly("register gpu-4");
        set.sync(395, 5);
        assertThat(slurm.told).containsExactly("register gpu-4", "comment gpu-4 on 4");
        assertThat(set.pods().get(4).startedAt()).hasValue(390);
        assertThat(set.pods().get(4).machine()).hasValue(4);
    }

    @Test
    void podsBeyondTheMachinesStayUnschedulableAndGoFirst() {
        set.sync(100, 8);
        set.bind(100);
        assertThat(set.pods()).filteredOn(pod -> pod.machine().isEmpty()).hasSize(2);
        set.sync(101, 7);
        assertThat(cordoned()).containsExactly(7);
        set.sync(102, 5);
        assertThat(cordoned()).containsExactly(5, 6, 7);
    }

    @Test
    void removesNodesThatAreNotReadyThenIdleOnesThenTheOneThatIsFreeSoonest() {
        slurm.busyUntil(3, 900);
        slurm.busyUntil(2, 300);
        slurm.busyUntil(0, 900);
        assertThat(set.fail(0)).isTrue();
        set.sync(100, 3);
        assertThat(cordoned()).containsExactly(0);
        set.sync(100, 2);
        assertThat(cordoned()).containsExactly(0, 1);
        set.sync(100, 1);
        assertThat(cordoned()).containsExactly(0, 1, 2);
    }

    @Test
    void ofEqualNodesTheLastGoes() {
        set.sync(100, 3);
        assertThat(cordoned()).containsExactly(3);
    }

    @Test
    void ofEqualNodesTheCordonedOneStaysCordoned() {
        set.sync(100, 3);
        for (int ordinal = 0; ordinal < 4; ordinal++) {
            slurm.busyUntil(ordinal, 600);
        }
        set.sync(101, 3);
        assertThat(cordoned()).containsExactly(3);
    }

    @Test
    void choosesByAJobListThatIsUpTo30SecondsOldUnlessAPodHasADeletionCost() {
        set.sync(100, 4);
        slurm.busyUntil(3, 900);
        set.sync(129, 3);
        assertThat(cordoned()).containsExactly(3);
        assertThat(set.busyDrains()).isEqualTo(1);

        set.pods().get(3).deletionCost(1);
        set.sync(129, 3);
        assertThat(cordoned()).containsExactly(2);
        set.pods().get(3).deletionCost(0);
        set.sync(130, 3);
        assertThat(cordoned()).containsExactly(2);
        assertThat(set.deadline(set.pods().get(3))).isEqualTo(900);
    }

    @Test
    void deletesAnIdleNodeAtTheNextSyncAndRemovesItAfterTheGracePeriod() {
        assertThat(set.sync(100, 3)).isEmpty();
        assertThat(ordinals(set.sync(105, 3))).containsExactly(3);
        assertThat(slurm.told).containsExactly("drain gpu-3", "down gpu-3: slurm-operator: Pod is terminating");
        assertThat(set.live()).hasSize(3);
        assertThat(set.removeEnded(114)).isEmpty();
        assertThat(ordinals(set.removeEnded(115))).containsExactly(3);
        assertThat(set.pods()).hasSize(3);
        assertThat(slurm.told).endsWith("silence gpu-3");
        assertThat(set.busyDrains()).isZero();
    }

    @Test
    void aPreStopHookThatFailsLeavesTheNodeIdleAndDrained() {
        set = controller(true);
        begin();
        set.sync(100, 3);
        set.sync(105, 3);
        set.removeEnded(115);
        assertThat(slurm.told).containsExactly("drain gpu-3", "silence gpu-3");
        assertThat(slurm.node("gpu-3")).map(SlurmNode::states).hasValue(List.of("IDLE", "DRAIN"));
    }

    @Test
    void keepsABusyNodeUntilItsJobHasEnded() {
        for (int ordinal = 0; ordinal < 4; ordinal++) {
            slurm.busyUntil(ordinal, 900);
        }
        set.sync(100, 3);
        assertThat(set.sync(105, 3)).isEmpty();
        slurm.idle(3);
        assertThat(set.sync(110, 3)).hasSize(1);
        assertThat(set.busyDrains()).isEqualTo(1);
    }

    @Test
    void aNodeThatSlurmDoesNotKnowCountsAsDrained() {
        slurm.forget("gpu-3");
        set.sync(100, 3);
        assertThat(set.sync(105, 3)).hasSize(1);
        assertThat(slurm.told).containsExactly("down gpu-3: slurm-operator: Pod is terminating");
    }

    /** The record of the earlier pod stays down, and gets a new reason while the new pod is starting. */
    @Test
    void undrainsTheRecordOfAnEarlierPodAfterTheCreationOfThePod() {
        set.sync(100, 3);
        set.sync(105, 3);
        set.removeEnded(115);
        slurm.told.clear();
        set.sync(120, 4);
        assertThat(slurm.told).isEmpty();
        set.sync(125, 4);
        assertThat(slurm.told).containsExactly("undrain gpu-3");
        assertThat(slurm.node("gpu-3")).map(SlurmNode::states).hasValue(List.of("DOWN"));
        assertThat(slurm.reason(3)).isEqualTo("slurm-operator: Pod (slurm/slurm-worker-gpu-3) was uncordoned");
        assertThat(set.undrains()).isZero();
    }

    /** With ReturnToService=0, Slurm keeps a registered node down. */
    @Test
    void returnsADownNodeToServiceOnAnotherMachineOnly() {
        for (int machine : List.of(3, 4)) {
            set.sync(100, 3);
            set.sync(105, 3);
            set.removeEnded(115);
            set.sync(120, 4);
            set.pods().get(3).bind(machine, 120);
            start(120, 0);
            slurm.told.clear();
            set.sync(125, 4);
            assertThat(slurm.told.contains("resume gpu-3")).isEqualTo(machine == 4);
        }
    }

    @Test
    void undrainsOnlyWhatItDrainedItself() {
        slurm.drained(2, "ECC errors");
        slurm.busyUntil(3, 100);
        slurm.busyUntil(1, 900);
        slurm.busyUntil(0, 900);
        set.sync(100, 2);
        assertThat(cordoned()).containsExactly(2, 3);
        set.sync(101, 4);
        assertThat(cordoned()).isEmpty();
        assertThat(slurm.told).containsExactly("drain gpu-3", "undrain gpu-3");
        assertThat(set.undrains()).isEqualTo(1);
        assertThat(slurm.nodes)
                .containsEntry("gpu-2", new SlurmNode(NodeState.IDLE, Set.of(NodeFlag.DRAIN), "ECC errors", 0));
    }

    @Test
    void aTerminatingPodCountsUntilItHasEnded() {
        set.sync(100, 3);
        set.sync(105, 3);
        set.sync(110, 4);
        assertThat(ordinals(set.live())).containsExactly(0, 1, 2);
        set.sync(110, 5);
        assertThat(ordinals(set.live())).containsExactly(0, 1, 2, 4);
        // The terminating pod counts, and the starting pod goes first.
        set.sync(111, 4);
        assertThat(cordoned()).contains(4);
        set.removeEnded(115);
        set.sync(115, 4);
        assertThat(set.live()).hasSize(4).noneMatch(Pod::cordoned);
    }

    @Test
    void doesNothingWithoutSlurmrestdAndRetriesLaterAndLater() {
        set.syncWithoutSlurm(100);
        set.syncWithoutSlurm(105);
        set.syncWithoutSlurm(115);
        assertThat(set.sync(134, 6)).isEmpty();
        assertThat(set.pods()).hasSize(4);
        set.sync(135, 6);
        assertThat(set.pods()).hasSize(6);
    }

    @Test
    void aStaleListOfConditionsHidesReadyForTenSeconds() {
        for (int ordinal = 0; ordinal < 4; ordinal++) {
            slurm.busyUntil(ordinal, 900);
        }
        set.sync(100, 4);
        assertThat(set.pods()).filteredOn(pod -> !pod.ready()).hasSize(1);
        set.sync(110, 4);
        assertThat(set.pods()).allMatch(Pod::ready);
    }

    @Test
    void aMachineIsFreeWhenItsPodHasEnded() {
        set.sync(100, 3);
        set.sync(105, 3);
        set.removeEnded(115);
        set.sync(120, 4);
        set.bind(120);
        assertThat(set.pods().get(3).machine()).hasValue(3);
    }

    @Test
    void aFailedPodIsNotReadyUntilItIsRepaired() {
        assertThat(set.fail(1)).isTrue();
        assertThat(set.fail(1)).isFalse();
        assertThat(set.pods().get(1).ready()).isFalse();
        assertThat(set.repair(2)).isFalse();
        assertThat(set.repair(1)).isTrue();
        assertThat(set.pods()).allMatch(Pod::ready);
        assertThat(set.fail(9)).isFalse();
    }

    @Test
    void theRevisionChangesWithThePodsAlone() {
        long before = set.revision();
        set.sync(100, 4);
        set.bind(100);
        start(100, 0);
        set.removeEnded(100);
        assertThat(set.revision()).isEqualTo(before);
        set.sync(101, 5);
        assertThat(set.revision()).isGreaterThan(before);
    }

    @Test
    void drainsInTheOperatorsWords() {
        set.sync(100, 3);
        assertThat(slurm.node("gpu-3"))
                .map(SlurmNode::reason)
                .hasValue("slurm-operator: Pod (slurm/slurm-worker-gpu-3) is pending termination for scale-in");
    }

    private List<Pod> start(long now, long delay) {
        return set.start(now, pod -> delay);
    }

    private List<Integer> cordoned() {
        return ordinals(set.pods().stream().filter(Pod::cordoned).toList());
    }

    private static List<Integer> ordinals(List<Pod> pods) {
        return pods.stream().map(Pod::ordinal).toList();
    }

    /** A fake Slurm that records the received commands. The test sets the busy nodes. */
    private static final class FakeNodes implements SlurmNodes {

        private final Map<String, SlurmNode> nodes = new TreeMap<>();
        private final List<String> told = new ArrayList<>();

        void busyUntil(int ordinal, long deadline) {
            SlurmNode node = nodes.getOrDefault("gpu-" + ordinal, IDLE);
            nodes.put("gpu-" + ordinal, new SlurmNode(NodeState.MIXED, node.flags(), node.reason(), deadline));
        }

        void idle(int ordinal) {
            SlurmNode node = nodes.getOrDefault("gpu-" + ordinal, IDLE);
            nodes.put("gpu-" + ordinal, new SlurmNode(NodeState.IDLE, node.flags(), node.reason(), 0));
        }

        void drained(int ordinal, String reason) {
            nodes.put("gpu-" + ordinal, new SlurmNode(NodeState.IDLE, Set.of(NodeFlag.DRAIN), reason, 0));
        }

        @Override
        public Optional<SlurmNode> node(String name) {
            return Optional.ofNullable(nodes.get(name));
        }

        String reason(int ordinal) {
            return nodes.getOrDefault("gpu-" + ordinal, IDLE).reason();
        }

        /** A down node stays down, as with ReturnToService=0. */
        @Override
        public void register(String name) {
            told.add("register " + name);
            nodes.putIfAbsent(name, IDLE);
        }

        @Override
        public void comment(String name, String comment) {
            told.add("comment " + name + " " + comment);
        }

        @Override
        public void drain(String name, String reason) {
            told.add("drain " + name);
            SlurmNode node = nodes.getOrDefault(name, IDLE);
            nodes.put(name, new SlurmNode(node.state(), Set.of(NodeFlag.DRAIN), reason, node.deadline()));
        }

        @Override
        public void undrain(String name, String reason) {
            told.add("undrain " + name);
            SlurmNode node = nodes.getOrDefault(name, IDLE);
            nodes.put(name, new SlurmNode(node.state(), Set.of(), reason, node.deadline()));
        }

        @Override
        public void resume(String name) {
            told.add("resume " + name);
            nodes.put(name, IDLE);
        }

        @Override
        public void down(String name, String reason) {
            told.add("down " + name + ": " + reason);
            nodes.computeIfPresent(name, (unused, node) -> new SlurmNode(NodeState.DOWN, node.flags(), reason, 0));
        }

        @Override
        public void silence(String name) {
            told.add("silence " + name);
        }

        @Override
        public void forget(String name) {
            nodes.remove(name);
        }
    }
}
