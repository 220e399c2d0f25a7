package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.GIBIBYTE;
import static dev.sluice.exporter.derive.scaling.TestPool.demand;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.derive.scaling.TestPool.shape;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.PartitionState;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeResources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests, with random queues, properties that every queue must have. */
@Tag("slow")
class ScalingPropertiesTest {

    private static final List<String> REASONS = List.of(
            "Resources",
            "Priority",
            "None",
            "ReqNodeNotAvail",
            "PartitionConfig",
            "BeginTime",
            "Dependency",
            "Licenses",
            "QOSGrpCpuLimit",
            "PartitionDown",
            "BadConstraints",
            "WhateverComesNext",
            "");

    private static final List<Condition> CONDITIONS = List.of(Condition.values());

    private static final List<Partition> PARTITIONS = List.of(
            PartitionBuilder.partition("cpu").build(),
            PartitionBuilder.partition("gpu").maxNodes(12).build(),
            PartitionBuilder.partition("whole").wholeNodes(true).build(),
            PartitionBuilder.partition("old").state(PartitionState.DOWN).build());

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void staysBetweenWhatIsBusyAndTheMaximum(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 150; i++) {
            for (PoolDemand pool :
                    random(random, pools(random), jobs(random, 40)).pools()) {
                assertThat(pool.desired()).isBetween(pool.min(), pool.max());
                assertThat(pool.desired())
                        .isGreaterThanOrEqualTo(Math.min(pool.nodes().busy(), pool.max()));
                assertThat(pool.reasons()).isNotEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void countsEveryJobOnceAndEachInOneClass(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 150; i++) {
            List<Job> jobs = jobs(random, 40);
            ScalingDemand demand = random(random, pools(random), jobs);
            long inPools = demand.pools().stream()
                    .flatMap(pool -> pool.pendingJobs().values().stream())
                    .mapToLong(Long::longValue)
                    .sum();
            long withPool = demand.jobs().stream()
                    .filter(job -> job.pool().isPresent())
                    .mapToLong(JobExplanation::tasks)
                    .sum();
            assertThat(demand.jobs())
                    .hasSize((int) jobs.stream().filter(Job::pending).count());
            assertThat(inPools).isEqualTo(withPool);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24})
    void theOrderOfTheInputChangesNothing(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 100; i++) {
            List<Pool> pools = pools(random);
            List<Job> jobs = jobs(random, 40);
            ScalingDemand demand = input(pools, jobs).demand();
            List<Pool> otherPools = new ArrayList<>(pools);
            List<Job> otherJobs = new ArrayList<>(jobs);
            List<Partition> otherPartitions = new ArrayList<>(PARTITIONS);
            Collections.shuffle(otherPools, random);
            Collections.shuffle(otherJobs, random);
            Collections.shuffle(otherPartitions, random);
            assertThat(input(otherPools, otherJobs).partitions(otherPartitions).demand())
                    .isEqualTo(demand);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33, 34})
    void aHeldJobChangesNothing(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 100; i++) {
            List<Pool> pools = pools(random);
            List<Job> jobs = new ArrayList<>(jobs(random, 40));
            ScalingDemand before = input(pools, jobs).demand();
            jobs.add(randomJob(random, 1_000_000)
                    .state(JobState.PENDING)
                    .het(0)
                    .held()
                    .build());
            ScalingDemand after = input(pools, jobs).demand();
            assertThat(after.pools().stream().map(PoolDemand::desired))
                    .isEqualTo(before.pools().stream().map(PoolDemand::desired).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {41, 42, 43, 44})
    void aFurtherJobOfWholeNodesNeverLowersTheNumber(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            Pool pool = randomPool(random, "cpu").between(0, 10_000).build();
            List<Job> jobs = new ArrayList<>();
            long before = desired(pool, jobs);
            for (int id = 1; id < 20; id++) {
                jobs.add(job(id).exclusive()
                        .nodes(1 + random.nextInt(9))
                        .priority(random.nextInt(1_000))
                        .array(id, 1 + random.nextInt(4), 0)
                        .build());
                long after = desired(pool, jobs);
                assertThat(after).isGreaterThanOrEqualTo(before);
                before = after;
            }
            Collections.shuffle(jobs, random);
            while (!jobs.isEmpty()) {
                jobs.remove(jobs.size() - 1);
                long after = desired(pool, jobs);
                assertThat(after).isLessThanOrEqualTo(before);
                before = after;
            }
        }
    }

    @Test
    void theChoiceOfLastTimeGivesTheSameAnswerAgain() {
        Random random = new Random(51);
        for (int i = 0; i < 100; i++) {
            List<Pool> pools = pools(random);
            List<Job> jobs = jobs(random, 40);
            ScalingDemand first = input(pools, jobs).demand();
            ScalingDemand again = input(pools, jobs).choices(first.choices()).demand();
            assertThat(input(pools, jobs).choices(again.choices()).demand()).isEqualTo(again);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {61, 62})
    void survivesAnyQueue(long seed) {
        int rounds = Boolean.getBoolean("slow") ? 500 : 100;
        Random random = new Random(seed);
        for (int i = 0; i < rounds; i++) {
            List<Job> jobs = new ArrayList<>();
            for (int id = 0; id < 1_000; id++) {
                jobs.add(wildJob(random, id));
            }
            ScalingDemand demand = random(random, pools(random), jobs);
            assertThat(demand.jobs())
                    .hasSize((int) jobs.stream().filter(Job::pending).count());
        }
    }

    /** No test here asks for nodes of these NodeSets by name, so that no ordinal raises the number. */
    @ParameterizedTest
    @ValueSource(longs = {81, 82, 83, 84})
    void isAtMostWhatJobsNeedTheSparesAndOneReplacementForEachBrokenNode(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            int spares = random.nextInt(3);
            ScalingInput.Policy policy = TestPool.policy(spares, true);
            List<Pool> pools = pools(random);
            List<PoolDemand> demands =
                    input(pools, jobs(random, 40)).policy(policy).demand().pools();
            for (int pool : List.of(1, 3)) {
                PoolDemand demand = demands.get(pool);
                assertThat(demand.pool()).isEqualTo(pools.get(pool).name());
                long broken = pools.get(pool).members().stream()
                        .filter(member -> member.condition() == Condition.UNUSABLE)
                        .flatMap(member -> member.outOfService().stream())
                        .filter(why -> !why.owner().equals("operator"))
                        .count();
                long most = demand.nodes().busy() + demand.pendingNodes() + spares + broken;
                assertThat(demand.desired()).isLessThanOrEqualTo(Math.max(demand.min(), most));
            }
        }
    }

    private static long desired(Pool pool, List<Job> jobs) {
        return ScalingInputBuilder.of(List.of(pool)).jobs(jobs).first().desired();
    }

    private static ScalingInputBuilder input(List<Pool> pools, List<Job> jobs) {
        return ScalingInputBuilder.of(pools).jobs(jobs).partitions(PARTITIONS);
    }

    private static ScalingDemand random(Random random, List<Pool> pools, List<Job> jobs) {
        ScalingInput.Policy policy = TestPool.policy(
                Duration.ofSeconds(random.nextInt(600)),
                Duration.ofSeconds(random.nextInt(30)),
                random.nextInt(3),
                random.nextBoolean());
        return input(pools, jobs).policy(policy).demand();
    }

    private static List<Pool> pools(Random random) {
        NodeShape gpuNode = shape(96, 768 * GIBIBYTE, GpuCounts.of("h100", 8), "h100");
        return List.of(
                randomPool(random, "cpu").build(),
                randomPool(random, "gpu").of(gpuNode).cost(5).build(),
                randomPool(random, "spare")
                        .in("cpu", "gpu", "whole")
                        .statefulSet()
                        .build(),
                randomPool(random, "unknown").in("old", "cpu").ofUnknownShape().build());
    }

    private static TestPool randomPool(Random random, String name) {
        TestPool pool = pool(name).between(random.nextInt(3), 3 + random.nextInt(40));
        for (int i = random.nextInt(12); i > 0; i--) {
            Condition condition = CONDITIONS.get(random.nextInt(CONDITIONS.size()));
            NodeResources room = new NodeResources(
                    random.nextInt(96), random.nextInt(300) * GIBIBYTE, GpuCounts.of("h100", random.nextInt(8)));
            if (condition == Condition.UNUSABLE) {
                NodeReason why = NodeReason.ALL.get(random.nextInt(NodeReason.ALL.size()));
                pool.with(MemberBuilder.member(name + "-" + i, condition)
                        .outOfService(Optional.of(why))
                        .build());
            } else {
                pool.with(condition, random.nextInt(4) == 0, random.nextBoolean() ? room : NodeResources.NONE);
            }
        }
        return pool;
    }

    private static List<Job> jobs(Random random, int most) {
        List<Job> jobs = new ArrayList<>();
        for (int id = 1 + random.nextInt(most); id > 0; id--) {
            jobs.add(randomJob(random, id).build());
        }
        return jobs;
    }

    private static JobBuilder randomJob(Random random, long id) {
        JobBuilder job = job(id).reason(pick(random, REASONS))
                .in(pick(random, List.of("cpu", "gpu", "cpu,gpu", "whole", "old,cpu", "nowhere")))
                .priority(random.nextInt(50))
                .nodes(1 + random.nextInt(6))
                .tasks(1 + random.nextInt(200))
                .cpusPerTask(1 + random.nextInt(16));
        switch (random.nextInt(8)) {
            case 0 -> job.exclusive();
            case 1 -> job.array(id, 1 + random.nextInt(60), random.nextInt(20));
            case 2 -> job.gpusPerTask("h100", 1).tasks(1 + random.nextInt(20));
            case 3 -> job.gpus("", 1 + random.nextInt(20));
            case 4 -> job.excluding("cpu-[0-3]");
            case 5 -> job.requiring("cpu-" + random.nextInt(8));
            case 6 -> job.het(1 + random.nextInt(3));
            default -> job.runningOn("cpu-[0-" + random.nextInt(9) + "],spare-1");
        }
        return job;
    }

    private static Job wildJob(Random random, long id) {
        return randomJob(random, id % 900)
                .reason(pick(random, REASONS))
                .array(wild(random), wild(random), wild(random))
                .het(random.nextInt(3) == 0 ? wild(random) : 0)
                .nodes(wild(random))
                .maximumNodes(wild(random))
                .slurmNodes(wild(random))
                .tasks(wild(random))
                .tasksPerNode(wild(random))
                .cpusPerTask(wild(random))
                .minimumCpusPerNode(wild(random))
                .memoryPerCpu(wild(random))
                .memoryPerNode(wild(random))
                .gpusPerNode(pick(random, List.of("", "h100", "a100")), wild(random))
                .features(pick(random, List.of("", "", "", "h100", "(", "h100*")))
                .submittedAt(wild(random))
                .eligibleAt(wild(random))
                .build();
    }

    private static long wild(Random random) {
        return switch (random.nextInt(9)) {
            case 0 -> Long.MAX_VALUE;
            case 1 -> -1;
            case 2 -> random.nextInt();
            case 3 -> 100_000;
            case 4, 5 -> 0;
            default -> random.nextInt(9);
        };
    }

    private static String pick(Random random, List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }
}
