package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests nodes that are exclusive to a user, and CPUs that several jobs share. Each node has 96 CPUs. The expected
 * values are calculated by hand.
 */
class SharingTest {

    private static final JobPlacement USER =
            new JobPlacement(0, 0, 0, 0, true, "", 0, 0, GresCounts.NONE, List.of(), 0);

    private static JobBuilder of(String user, long id) {
        return job(id).owner("account", user, "normal");
    }

    private static long desired(TestPool pool, JobBuilder... jobs) {
        return desired(pool, partition(false, 1), jobs);
    }

    private static long desired(TestPool pool, Partition partition, JobBuilder... jobs) {
        return ScalingInputBuilder.of(pool)
                .jobs(jobs)
                .partitions(List.of(partition))
                .first()
                .desired();
    }

    private static Partition partition(boolean userNodes, long jobsPerCpu) {
        return PartitionBuilder.partition("cpu")
                .userNodes(userNodes)
                .jobsPerCpu(jobsPerCpu)
                .build();
    }

    private static Member member(Condition condition, long freeCpus, String user) {
        return MemberBuilder.member("cpu-" + freeCpus + condition, condition)
                .ordinal((int) freeCpus)
                .free(new NodeResources(freeCpus, 0, GpuCounts.NONE))
                .user(user)
                .build();
    }

    @Test
    void usersDoNotShareNodesThatTheyWantForThemselves() {
        assertThat(desired(
                        pool("cpu"),
                        of("ada", 1).placement(USER).tasks(40),
                        of("ben", 2).placement(USER).tasks(40),
                        of("ada", 3).placement(USER).tasks(40),
                        of("cleo", 4).tasks(40)))
                .isEqualTo(3);
        assertThat(desired(
                        pool("cpu"),
                        of("ada", 1).placement(USER).tasks(40),
                        of("ada", 2).placement(USER).tasks(40),
                        of("ada", 3).placement(USER).tasks(40)))
                .isEqualTo(2);
        assertThat(desired(pool("cpu"), partition(true, 1), of("ada", 1), of("ben", 2), of("ada", 3)))
                .as("ExclusiveUser")
                .isEqualTo(2);
    }

    @Test
    void aUsersNodeHasRoomForThatUserAloneAndNobodysNodeForNoUser() {
        TestPool adas = pool("cpu").with(member(Condition.BUSY, 50, "ada"));

        assertThat(desired(adas, of("ada", 1).placement(USER).tasks(40))).isEqualTo(1);
        assertThat(desired(adas, of("ben", 1).placement(USER).tasks(40))).isEqualTo(2);
        assertThat(desired(adas, of("ben", 1).tasks(40))).isEqualTo(2);
        TestPool mixed = pool("cpu").with(member(Condition.BUSY, 50, ""));

        assertThat(desired(mixed, of("ada", 1).placement(USER).tasks(40))).isEqualTo(2);
        assertThat(desired(mixed, of("ada", 1).tasks(40))).isEqualTo(1);
    }

    /** Two jobs of a user share a node, but the jobs of the 33rd user get whole nodes. */
    @Test
    void onlyThirtyTwoUsersShareNodesAmongTheirJobs() {
        JobBuilder[] jobs = new JobBuilder[66];
        for (int i = 0; i < jobs.length; i++) {
            jobs[i] = of("user" + i / 2, i + 1).placement(USER);
        }

        assertThat(desired(pool("cpu"), Arrays.copyOf(jobs, 64))).isEqualTo(32);
        assertThat(desired(pool("cpu"), jobs)).isEqualTo(34);
    }

    /** slurmctld counts 8 GPUs, the GPUs of one node, in the total of the first job on two nodes. */
    @Test
    void aJobWithGpusPerNodeLeavesNoGpuToOthers() {
        TestPool gpus = pool("cpu").of(TestPool.shape(96, 0, GpuCounts.of("h100", 8)));

        JobBuilder behind = job(2).priority(1).gpus("h100", 1);
        assertThat(desired(gpus, job(1).tasks(100).gpusPerNode("h100", 8), behind))
                .isEqualTo(3);
    }

    @Test
    void aCpuServesAsManyJobsAsThePartitionSays() {
        JobBuilder[] four = {job(1).tasks(96), job(2).tasks(96), job(3).tasks(96), job(4).tasks(96), job(5).tasks(96)};

        assertThat(desired(pool("cpu"), partition(false, 4), four)).isEqualTo(2);
        assertThat(desired(pool("cpu"), partition(false, 4), Arrays.copyOf(four, 4)))
                .isEqualTo(1);
        assertThat(desired(pool("cpu"), partition(false, 4), job(1).tasks(97))).isEqualTo(2);
    }
}
