package dev.sluice.exporter.benchmark;

import com.sun.management.ThreadMXBean;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.scaling.ScalingInputBuilder;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.node.NodeResources;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A process that summarizes one queue repeatedly, and computes the demand of the queue. Prints the cost as
 * {@code name value} lines. Seven of ten nodes are busy, and every other busy node has free resources.
 */
final class DemandBenchmark {

    /** The text of the last line of output. */
    static final String END = "end";

    private static final long GIBIBYTE = 1L << 30;
    private static final int WARM_UP_ROUNDS = 1;
    private static final int DAY = 86_400;
    private static final Instant AT = Instant.ofEpochSecond(JobBuilder.NOW);

    private final Random random = new Random(1);
    private final Queue queue;
    private final int jobs;
    private final int nodes;
    private final int pools;
    private final int length;

    /** The kinds of submitted jobs. */
    enum Queue {
        /** Fifty kinds of jobs, each in one partition. */
        ORDINARY,
        /** Each job requests a different single node. */
        NODE_LISTS,
        /** Each job excludes a different set of 400 nodes, named one by one. */
        EXCLUDE_NAMES,
        /** Each job is in all partitions and has a different request. */
        ALL_PARTITIONS,
        /** Arrays of a million tasks with eight nodes each. */
        GANG_ARRAYS,
        /** The jobs of the kind ordinary, and a number of reservations that begin before the jobs would end. */
        RESERVATIONS;

        /** The number of NodeSets, each with its own partition. */
        int pools() {
            return this == ORDINARY || this == ALL_PARTITIONS || this == RESERVATIONS ? 100 : 1;
        }

        /** The number of names, tasks or reservations. */
        int length() {
            return switch (this) {
                case EXCLUDE_NAMES -> 400;
                case GANG_ARRAYS -> 1_000_000;
                case RESERVATIONS -> 100;
                default -> 0;
            };
        }
    }

    private DemandBenchmark(Queue queue, int jobs, int nodes) {
        this.queue = queue;
        this.jobs = jobs;
        this.nodes = nodes;
        this.pools = queue.pools();
        this.length = queue.length();
    }

    /** Arguments: the kind of jobs, the numbers of jobs and nodes, and the number of measured rounds. */
    public static void main(String[] arguments) {
        int jobs = Integer.parseInt(arguments[1]);
        new DemandBenchmark(Queue.valueOf(arguments[0]), jobs, Integer.parseInt(arguments[2]))
                .run(Integer.parseInt(arguments[3]));
    }

    private void run(int rounds) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        List<Pool> capacity = pools();
        List<Job> list = jobs();
        List<Reservation> reservations = reservations();
        List<Double> demand = new ArrayList<>();
        List<Double> summary = new ArrayList<>();
        List<Double> allocated = new ArrayList<>();
        Map<Long, PoolName> choices = Map.of();
        for (int round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
            long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
            long start = threads.getCurrentThreadCpuTime();
            choices = ScalingInputBuilder.of(capacity)
                    .choices(choices)
                    .jobs(list)
                    .reservations(reservations)
                    .at(AT)
                    .demand()
                    .choices();
            long demanded = threads.getCurrentThreadCpuTime();
            long allocatedAfter = threads.getCurrentThreadAllocatedBytes();
            QueueSummary.of(list, List.of(), AT, SeriesBudgets.named(100, 100));
            long summed = threads.getCurrentThreadCpuTime();
            if (round == 0) {
                print("first_demand_seconds", (demanded - start) / 1e9);
                print("first_demand_megabytes", (allocatedAfter - allocatedBefore) / 1e6);
            }
            if (round >= WARM_UP_ROUNDS) {
                demand.add((demanded - start) / 1e9);
                summary.add((summed - demanded) / 1e9);
                allocated.add((allocatedAfter - allocatedBefore) / 1e6);
            }
        }
        print("demand_seconds", Medians.median(demand));
        print("demand_megabytes", Medians.median(allocated));
        print("summary_seconds", Medians.median(summary));
        System.out.println(END);
    }

    private List<Pool> pools() {
        List<Pool> found = new ArrayList<>();
        int each = nodes / pools;
        for (int p = 0; p < pools; p++) {
            List<Member> members = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                int node = p * each + i;
                boolean busy = node % 10 < 7;
                NodeResources room = busy && node % 2 == 0
                        ? new NodeResources(node % 96, 384 * GIBIBYTE, GpuCounts.NONE)
                        : NodeResources.NONE;
                members.add(MemberBuilder.member("n" + node, busy ? Member.Condition.BUSY : Member.Condition.IDLE)
                        .free(room)
                        .ordinal(node)
                        .features("avx")
                        .build());
            }
            NodeShape shape = new NodeShape(96, 384 * GIBIBYTE, GpuCounts.NONE, Set.of("avx"));
            found.add(new Pool(
                    new PoolName("alpha", "slurm", "set" + p, "NodeSet", "v1"),
                    Set.of("p" + p),
                    List.of(shape),
                    0,
                    each,
                    each,
                    members,
                    Optional.empty(),
                    p,
                    Pool.Removal.IDLE_FIRST,
                    Set.of()));
        }
        return found;
    }

    private List<Job> jobs() {
        String everywhere = IntStream.range(0, pools).mapToObj(p -> "p" + p).collect(Collectors.joining(","));
        List<Job> list = new ArrayList<>();
        for (int id = 1; id <= jobs; id++) {
            JobBuilder job = JobBuilder.job(id)
                    .in("p" + id % pools)
                    .priority(random.nextInt(1_000))
                    .cpusPerTask(1 + id % 50);
            int node = id % nodes;
            switch (queue) {
                case ORDINARY -> job.tasks(1);
                case RESERVATIONS -> job.timeLimit(DAY);
                case NODE_LISTS -> job.in("p" + node / (nodes / pools)).requiring("n" + node);
                case EXCLUDE_NAMES ->
                    job.excluding(random.ints(length, 0, nodes)
                            .mapToObj(other -> "n" + other)
                            .collect(Collectors.joining(",")));
                case ALL_PARTITIONS -> job.in(everywhere).memoryPerNode(id * GIBIBYTE / 1_000);
                case GANG_ARRAYS -> job.array(id, length, 0).nodes(8);
            }
            list.add(job.build());
        }
        return list;
    }

    private List<Reservation> reservations() {
        if (queue != Queue.RESERVATIONS) {
            return List.of();
        }
        return IntStream.range(0, length)
                .mapToObj(i -> {
                    Instant start = AT.plusSeconds(1 + i % DAY);
                    return new Reservation(
                            "r" + i, start, start.plusSeconds(DAY), 1, "n" + i % nodes, 0, "", List.of());
                })
                .toList();
    }

    private static void print(String name, double value) {
        System.out.println(name + " " + value);
    }
}
