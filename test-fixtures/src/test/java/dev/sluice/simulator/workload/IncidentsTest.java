package dev.sluice.simulator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.scheduling.NodeFlag;
import dev.sluice.common.scheduling.job.JobState;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.cluster.ClusterView;
import dev.sluice.simulator.cluster.JobRecord;
import dev.sluice.simulator.cluster.NodeRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IncidentsTest {
    private static final Instant MORNING = Instant.parse("2026-11-20T08:00:00Z");

    @Test
    void letsMachinesDrainForPeopleAndHealthChecksAndFailAndComeBack() {
        SimulatedCluster cluster = SimulatedCluster.living(2, MORNING);
        Set<String> drainedBy = new HashSet<>();
        Set<String> down = new HashSet<>();
        Set<String> back = new HashSet<>();
        Set<JobState> ends = EnumSet.noneOf(JobState.class);
        for (int i = 0; i < 24 * 15; i++) {
            ClusterView view = cluster.view();
            for (NodeRecord node : view.nodes()) {
                String name = node.spec().name();
                if (node.states().contains("DOWN")) {
                    assertThat(node.reason()).isEqualTo("Not responding");
                    down.add(name);
                } else if (down.contains(name) && node.flags().isEmpty()) {
                    back.add(name);
                }
                if (node.flags().contains(NodeFlag.DRAIN)) {
                    assertThat(node.reason()).isNotEmpty();
                    drainedBy.add(node.reasonBy());
                }
            }
            view.jobs().stream().map(JobRecord::state).filter(JobState::ended).forEach(ends::add);
            cluster.advance(Duration.ofMinutes(4));
        }
        assertThat(drainedBy).contains("root", "grace");
        assertThat(down).hasSizeGreaterThanOrEqualTo(2);
        assertThat(back).isNotEmpty();
        assertThat(ends)
                .containsExactlyInAnyOrder(
                        JobState.COMPLETED,
                        JobState.CANCELLED,
                        JobState.FAILED,
                        JobState.TIMEOUT,
                        JobState.NODE_FAIL,
                        JobState.PREEMPTED,
                        JobState.OUT_OF_MEMORY);
    }

    @Test
    void showsAMachineThatIsDownAndOneThatDrainsAtFirstSight() {
        for (long seed : List.of(1L, 2L, 3L)) {
            ClusterView view = SimulatedCluster.living(seed, MORNING).view();
            assertThat(view.nodes()).anyMatch(node -> node.states().contains("DOWN"));
            assertThat(view.nodes()).anyMatch(node -> node.flags().contains(NodeFlag.DRAIN));
        }
    }

    /** The real slurmctld has the same behavior; see RealDrainIT. */
    @Test
    void drainForTheSameReasonAsBeforeHasATimeOfItsOwn() {
        SimulatedCluster cluster = SimulatedCluster.quiet(MORNING);
        String name = cluster.view().nodes().get(0).spec().name();

        cluster.drain(name, "kernel update", "grace");
        assertThat(node(cluster, name).reasonAt()).isEqualTo(MORNING.getEpochSecond());
        cluster.advance(Duration.ofMinutes(10));
        cluster.drain(name, "kernel update", "grace");
        assertThat(node(cluster, name).reasonAt()).isEqualTo(MORNING.getEpochSecond());
        cluster.resume(name);
        assertThat(node(cluster, name).reason()).isEmpty();
        assertThat(node(cluster, name).reasonAt()).isZero();
        cluster.advance(Duration.ofMinutes(10));
        cluster.drain(name, "kernel update", "grace");

        assertThat(node(cluster, name).reasonAt())
                .isEqualTo(MORNING.plusSeconds(1200).getEpochSecond());
    }

    private static NodeRecord node(SimulatedCluster cluster, String name) {
        return cluster.view().nodes().stream()
                .filter(node -> node.spec().name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
