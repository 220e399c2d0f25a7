package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.kubernetes.ScaleDirection;
import dev.sluice.exporter.model.node.NodeResources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Builds a pool for tests. The default is a pool of nodes with 96 CPUs in one partition. The nodes have names of the
 * form {@code <name>-<ordinal>}.
 */
final class TestPool {

    static final long GIBIBYTE = 1L << 30;

    private final String name;
    private final List<Member> members = new ArrayList<>();
    private Set<String> partitions;
    private List<NodeShape> shapes = List.of(shape(96, 384 * GIBIBYTE, GpuCounts.NONE));
    private long min;
    private long max = 100;
    private long replicas;
    private long cost;
    private Optional<String> notScalable = Optional.empty();
    private Set<ScaleDirection> paused = Set.of();
    private Pool.Removal removal = Pool.Removal.IDLE_FIRST;

    private TestPool(String name) {
        this.name = name;
        this.partitions = Set.of(name);
    }

    static TestPool pool(String name) {
        return new TestPool(name);
    }

    static ScalingPolicy policy(Duration lookahead, Duration debounce, long spares, boolean replaceUnusable) {
        return new ScalingPolicy(
                lookahead, debounce, Duration.ofSeconds(15), Duration.ofHours(1), spares, replaceUnusable);
    }

    static ScalingPolicy policy(long spares, boolean replaceUnusable) {
        return policy(Duration.ZERO, Duration.ZERO, spares, replaceUnusable);
    }

    static ScalingPolicy withAgingTime(ScalingPolicy policy, Duration time) {
        return new ScalingPolicy(
                policy.lookahead(),
                policy.debounce(),
                policy.pollInterval(),
                time,
                policy.spares(),
                policy.replaceUnusable());
    }

    static NodeShape shape(long cpus, long memory, GpuCounts gpus, String... features) {
        return new NodeShape(cpus, memory, gpus, Set.of(features));
    }

    static PoolName nameOf(String name) {
        return new PoolName("alpha", "slurm", name, "NodeSet", "slinky.slurm.net/v1beta1");
    }

    TestPool in(String... partitions) {
        this.partitions = Set.of(partitions);
        return this;
    }

    TestPool of(NodeShape... shapes) {
        this.shapes = List.of(shapes);
        return this;
    }

    TestPool ofUnknownShape() {
        this.shapes = List.of();
        return this;
    }

    TestPool between(long min, long max) {
        this.min = min;
        this.max = max;
        return this;
    }

    TestPool cost(long cost) {
        this.cost = cost;
        return this;
    }

    TestPool statefulSet() {
        this.removal = Pool.Removal.HIGHEST_ORDINAL;
        return this;
    }

    TestPool notScalable(String why, long replicas) {
        this.notScalable = Optional.of(why);
        this.replicas = replicas;
        return this;
    }

    TestPool replicas(long replicas) {
        this.replicas = replicas;
        return this;
    }

    TestPool paused(ScaleDirection... directions) {
        this.paused = Set.of(directions);
        return this;
    }

    TestPool with(int count, Member.Condition condition) {
        for (int i = 0; i < count; i++) {
            with(condition, false, NodeResources.NONE);
        }
        return this;
    }

    /** Adds a node with the features of the first shape that was set before this call. */
    TestPool with(Member.Condition condition, boolean draining, NodeResources free) {
        return with(
                condition,
                draining,
                free,
                shapes.isEmpty() ? Set.of() : shapes.get(0).features());
    }

    private TestPool with(Member.Condition condition, boolean draining, NodeResources free, Set<String> features) {
        int ordinal = members.size();
        String node = condition == Member.Condition.STARTING ? "" : name + "-" + ordinal;
        return with(MemberBuilder.member(node, condition)
                .draining(draining)
                .free(free)
                .ordinal(ordinal)
                .features(features.toArray(String[]::new))
                .build());
    }

    /** Adds an empty node with its own size. */
    TestPool idle(NodeShape shape) {
        return with(Member.Condition.IDLE, false, shape.capacity(), shape.features());
    }

    TestPool with(Member member) {
        members.add(member);
        return this;
    }

    TestPool mixed(long freeCpus) {
        return with(Member.Condition.BUSY, false, new NodeResources(freeCpus, 384 * GIBIBYTE, GpuCounts.NONE));
    }

    Pool build() {
        return new Pool(
                nameOf(name), partitions, shapes, min, max, replicas, members, notScalable, cost, removal, paused);
    }

    static ScalingDemand demand(List<Pool> pools, ScalingPolicy policy, List<Job> jobs) {
        return demand(pools, policy, jobs, List.of(), Map.of());
    }

    static ScalingDemand demand(
            List<Pool> pools,
            ScalingPolicy policy,
            List<Job> jobs,
            List<Partition> partitions,
            Map<Long, PoolName> choices) {
        return ScalingInputBuilder.of(pools)
                .jobs(jobs)
                .partitions(partitions)
                .policy(policy)
                .choices(choices)
                .demand();
    }

    static PoolDemand demand(TestPool pool, JobBuilder... jobs) {
        return demand(
                        List.of(pool.build()),
                        ScalingPolicy.DEFAULT,
                        List.of(jobs).stream().map(JobBuilder::build).toList())
                .pools()
                .get(0);
    }
}
