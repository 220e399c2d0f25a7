package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.GIBIBYTE;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.derive.scaling.TestPool.shape;

import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.PartitionState;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeResources;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** A random small cluster, and a queue with all kinds of requests. The same seed gives the same cluster and queue. */
final class RandomCluster {

    private static final List<String> REASONS = List.of(
            "Resources",
            "Resources",
            "Resources",
            "Priority",
            "None",
            "ReqNodeNotAvail",
            "BeginTime",
            "Dependency",
            "");

    private static final List<String> PARTITIONS = List.of(
            "cpu",
            "cpu",
            "cpu",
            "gpu",
            "gpu",
            "cpu,gpu",
            "gpu,cpu",
            "whole",
            "whole,cpu",
            "bare",
            "old,cpu",
            "nowhere");

    private static final List<String> FEATURES =
            List.of("", "", "", "", "", "", "h100", "cpu|h100", "[h100*2&cpu*1]", "gone");

    private final Random random;
    /** The random values for rare features. The values for rare features do not affect the other random values. */
    private final Random few;

    private final boolean hasReservation;
    private final boolean upkeep;
    private final boolean ages;
    private final boolean requeues;
    private final boolean distrusts;

    private RandomCluster(long seed) {
        this.random = new Random(seed);
        this.few = new Random(~seed);
        this.hasReservation = seed % 8 == 3;
        this.upkeep = seed % 8 == 2;
        this.ages = seed % 8 == 5;
        this.requeues = seed % 8 == 6;
        this.distrusts = seed % 8 == 4;
    }

    static ScalingInput of(long seed) {
        return new RandomCluster(seed).input();
    }

    private ScalingInput input() {
        List<Pool> pools = pools();
        List<Job> jobs = jobs();
        return ScalingInputBuilder.of(pools)
                .fixed(fixed())
                .jobs(jobs)
                .partitions(partitions())
                .reservations(reservations())
                .policy(aging(policy()))
                .choices(choices(pools, jobs))
                .unhelped(unhelped(pools, jobs))
                .build();
    }

    private Map<Long, Unhelped> unhelped(List<Pool> pools, List<Job> jobs) {
        return distrusts
                ? jobs.stream()
                        .filter(job -> few.nextInt(4) == 0)
                        .collect(Collectors.toMap(
                                Job::id, job -> Unhelped.of(job, pools.get(few.nextInt(2)), 0, few.nextInt(4))))
                : Map.of();
    }

    private List<Pool> pools() {
        List<Pool> pools = new ArrayList<>();
        pools.add(members(pool("cpu").of(shape(96, 384 * GIBIBYTE, GpuCounts.NONE, "cpu")))
                .build());
        pools.add(members(pool("gpu")
                        .of(shape(48, 768 * GIBIBYTE, GpuCounts.of("h100", 8), "h100"))
                        .cost(random.nextInt(3)))
                .build());
        if (random.nextBoolean()) {
            pools.add(members(pool("spare").in("cpu", "gpu", "whole").cost(1).statefulSet())
                    .build());
        }
        if (random.nextInt(4) == 0) {
            pools.add(
                    members(pool("unknown").in("cpu", "whole").ofUnknownShape()).build());
        }
        if (random.nextInt(4) == 0) {
            pools.add(members(pool("static").in("cpu").notScalable("an autoscaler has it", 3))
                    .build());
        }
        return pools;
    }

    /** A pool has from zero nodes to more than two words of 64 bits. Some nodes also belong to another pool. */
    private TestPool members(TestPool pool) {
        int count = random.nextInt(10) == 0 ? 60 + random.nextInt(100) : random.nextInt(14);
        int max = random.nextInt(4) == 0 ? count : random.nextInt(count + 12);
        pool.between(random.nextInt(3), max);
        List<Condition> conditions = random.nextBoolean()
                ? List.of(Condition.values())
                : List.of(Condition.BUSY, Condition.BUSY, Condition.IDLE);
        for (int i = 0; i < count; i++) {
            Condition condition = pick(conditions);
            NodeResources room = new NodeResources(
                    random.nextInt(97), random.nextInt(384) * GIBIBYTE, GpuCounts.of("h100", random.nextInt(9)));
            boolean draining = random.nextInt(6) == 0;
            boolean open = random.nextInt(3) > 0 && condition == Condition.BUSY;
            pool.with(condition, draining, open ? room : NodeResources.NONE);
        }
        return pool;
    }

    private List<FixedNodes> fixed() {
        return random.nextBoolean()
                ? List.of()
                : List.of(new FixedNodes(
                        Set.of("bare", "cpu"),
                        shape(200, 2_000 * GIBIBYTE, GpuCounts.NONE, "fat"),
                        1 + random.nextInt(9)));
    }

    private List<Partition> partitions() {
        return List.of(
                PartitionBuilder.partition("cpu")
                        .maxNodes(random.nextBoolean() ? Long.MAX_VALUE : 8)
                        .build(),
                PartitionBuilder.partition("gpu")
                        .wholeNodes(random.nextInt(8) == 0)
                        .build(),
                PartitionBuilder.partition("whole").wholeNodes(true).build(),
                PartitionBuilder.partition("old").state(PartitionState.DOWN).build());
    }

    /** Adds a reservation of nodes that some pools have, and in some clusters a maintenance of all nodes. */
    private List<Reservation> reservations() {
        Reservation pond = new Reservation(
                "pond", Instant.EPOCH, Instant.MAX, 5, "cpu-[0-1],gpu-[2-3],spare-1", 0, "", List.of("SPEC_NODES"));
        Instant start = Instant.ofEpochSecond(JobBuilder.NOW + 3_600);
        Reservation maintenance = new Reservation(
                "upkeep",
                start,
                start.plusSeconds(3_600),
                60,
                "cpu-[0-19],gpu-[0-19],spare-[0-19]",
                0,
                "",
                List.of("MAINT", "ALL_NODES"));
        return upkeep ? List.of(pond, maintenance) : List.of(pond);
    }

    private ScalingInput.Policy policy() {
        long spares = random.nextInt(3);
        Duration lookahead = Duration.ofSeconds(random.nextInt(600));
        Duration debounce = Duration.ofSeconds(random.nextInt(2) * 30L);
        return TestPool.policy(lookahead, debounce, spares, random.nextBoolean());
    }

    private ScalingInput.Policy aging(ScalingInput.Policy policy) {
        return ages ? TestPool.withAgingTime(policy, Duration.ofMinutes(3)) : policy;
    }

    private Map<Long, PoolName> choices(List<Pool> pools, List<Job> jobs) {
        return random.nextBoolean()
                ? Map.of()
                : Map.of(pick(jobs).id(), pick(pools).name());
    }

    private List<Job> jobs() {
        List<Job> jobs = new ArrayList<>();
        for (int id = 1 + random.nextInt(60); id > 0; id--) {
            jobs.add(job(id));
        }
        return jobs;
    }

    private Job job(int id) {
        JobBuilder job = JobBuilder.job(id)
                .reason(pick(REASONS))
                .in(pick(PARTITIONS))
                .priority(random.nextInt(20))
                .eligibleAt(JobBuilder.NOW + random.nextInt(900) - 600)
                .features(pick(FEATURES))
                .nodes(random.nextInt(3) == 0 ? 1 + random.nextInt(8) : 1)
                .tasks(1 + random.nextInt(random.nextBoolean() ? 4 : 40))
                .cpusPerTask(1 + random.nextInt(random.nextBoolean() ? 2 : 24));
        switch (random.nextInt(13)) {
            case 0 -> job.exclusive();
            case 1 -> job.array(id, 1 + random.nextInt(60), random.nextInt(20));
            case 2 -> job.gpusPerTask("h100", 1).tasks(1 + random.nextInt(20));
            case 3 -> job.gpus("", 1 + random.nextInt(20));
            case 4 -> job.memoryPerCpu((1 + random.nextInt(8)) * GIBIBYTE);
            case 5, 6 -> job.het(1 + random.nextInt(3));
            case 7 -> job.runningOn(nodeList());
            case 8 -> job.state(JobState.COMPLETING).runningOn(nodeList());
            case 9 -> job.minimumCpusPerNode(random.nextBoolean() ? 96 : random.nextInt(97));
            case 10 -> job.held();
            case 11 -> job.licenses("matlab:1");
            default -> job.tasks(1);
        }
        switch (random.nextInt(5)) {
            case 0 -> job.excluding(nodeList());
            case 1 -> job.requiring(random.nextBoolean() ? onePoolsNodes() : nodeList());
            default -> job.slurmNodes(1 + random.nextInt(12));
        }
        if (random.nextInt(20) == 0) {
            job.excluding(nodeList()).requiring(onePoolsNodes());
        }
        if (hasReservation && few.nextInt(4) == 0) {
            job.placement(JobPlacement.reserved("pond"));
        }
        if (requeues && few.nextInt(4) == 0) {
            job.state(JobState.PENDING, JobState.COMPLETING).allocation(Tres.NONE, onePoolsNodes(few));
        }
        if (ages) {
            job.ran(JobBuilder.NOW - few.nextInt(600), 0);
        }
        return job.build();
    }

    private String onePoolsNodes() {
        return onePoolsNodes(random);
    }

    private static String onePoolsNodes(Random random) {
        int from = random.nextInt(8);
        List<String> pools = List.of("cpu", "gpu", "spare", "static");
        return pools.get(random.nextInt(4)) + "-[" + from + "-" + (from + random.nextInt(4)) + "]";
    }

    private String nodeList() {
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            int from = random.nextInt(12);
            parts.add(
                    switch (random.nextInt(9)) {
                        case 0 -> "cpu-" + from;
                        case 1 -> "gpu-[" + from + "-" + random.nextInt(130) + "]";
                        case 2 -> "cpu-[" + from + "," + (from + 2) + "-" + (from + 90) + "]";
                        case 3 -> "spare-" + random.nextInt(3) + "[0-" + random.nextInt(10) + "]";
                        case 4 -> "cpu-[0-99999999]";
                        case 5 -> "cpu-0" + from;
                        case 6 -> "static-[00-12],unknown-[" + from + "-" + from + "]";
                        case 7 -> "[a-b],nowhere[1-3],";
                        default -> onePoolsNodes();
                    });
        }
        return String.join(",", parts);
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
