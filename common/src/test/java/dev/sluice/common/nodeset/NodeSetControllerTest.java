package dev.sluice.common.nodeset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests four nodes on six machines. Drains are checked every 30 s. A pod needs 10 s to stop and 90 s to start. */
class NodeSetControllerTest {

    private static final NodeUse IDLE = new NodeUse(false, false, "", 0);

    private final FakeNodes slurm = new FakeNodes();
    private final NodeSetController set = new NodeSetController(6, new NodeSetController.Times(30, 10), slurm);

    NodeSetControllerTest() {
        set.create(0, 4);
        set.bind(0);
        set.start(0, pod -> 0);
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
        assertThat(set.start(300, pod -> 90)).isEmpty();
        set.bind(300);
        assertThat(set.start(389, pod -> 90)).isEmpty();
        assertThat(ordinals(set.start(390, pod -> 90))).containsExactly(4);
        assertThat(set.start(391, pod -> 90)).isEmpty();
        assertThat(slurm.told).containsExactly("register 4");
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
        assertThat(slurm.told).containsExactly("drain 3", "stop 3");
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
        slurm.nodes.remove(3);
        set.scale(100, 3);
        assertThat(set.scale(130, 3)).hasSize(1);
        assertThat(slurm.told).containsExactly("stop 3");
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
        assertThat(slurm.told).containsExactly("drain 3", "undrain 3");
        assertThat(set.undrains()).isEqualTo(1);
        assertThat(slurm.nodes).containsEntry(2, new NodeUse(false, true, "ECC errors", 0));
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
        set.start(100, pod -> 0);
        set.removeEnded(100);
        assertThat(set.revision()).isEqualTo(before);
        set.scale(101, 5);
        assertThat(set.revision()).isGreaterThan(before);
    }

    @Test
    void drainsInTheOperatorsWords() {
        assertThat(NodeSetController.drainReason("slurm", "slurm-worker-gpu-1"))
                .isEqualTo("slurm-operator: Pod (slurm/slurm-worker-gpu-1) pending termination for scale-in");
    }

    private List<Integer> cordoned() {
        return ordinals(set.pods().stream().filter(Pod::cordoned).toList());
    }

    private static List<Integer> ordinals(List<Pod> pods) {
        return pods.stream().map(Pod::ordinal).toList();
    }

    /** A fake Slurm that records the received commands. The test sets the busy nodes. */
    private static final class FakeNodes implements SlurmNodes {

        private final Map<Integer, NodeUse> nodes = new TreeMap<>();
        private final List<String> told = new ArrayList<>();

        void busyUntil(int ordinal, long deadline) {
            NodeUse node = nodes.getOrDefault(ordinal, IDLE);
            nodes.put(ordinal, new NodeUse(true, node.draining(), node.reason(), deadline));
        }

        void idle(int ordinal) {
            NodeUse node = nodes.getOrDefault(ordinal, IDLE);
            nodes.put(ordinal, new NodeUse(false, node.draining(), node.reason(), 0));
        }

        void drained(int ordinal, String reason) {
            nodes.put(ordinal, new NodeUse(false, true, reason, 0));
        }

        @Override
        public Optional<NodeUse> node(Pod pod) {
            return Optional.ofNullable(nodes.get(pod.ordinal()));
        }

        @Override
        public void register(Pod pod) {
            told.add("register " + pod.ordinal());
            nodes.put(pod.ordinal(), IDLE);
        }

        @Override
        public void drain(Pod pod) {
            told.add("drain " + pod.ordinal());
            NodeUse node = nodes.getOrDefault(pod.ordinal(), IDLE);
            String reason = NodeSetController.drainReason("slurm", "gpu-" + pod.ordinal());
            nodes.put(pod.ordinal(), new NodeUse(node.busy(), true, reason, node.deadline()));
        }

        @Override
        public void undrain(Pod pod) {
            told.add("undrain " + pod.ordinal());
            NodeUse node = nodes.getOrDefault(pod.ordinal(), IDLE);
            nodes.put(pod.ordinal(), new NodeUse(node.busy(), false, "", node.deadline()));
        }

        @Override
        public void stop(Pod pod) {
            told.add("stop " + pod.ordinal());
        }
    }
}
