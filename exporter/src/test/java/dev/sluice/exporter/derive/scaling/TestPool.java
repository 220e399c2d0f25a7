package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.model.node.NodeLayout;
import dev.sluice.exporter.model.node.NodeResources;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Builds a pool for tests. The default is a pool of nodes with 96 CPUs in one partition. The nodes have names of the
 * form {@code <name>-<ordinal>}.
 */
public final class TestPool {

    static final long GIBIBYTE = 1L << 30;

    private Pool pool;

    private TestPool(Pool pool) {
        this.pool = pool;
    }

    public static TestPool pool(String name) {
        return new TestPool(new Pool(
                nameOf(name),
                Set.of(name),
                List.of(shape(96, 384 * GIBIBYTE, GpuCounts.NONE)),
                0,
                100,
                0,
                List.of(),
                Optional.empty(),
                0,
                Pool.Removal.IDLE_FIRST,
                Set.of()));
    }

    static ScalingInput.Policy policy(Duration lookahead, Duration debounce, long spares, boolean replaceUnusable) {
        return new ScalingInput.Policy(
                lookahead, debounce, Duration.ofSeconds(15), Duration.ofHours(1), spares, replaceUnusable);
    }

    static ScalingInput.Policy policy(long spares, boolean replaceUnusable) {
        return policy(Duration.ZERO, Duration.ZERO, spares, replaceUnusable);
    }

    static ScalingInput.Policy withAgingTime(ScalingInput.Policy policy, Duration time) {
        return changed(policy, "agingTime", time);
    }

    public static NodeShape shape(long cpus, long memory, GpuCounts gpus, String... features) {
        return new NodeShape(new NodeResources(cpus, memory, gpus), Set.of(features), NodeLayout.UNKNOWN);
    }

    public static PoolName nameOf(String name) {
        return new PoolName("alpha", "slurm", name, "NodeSet", "slinky.slurm.net/v1beta1");
    }

    TestPool in(String... partitions) {
        return with("partitions", Set.of(partitions));
    }

    TestPool of(NodeShape... shapes) {
        return with("shapes", List.of(shapes));
    }

    TestPool ofUnknownShape() {
        return with("shapes", List.of());
    }

    public TestPool between(long min, long max) {
        return with("min", min).with("max", max);
    }

    TestPool cost(long cost) {
        return with("cost", cost);
    }

    TestPool statefulSet() {
        return with("removal", Pool.Removal.HIGHEST_ORDINAL);
    }

    TestPool notScalable(String why, long replicas) {
        return with("notScalable", Optional.of(why)).replicas(replicas);
    }

    public TestPool replicas(long replicas) {
        return with("replicas", replicas);
    }

    TestPool paused(ScaleLimit.Direction... directions) {
        return with("paused", Set.of(directions));
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
                pool.shapes().isEmpty() ? Set.of() : pool.shapes().get(0).features());
    }

    private TestPool with(Member.Condition condition, boolean draining, NodeResources free, Set<String> features) {
        int ordinal = pool.members().size();
        String node = condition == Member.Condition.STARTING ? "" : pool.name().name() + "-" + ordinal;
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

    public TestPool with(Member member) {
        return with(
                "members",
                Stream.concat(pool.members().stream(), Stream.of(member)).toList());
    }

    TestPool mixed(long freeCpus) {
        return with(Member.Condition.BUSY, false, new NodeResources(freeCpus, 384 * GIBIBYTE, GpuCounts.NONE));
    }

    private TestPool with(String component, Object value) {
        pool = changed(pool, component, value);
        return this;
    }

    public Pool build() {
        return pool;
    }

    static PoolDemand demand(TestPool pool, JobBuilder... jobs) {
        return ScalingInputBuilder.of(pool).jobs(jobs).first();
    }

    /** Asserts the number of nodes that the pending jobs need. */
    static void assertDesired(long nodes, TestPool pool, JobBuilder... jobs) {
        assertThat(demand(pool, jobs).desired()).isEqualTo(nodes);
    }
}
