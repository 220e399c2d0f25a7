package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.scheduling.job.Dependency;
import dev.sluice.lab.scheduling.job.GpuRequest;
import dev.sluice.lab.scheduling.job.Hold;
import dev.sluice.lab.scheduling.job.JobReason;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.lab.scheduling.job.JobRequestBuilder;
import dev.sluice.lab.scheduling.job.JobState;
import dev.sluice.simulator.cluster.JobRecord;
import dev.sluice.simulator.cluster.NodeRecord;
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
        int id = cluster.submit(JobRequest.named("burst")
                .partitions("cloud")
                .runs(Duration.ofMinutes(10))
                .build());
        cluster.advance(TICK);
        assertThat(node("cloud-01").states()).containsExactly("MIXED", "CLOUD", "NOT_RESPONDING", "POWERING_UP");
        assertThat(job(id).configuring()).isTrue();

        cluster.advance(Duration.ofMinutes(4));
        assertThat(node("cloud-01").states()).containsExactly("MIXED", "CLOUD");
        assertThat(job(id).configuring()).isFalse();

        cluster.advance(Duration.ofMinutes(10));
        assertThat(node("cloud-01").states()).containsExactly("IDLE", "CLOUD");
        cluster.advance(Duration.ofMinutes(12));
        assertThat(node("cloud-01").states()).containsExactly("IDLE", "CLOUD", "POWERED_DOWN");
    }

    @Test
    void losesOrRequeuesTheJobsOfANodeThatFails() {
        int id = cluster.submit(JobRequest.named("victim").build());
        cluster.advance(TICK);
        String where = job(id).allocations().get(0).node().name();
        cluster.fail(where);

        assertThat(node(where).states()).containsExactly("DOWN", "NOT_RESPONDING");
        assertThat(job(id).state()).isIn(JobState.NODE_FAIL, JobState.PENDING);
        assertThat(node(where).use().cpus()).isZero();

        cluster.resume(where);
        assertThat(node(where).states()).containsExactly("IDLE");
    }

    @Test
    void explainsEveryOtherWait() {
        int held = cluster.submit(JobRequest.named("held").held(Hold.USER).build());
        int dependent = cluster.submit(
                JobRequest.named("after").after(Dependency.afterOk(held)).build());
        int wide = cluster.submit(JobRequest.named("wide").nodes(9).build());
        int tooMany = cluster.submit(JobRequest.named("too-many")
                .partitions("debug")
                .nodes(3)
                .limit(Duration.ofMinutes(30))
                .build());
        int impossible = cluster.submit(JobRequest.named("odd").features("h100").build());
        int closed =
                cluster.submit(JobRequest.named("closed").partitions("legacy").build());
        int greedy =
                cluster.submit(JobRequest.named("greedy").license("matlab", 21).build());
        cluster.drain("cpu003", "DIMM", "grace");
        int pinned = cluster.submit(JobRequest.named("pinned").onNodes("cpu003").build());
        cluster.advance(TICK);

        assertThat(List.of(held, dependent, wide, tooMany, impossible, closed, greedy, pinned))
                .extracting(id -> job(id).reason())
                .containsExactly(
                        JobReason.JOB_HELD_USER,
                        JobReason.DEPENDENCY,
                        JobReason.PARTITION_CONFIG,
                        JobReason.PARTITION_NODE_LIMIT,
                        JobReason.BAD_CONSTRAINTS,
                        JobReason.PARTITION_DOWN,
                        JobReason.LICENSES,
                        JobReason.REQ_NODE_NOT_AVAIL);

        cluster.cancel(held);
        cluster.advance(TICK);
        assertThat(job(dependent).reason()).isEqualTo(JobReason.DEPENDENCY_NEVER_SATISFIED);
    }

    @Test
    void keepsTheLimitsOfQosAndAccount() {
        JobRequestBuilder notebook = JobRequest.named("notebook")
                .qos("interactive")
                .partitions("gpu")
                .gpus(GpuRequest.perNode(1));
        List<Integer> notebooks = List.of(
                cluster.submit(notebook.build()), cluster.submit(notebook.build()), cluster.submit(notebook.build()));
        int lattice = cluster.submit(JobRequest.named("lattice")
                .by("dave", "physics")
                .nodes(3)
                .tasksPerNode(54)
                .build());
        int serve = cluster.submit(JobRequest.named("serve")
                .by("bob", "ml-infer")
                .partitions("gpu")
                .nodes(2)
                .gpus(GpuRequest.perNode(7).ofType("h100"))
                .build());
        cluster.advance(TICK);

        assertThat(notebooks)
                .extracting(id -> job(id).reason())
                .containsExactly(JobReason.NONE, JobReason.NONE, JobReason.QOS_MAX_GRES_PER_USER);
        assertThat(job(lattice).reason()).isEqualTo(JobReason.ASSOC_GRP_CPU_LIMIT);
        assertThat(job(serve).reason()).isEqualTo(JobReason.ASSOC_GRP_GRES);
    }

    @Test
    void countsGroupLimitsOverUsersAndThoseOfAUserOverTheQos() {
        JobRequestBuilder first = training(1).qos("train").by("alice", "ml-train");
        JobRequestBuilder second = training(1).qos("train").by("heidi", "ml-train");
        for (int i = 0; i < 4; i++) {
            cluster.submit(first.build());
        }
        int fifthOfOne = cluster.submit(first.build());
        List<Integer> screenings = List.of(
                cluster.submit(JobRequest.named("screening")
                        .qos("low")
                        .nodes(2)
                        .tasksPerNode(60)
                        .build()),
                cluster.submit(
                        JobRequest.named("screening").qos("low").tasks(41).build()));
        List<Integer> urgent = List.of(
                cluster.submit(training(3).qos("high").by("bob", "ops").build()),
                cluster.submit(training(1).qos("high").by("ivan", "ops").build()));
        cluster.advance(TICK);

        assertThat(job(fifthOfOne).reason())
                .as("40 GPUs of 32 for one user")
                .isEqualTo(JobReason.QOS_MAX_GRES_PER_USER);
        assertThat(screenings)
                .as("120 CPUs, then 161 of 160")
                .extracting(id -> job(id).reason())
                .containsExactly(JobReason.NONE, JobReason.QOS_GRP_CPU);
        assertThat(urgent)
                .as("24 GPUs, then 32 of 24")
                .extracting(id -> job(id).reason())
                .containsExactly(JobReason.NONE, JobReason.QOS_GRP_GRES);
        int ofAnother = cluster.submit(second.build());
        cluster.advance(TICK);
        assertThat(job(ofAnother).state()).isEqualTo(JobState.RUNNING);
    }

    private static JobRequestBuilder training(int nodes) {
        return JobRequest.named("train")
                .partitions("gpu")
                .nodes(nodes)
                .gpus(GpuRequest.perNode(8).ofType("h100"))
                .limit(Duration.ofHours(2))
                .runs(Duration.ofHours(1));
    }

    private JobRecord job(int id) {
        return cluster.view().job(id).orElseThrow();
    }

    private NodeRecord node(String name) {
        return cluster.view().node(name).orElseThrow();
    }
}
