package dev.sluice.exporter.benchmark;

import com.sun.management.ThreadMXBean;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.scaling.ScalingInputBuilder;
import dev.sluice.exporter.derive.scaling.TestPool;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.cluster.Reservation;
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
import java.util.stream.Stream;

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

    /** The kinds of submitted jobs. */
    enum Queue {
        /** Fifty kinds of jobs, each in one partition. */
        ORDINARY,
        /** Each job requests a different single node. */
        NODE_LISTS,
        /** All jobs exclude the same half of the nodes. */
        SAME_EXCLUDE,
        /** Each job excludes a different half of the nodes, as ranges. */
        EXCLUDE_RANGES,
        /** Each job excludes a different set of 400 nodes, named one by one. */
        EXCLUDE_NAMES,
        /** All jobs exclude exactly the nodes with free resources. */
        EXCLUDE_ROOM,
        /** Each job is in all partitions and has a different request. */
        ALL_PARTITIONS,
        /** Each job excludes a range of a hundred million nodes. */
        HUGE_RANGES,
        /** Heterogeneous jobs: pairs of components that start together. */
        HETEROGENEOUS,
        /** Arrays of a million tasks with eight nodes each. */
        GANG_ARRAYS,
        /** Each job has a different constraint with 1,000 features. */
        FEATURES,
        /** All jobs are in one partition, and each job has a different request. */
        DISTINCT,
        /** The jobs of the kind ordinary, and reservations that begin before the jobs would end. */
        RESERVATIONS;

        /** The number of NodeSets, each with its own partition. */
        int pools() {
            return this == ORDINARY || this == ALL_PARTITIONS || this == RESERVATIONS ? 100 : 1;
        }
    }

    /** The size of a cluster and of its queue. */
    record Load(Queue queue, int jobs, int nodes) {

        /** Returns the arguments of {@link #main}. */
        String[] arguments(int rounds) {
            return Stream.of(queue, jobs, nodes, rounds).map(Object::toString).toArray(String[]::new);
        }
    }

    private DemandBenchmark(Load load) {
        this.queue = load.queue();
        this.jobs = load.jobs();
        this.nodes = load.nodes();
        this.pools = queue.pools();
    }

    /** Arguments: the arguments of a {@link Load}, and the number of measured rounds. */
    public static void main(String[] arguments) {
        int[] numbers = Stream.of(arguments).skip(1).mapToInt(Integer::parseInt).toArray();
        new DemandBenchmark(new Load(Queue.valueOf(arguments[0]), numbers[0], numbers[1])).run(numbers[2]);
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
        print("demand_seconds", ScrapeTimes.median(demand));
        print("demand_megabytes", ScrapeTimes.median(allocated));
        print("summary_seconds", ScrapeTimes.median(summary));
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
            NodeShape shape = TestPool.shape(96, 384 * GIBIBYTE, GpuCounts.NONE, "avx");
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
        String half = "n[0-" + (nodes / 2 - 1) + "]";
        String withRoom = IntStream.range(0, nodes)
                .filter(node -> node % 10 < 7 && node % 2 == 0)
                .mapToObj(node -> "n" + node)
                .collect(Collectors.joining(","));
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
                case DISTINCT -> job.memoryPerNode(id * GIBIBYTE / 1_000);
                case NODE_LISTS -> job.in("p" + node / (nodes / pools)).requiring("n" + node);
                case SAME_EXCLUDE -> job.excluding(half);
                case EXCLUDE_RANGES -> job.excluding(half + ",n" + (nodes / 2 + id % (nodes / 2)) + ",n" + id);
                case EXCLUDE_NAMES ->
                    job.excluding(random.ints(400, 0, nodes)
                            .mapToObj(other -> "n" + other)
                            .collect(Collectors.joining(",")));
                case EXCLUDE_ROOM -> job.excluding(withRoom);
                case ALL_PARTITIONS -> job.in(everywhere).memoryPerNode(id * GIBIBYTE / 1_000);
                case HUGE_RANGES -> job.excluding("n[" + id + "-99999999],x[0-99][0-99999999],n1[0-99999999]");
                case HETEROGENEOUS -> job.het(id / 2 + 1L);
                case GANG_ARRAYS -> job.array(id, 1_000_000, 0).nodes(8);
                case FEATURES ->
                    job.features("avx|f" + id
                            + IntStream.range(0, 1_000).mapToObj(f -> "|f" + f).collect(Collectors.joining()));
            }
            list.add(job.build());
        }
        return list;
    }

    private List<Reservation> reservations() {
        if (queue != Queue.RESERVATIONS) {
            return List.of();
        }
        return IntStream.range(0, 100)
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
