package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.JobReason;
import dev.sluice.lab.scheduling.JobRequest.Hold;
import dev.sluice.lab.scheduling.NodeAllocation;
import dev.sluice.lab.scheduling.SimulatedJob;
import dev.sluice.lab.scheduling.SimulatedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class LivingClusterTest {
    private static final Instant MORNING = Instant.parse("2026-11-20T08:00:00Z");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 42})
    void neverBreaksItsOwnLaws(long seed) {
        SimulatedCluster cluster = SimulatedCluster.living(seed, MORNING);
        for (int i = 0; i < 12 * 10; i++) {
            cluster.advance(Duration.ofMinutes(6));
            Controller slurm = cluster.controller();
            holdsNoMoreThanItHas(slurm);
            allPendingJobsHaveAReason(slurm);
        }
    }

    /**
     * Checks the sums of the jobs' allocations. A sum is too large if two jobs have the same device, or if the jobs
     * have more CPUs than the node.
     */
    private static void holdsNoMoreThanItHas(Controller slurm) {
        Map<String, Integer> cpus = new HashMap<>();
        Map<String, Long> memory = new HashMap<>();
        Set<String> devices = new HashSet<>();
        for (SimulatedJob job : slurm.running()) {
            for (NodeAllocation a : job.allocations()) {
                cpus.merge(a.node().name(), a.cpus(), Integer::sum);
                memory.merge(a.node().name(), a.memory(), Long::sum);
                a.gpus()
                        .forEach(gpu -> assertThat(devices.add(a.node().name() + "/" + gpu))
                                .as("GPU %d of %s is held once", gpu, a.node().name())
                                .isTrue());
            }
        }
        for (SimulatedNode node : slurm.nodes()) {
            String name = node.name();
            assertThat(cpus.getOrDefault(name, 0))
                    .as(name)
                    .isEqualTo(node.free().usedCpus());
            assertThat(node.free().usedCpus()).as(name).isBetween(0, node.spec().cpus());
            assertThat(memory.getOrDefault(name, 0L))
                    .as(name)
                    .isEqualTo(node.free().usedMemory());
            assertThat(node.free().usedMemory())
                    .as(name)
                    .isBetween(0L, node.spec().memory());
        }
    }

    private static void allPendingJobsHaveAReason(Controller slurm) {
        assertThat(slurm.pending()).allSatisfy(job -> assertThat(job.reason()).isNotEqualTo(JobReason.NONE));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void showsWasteAFailedLaunchARequestOverALimitAndADrainedNode(long seed) {
        // During a maintenance.
        Controller slurm = SimulatedCluster.living(seed, MORNING.plus(Duration.ofHours(10)))
                .controller();

        assertThat(slurm.running()).anyMatch(job -> job.request().name().equals("render"));
        assertThat(slurm.pending()).anyMatch(job -> job.hold() == Hold.LAUNCH_FAILED);
        assertThat(slurm.pending())
                .anyMatch(job ->
                        job.reason() == JobReason.QOS_GRP_GRES && job.request().totalGpus() > 24);
        assertThat(slurm.nodes()).anyMatch(node -> node.reason().text().contains("PSU"));
    }

    @Test
    void keepsAboutTwoThirdsOfTheGpusBusy() {
        double busy = 0;
        for (long seed = 1; seed <= 3; seed++) {
            SimulatedCluster cluster = SimulatedCluster.living(seed, MORNING);
            for (int hour = 0; hour < 16; hour++) {
                cluster.advance(Duration.ofHours(1));
                busy += busyGpus(cluster.controller()) / 88.0 / 48;
            }
        }
        assertThat(busy).isBetween(0.58, 0.77);
    }

    @Test
    void isTheSameForTheSameSeedAndDifferentForAnother() {
        SimulatedCluster one = SimulatedCluster.living(7, MORNING);
        SimulatedCluster same = SimulatedCluster.living(7, MORNING);
        SimulatedCluster other = SimulatedCluster.living(8, MORNING);
        one.advance(Duration.ofHours(3));
        for (int i = 0; i < 3 * 3600; i += 60) {
            same.advance(Duration.ofSeconds(60));
        }
        other.advance(Duration.ofHours(3));

        assertThat(body(same)).isEqualTo(body(one));
        assertThat(body(other)).isNotEqualTo(body(one));
    }

    private static String body(SimulatedCluster cluster) {
        return Captures.simulated(cluster, "/slurm/v0.0.45/jobs/", "")
                + Captures.simulated(cluster, "/slurm/v0.0.45/nodes/", "").toString();
    }

    private static int busyGpus(Controller slurm) {
        return slurm.nodes().stream().mapToInt(n -> n.free().busyGpus().size()).sum();
    }
}
