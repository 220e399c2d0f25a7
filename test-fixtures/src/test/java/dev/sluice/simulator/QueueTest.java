package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.scheduling.JobReason;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.JobRequest.Hold;
import dev.sluice.lab.scheduling.JobState;
import dev.sluice.lab.scheduling.SimulatedJob;
import dev.sluice.lab.scheduling.SimulatedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration TICK = Duration.ofSeconds(5);

    private final SimulatedCluster cluster = SimulatedCluster.quiet(NOON);

    @Test
    void wakesACloudNodeAndSwitchesItOffAgain() {
        int id = submit(JobRequest.named("burst").partitions("cloud").runs(Duration.ofMinutes(10)));
        cluster.advance(TICK);
        assertThat(node("cloud-01").states()).containsExactly("MIXED", "CLOUD", "NOT_RESPONDING", "POWERING_UP");
        assertThat(job(id).isConfiguring()).isTrue();

        cluster.advance(Duration.ofMinutes(4));
        assertThat(node("cloud-01").states()).containsExactly("MIXED", "CLOUD");
        assertThat(job(id).isConfiguring()).isFalse();

        cluster.advance(Duration.ofMinutes(10));
        assertThat(node("cloud-01").states()).containsExactly("IDLE", "CLOUD");
        cluster.advance(Duration.ofMinutes(12));
        assertThat(node("cloud-01").states()).containsExactly("IDLE", "CLOUD", "POWERED_DOWN");
    }

    @Test
    void explainsWaits() {
        int held = submit(JobRequest.named("held").held(Hold.USER));
        int dependent = submit(JobRequest.named("after").afterOk(held));
        int closed = submit(JobRequest.named("closed").partitions("legacy"));
        cluster.controller().drain("cpu003", "DIMM", "grace");
        int pinned = submit(JobRequest.named("pinned").onNodes("cpu003"));
        cluster.advance(TICK);

        // SchedulingPassTest has the other reasons.
        assertThat(List.of(dependent, closed, pinned))
                .extracting(id -> job(id).reason())
                .containsExactly(JobReason.DEPENDENCY, JobReason.PARTITION_DOWN, JobReason.REQ_NODE_NOT_AVAIL);

        cluster.controller().end(job(held), JobState.CANCELLED, JobReason.NONE);
        cluster.advance(TICK);
        assertThat(job(dependent).reason()).isEqualTo(JobReason.DEPENDENCY_NEVER_SATISFIED);
    }

    private SimulatedJob job(int id) {
        return cluster.controller().job(id).orElseThrow();
    }

    private int submit(JobRequest request) {
        return cluster.controller().submit(List.of(request));
    }

    private SimulatedNode node(String name) {
        return cluster.controller().node(name);
    }
}
