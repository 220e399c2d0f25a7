package dev.sluice.lab.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.scheduling.SimulatedNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests four nodes on six machines. A pod needs 10 s to stop and 90 s to start. The operator syncs every 5 s. */
class NodeSetControllerTest {

    private final DynamicNodes slurm = new DynamicNodes("gpu", 0);
    private final NodeSetController set = new NodeSetController(
            "gpu", 6, slurm.controller(), pod -> "on " + pod.machine().orElseThrow());

    NodeSetControllerTest() {
        set.sync(0, 4);
        set.bind(0);
        start(0, 0);
        set.sync(0, 4);
    }

    @Test
    void startsAPodWhenItHadItsMachineForTheDelay() {
        assertThat(ordinals(set.pods())).containsExactly(0, 1, 2, 3);
        set.sync(100, 5);
        assertThat(start(300, 90)).isEmpty();
        set.bind(300);
        assertThat(start(389, 90)).isEmpty();
        assertThat(states(4)).isEqualTo("unknown");
        assertThat(ordinals(start(390, 90))).containsExactly(4);
        assertThat(start(391, 90)).isEmpty();
        assertThat(states(4)).isEqualTo("IDLE");
        set.sync(395, 5);
        assertThat(slurm.controller().node("gpu-4").comment()).isEqualTo("on 4");
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
        busyUntil(3, 900);
        busyUntil(2, 300);
        busyUntil(0, 900);
        assertThat(set.setFailed(0, true)).isTrue();
        set.sync(100, 3);
        assertThat(cordoned()).containsExactly(0);
        set.sync(100, 2);
        assertThat(cordoned()).containsExactly(0, 1);
        set.sync(100, 1);
        assertThat(cordoned()).containsExactly(0, 1, 2);
    }

    @Test
    void ofEqualNodesTheLastGoesAndTheCordonedOneStaysCordoned() {
        set.sync(100, 3);
        assertThat(cordoned()).containsExactly(3);
        for (int ordinal = 0; ordinal < 4; ordinal++) {
            busyUntil(ordinal, 600);
        }
        set.sync(101, 3);
        assertThat(cordoned()).containsExactly(3);
    }

    @Test
    void choosesByAJobListThatIsUpTo30SecondsOld() {
        set.sync(100, 4);
        busyUntil(3, 900);
        set.sync(129, 3);
        assertThat(cordoned()).containsExactly(3);
        assertThat(set.busyDrains()).isEqualTo(1);
        set.sync(130, 3);
        assertThat(cordoned()).containsExactly(2);
        assertThat(set.deadline(set.pods().get(3))).isEqualTo(900);
    }

    @Test
    void deletesAnIdleNodeAtTheNextSyncAndRemovesItAfterTheGracePeriod() {
        assertThat(set.sync(100, 3)).isEmpty();
        assertThat(states(3)).isEqualTo("IDLE DRAIN");
        assertThat(reason(3))
                .isEqualTo("slurm-operator: Pod (slurm/slurm-worker-gpu-3) is pending termination for scale-in");
        assertThat(ordinals(set.sync(105, 3))).containsExactly(3);
        assertThat(states(3)).isEqualTo("DOWN DRAIN");
        assertThat(reason(3)).isEqualTo("slurm-operator: Pod is terminating");
        assertThat(set.live()).hasSize(3);
        assertThat(set.removeEnded(114)).isEmpty();
        assertThat(ordinals(set.removeEnded(115))).containsExactly(3);
        assertThat(set.pods()).hasSize(3);
        assertThat(states(3)).isEqualTo("DOWN DRAIN NOT_RESPONDING");
        assertThat(set.busyDrains()).isZero();
    }

    @Test
    void keepsABusyNodeUntilItsJobHasEnded() {
        for (int ordinal = 0; ordinal < 4; ordinal++) {
            busyUntil(ordinal, 900);
        }
        set.sync(100, 3);
        assertThat(set.sync(105, 3)).isEmpty();
        slurm.idle("gpu-3");
        assertThat(set.sync(110, 3)).hasSize(1);
        assertThat(set.busyDrains()).isEqualTo(1);
    }

    @Test
    void aNodeThatSlurmDoesNotKnowCountsAsDrained() {
        slurm.controller().change("gpu-3", SimulatedNode::forget);
        set.sync(100, 3);
        assertThat(set.sync(105, 3)).hasSize(1);
    }

    /** The record of the earlier pod stays down, and gets a new reason while the new pod is starting. */
    @Test
    void undrainsTheRecordOfAnEarlierPodAfterTheCreationOfThePod() {
        set.sync(100, 3);
        set.sync(105, 3);
        set.removeEnded(115);
        set.sync(120, 4);
        assertThat(states(3)).isEqualTo("DOWN DRAIN NOT_RESPONDING");
        set.sync(125, 4);
        assertThat(states(3)).isEqualTo("DOWN NOT_RESPONDING");
        assertThat(reason(3)).isEqualTo("slurm-operator: Pod (slurm/slurm-worker-gpu-3) was uncordoned");
        set.bind(125);
        assertThat(set.pods().get(3).machine()).as("the machine is free").hasValue(3);
    }

    @Test
    void undrainsOnlyWhatItDrainedItself() {
        slurm.controller().drain("gpu-2", "ECC errors", "root");
        busyUntil(3, 100);
        busyUntil(1, 900);
        busyUntil(0, 900);
        set.sync(100, 2);
        assertThat(cordoned()).containsExactly(2, 3);
        set.sync(101, 4);
        assertThat(cordoned()).isEmpty();
        assertThat(states(3)).isEqualTo("MIXED");
        assertThat(states(2)).isEqualTo("IDLE DRAIN");
        assertThat(reason(2)).isEqualTo("ECC errors");
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
            busyUntil(ordinal, 900);
        }
        set.sync(100, 4);
        assertThat(set.pods()).filteredOn(pod -> !pod.ready()).hasSize(1);
        set.sync(110, 4);
        assertThat(set.pods()).allMatch(Pod::ready);
    }

    @Test
    void aFailedPodIsNotReadyUntilItIsRepaired() {
        assertThat(set.setFailed(1, true)).isTrue();
        assertThat(set.setFailed(1, true)).isFalse();
        assertThat(set.pods().get(1).ready()).isFalse();
        assertThat(set.setFailed(2, false)).isFalse();
        assertThat(set.setFailed(1, false)).isTrue();
        assertThat(set.pods()).allMatch(Pod::ready);
        assertThat(set.setFailed(9, true)).isFalse();
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

    private List<Pod> start(long now, long delay) {
        return set.start(now, pod -> delay);
    }

    private List<Integer> cordoned() {
        return ordinals(set.pods().stream().filter(Pod::cordoned).toList());
    }

    private static List<Integer> ordinals(List<Pod> pods) {
        return pods.stream().map(Pod::ordinal).toList();
    }

    private void busyUntil(int ordinal, long deadline) {
        slurm.busyUntil("gpu-" + ordinal, deadline);
    }

    /** Returns the states of a node, except the flag of dynamic nodes. */
    private String states(int ordinal) {
        return SlurmNode.of(slurm.controller(), "gpu-" + ordinal)
                .map(node -> String.join(" ", node.states()).replace(" DYNAMIC_NORM", ""))
                .orElse("unknown");
    }

    private String reason(int ordinal) {
        return slurm.controller().node("gpu-" + ordinal).reason().text();
    }
}
