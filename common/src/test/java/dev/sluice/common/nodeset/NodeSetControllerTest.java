package dev.sluice.common.nodeset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.scheduling.NodeFlag;
import dev.sluice.common.scheduling.NodeState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests four nodes on six machines. Drains are checked every 30 s. A pod needs 10 s to stop and 90 s to start. */
class NodeSetControllerTest {

    private static final SlurmNode IDLE = new SlurmNode(NodeState.IDLE, Set.of(), "", 0);

    private final FakeNodes slurm = new FakeNodes();
    private final NodeSetController set = new NodeSetController("gpu", 6, new NodeSetController.Times(30, 10), slurm);

    NodeSetControllerTest() {
        set.create(0, 4);
        set.bind(0);
        start(0, 0);
        slurm.told.clear();
    }

    @Test
    void numbersPodsFromZero() {
        assertThat(ordinals(set.pods())).containsExactly(0, 1, 2, 3);
        assertThat(set.pods()).allMatch(Pod::ready);
    }

    @Test
    void startsAPodWhenItHadItsMachineForTheDelay() {
        set.scale(100, 5);
        assertThat(start(300, 90)).isEmpty();
        set.bind(300);
        assertThat(start(389, 90)).isEmpty();
        assertThat(ordinals(start(390, 90))).containsExactly(4);
        assertThat(start(391, 90)).isEmpty();
        assertThat(slurm.told).containsExactly("register gpu-4 on 4");
        assertThat(set.pods().get(4).startedAt()).hasValue(390);
        assertThat(set.pods().get(4).machine()).hasValue(4);
    }

    @Test
    void podsBeyondTheMachinesStayUnschedulableAndGoFirst() {
        set.scale(100, 8);
        set.bind(100);
        assertThat(set.pods()).filteredOn(pod -> pod.machine().isEmpty()).hasSize(2);
        set.scale(101, 7);
        assertThat(cordoned()).containsExactly(7);
        set.scale(102, 5);
        assertThat(cordoned()).containsExactly(5, 6, 7);
    }

    @Test
    void removesNodesThatAreNotReadyThenIdleOnesThenTheOneThatIsFreeSoonest() {
        slurm.busyUntil(3, 900);
        slurm.busyUntil(2, 300);
        slurm.busyUntil(0, 900);
        assertThat(set.fail(0)).isTrue();
        set.scale(100, 3);
        assertThat(cordoned()).containsExactly(0);
        set.scale(100, 2);
        assertThat(cordoned()).containsExactly(0, 1);
        set.scale(100, 1);
        assertThat(cordoned()).containsExactly(0, 1, 2);
    }

    @Test
    void ofEqualNodesTheLastGoes() {
        set.scale(100, 3);
        assertThat(cordoned()).containsExactly(3);
    }

    @Test
    void ofEqualNodesTheCordonedOneStaysCordoned() {
        set.scale(100, 3);
        slurm.idle(3);
        slurm.busyUntil(3, 600);
        slurm.busyUntil(2, 600);
        slurm.busyUntil(1, 600);
        slurm.busyUntil(0, 600);
        set.scale(101, 3);
        assertThat(cordoned()).containsExactly(3);
    }

    @Test
    void deletesAnIdleNodeAtTheCheckAndRemovesItAfterTheGracePeriod() {
        assertThat(set.scale(100, 3)).isEmpty();
        assertThat(set.scale(129, 3)).isEmpty();
        assertThat(ordinals(set.scale(130, 3))).containsExactly(3);
        assertThat(slurm.told).containsExactly("drain gpu-3", "down gpu-3: Pod is terminating");
        assertThat(set.live()).hasSize(3);
        assertThat(set.removeEnded(139)).isEmpty();
        assertThat(ordinals(set.removeEnded(140))).containsExactly(3);
        assertThat(set.pods()).hasSize(3);
        assertThat(set.busyDrains()).isZero();
    }

    @Test
    void keepsABusyNodeUntilItsJobHasEnded() {
        for (int ordinal = 0; ordinal < 4; ordinal++) {
            slurm.busyUntil(ordinal, 900);
        }
        set.scale(100, 3);
        assertThat(set.scale(130, 3)).isEmpty();
        slurm.idle(3);
        assertThat(set.scale(159, 3)).isEmpty();
        assertThat(set.scale(160, 3)).hasSize(1);
        assertThat(set.busyDrains()).isEqualTo(1);
    }

    @Test
    void aNodeThatSlurmDoesNotKnowCountsAsDrained() {
        slurm.forget("gpu-3");
        set.scale(100, 3);
        assertThat(set.scale(130, 3)).hasSize(1);
        assertThat(slurm.told).containsExactly("down gpu-3: Pod is terminating");
    }

    @Test
    void aPodThatHasNotStartedEndsWithoutADrainEvenWhereAnEarlierPodHasLeftARecord() {
        set.scale(100, 5);
        set.bind(100);
        slurm.busyUntil(4, 900);
        set.scale(110, 4);
        assertThat(ordinals(set.scale(140, 4))).containsExactly(4);
        assertThat(slurm.told).isEmpty();
    }

    @Test
    void undrainsOnlyWhatItDrainedItself() {
        slurm.drained(2, "ECC errors");
        slurm.busyUntil(3, 100);
        slurm.busyUntil(1, 900);
        slurm.busyUntil(0, 900);
        set.scale(100, 2);
        assertThat(cordoned()).containsExactly(2, 3);
        set.scale(101, 4);
        assertThat(cordoned()).isEmpty();
        assertThat(slurm.told).containsExactly("drain gpu-3", "undrain gpu-3");
        assertThat(set.undrains()).isEqualTo(1);
        assertThat(slurm.nodes)
                .containsEntry("gpu-2", new SlurmNode(NodeState.IDLE, Set.of(NodeFlag.DRAIN), "ECC errors", 0));
    }

    @Test
    void newPodsFillGapsButNotTheOrdinalOfAPodThatTerminates() {
        slurm.busyUntil(0, 900);
        slurm.busyUntil(2, 900);
        slurm.busyUntil(3, 900);
        set.scale(100, 3);
        set.scale(130, 3);
        set.scale(131, 4);
        assertThat(ordinals(set.live())).containsExactly(0, 2, 3);
        set.removeEnded(140);
        set.scale(140, 5);
        assertThat(ordinals(set.live())).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void aMachineIsFreeWhenItsPodHasEnded() {
        set.scale(100, 3);
        set.scale(130, 3);
        set.removeEnded(140);
        set.scale(141, 4);
        set.bind(141);
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
        set.scale(100, 4);
        set.bind(100);
        start(100, 0);
        set.removeEnded(100);
        assertThat(set.revision()).isEqualTo(before);
        set.scale(101, 5);
        assertThat(set.revision()).isGreaterThan(before);
    }

    @Test
    void drainsInTheOperatorsWords() {
        set.scale(100, 3);
        assertThat(slurm.node("gpu-3"))
                .map(SlurmNode::reason)
                .hasValue("slurm-operator: Pod (slurm/slurm-worker-gpu-3) pending termination for scale-in");
    }

    private List<Pod> start(long now, long delay) {
        return set.start(now, pod -> delay, pod -> "on " + pod.machine().orElseThrow());
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

        @Override
        public void register(String name, String comment) {
            told.add("register " + name + " " + comment);
            nodes.put(name, IDLE);
        }

        @Override
        public void drain(String name, String reason) {
            told.add("drain " + name);
            SlurmNode node = nodes.getOrDefault(name, IDLE);
            nodes.put(name, new SlurmNode(node.state(), Set.of(NodeFlag.DRAIN), reason, node.deadline()));
        }

        @Override
        public void undrain(String name) {
            told.add("undrain " + name);
            SlurmNode node = nodes.getOrDefault(name, IDLE);
            nodes.put(name, new SlurmNode(node.state(), Set.of(), "", node.deadline()));
        }

        @Override
        public void down(String name, String reason) {
            told.add("down " + name + ": " + reason);
        }

        @Override
        public void forget(String name) {
            nodes.remove(name);
        }
    }
}
