package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.scaling.HeadOfLine.ShapeClass;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.PendingClass;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand.PartitionDemand;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.derive.signal.Signal.WithheldReason.Cause;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.model.node.NodeReason;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The metrics of one cluster's signal for autoscalers: whether the signal is available, and the values of an available
 * signal. NodeSets of different kinds with equal namespace and name have no values, because their labels would be
 * ambiguous.
 *
 * @param withheld number of job lists after which the signal was withheld, by cause
 * @param distrusted number of times that a job got more nodes because Slurm contradicted the model, by shape of the job
 */
public record SignalMetrics(Signal signal, Map<Cause, Long> withheld, Map<ShapeClass, Long> distrusted, Instant now) {

    /** Every possible owner of a drain, so that each owner has a series. */
    static final ClosedLabels<String> OWNER = ClosedLabels.of("owner", NodeReason.OWNERS, Function.identity());

    private static final ClosedLabels<PendingClass> CLASS = ClosedLabels.of("class", PendingClass.values());
    private static final ClosedLabels<ScaleLimit.Direction> DIRECTION =
            ClosedLabels.of("direction", ScaleLimit.Direction.values());
    private static final ClosedLabels<UnsatisfiableCause> UNSATISFIABLE =
            ClosedLabels.of("cause", UnsatisfiableCause.values());
    private static final ClosedLabels<ShapeClass> SHAPE = ClosedLabels.of("shape", ShapeClass.values());
    private static final ClosedLabels<Cause> WITHHELD = ClosedLabels.of("cause", Cause.values());

    private static final Scope<SignalMetrics, SignalMetrics> CLUSTER = Scope.<SignalMetrics>of(
                    "cluster with `kubernetes.enabled`")
            .by("cluster", metrics -> metrics.signal.cluster());
    private static final Scope<SignalMetrics, PoolDemand> NODE_SET = CLUSTER.each("NodeSet", SignalMetrics::pools)
            .by("namespace", pool -> pool.pool().namespace())
            .by("nodeset", pool -> pool.pool().name());
    private static final Scope<SignalMetrics, PartitionDemand> PARTITION = CLUSTER.each(
                    "partition of a NodeSet",
                    metrics -> metrics.demand().map(ScalingDemand::partitions).orElse(List.of()))
            .by("partition", PartitionDemand::partition);

    public static final Section<SignalMetrics> SECTION = Section.of(
            "NodeSets",
            "demand",
            "The values of `/api/v1/demand`; only with `kubernetes.enabled`. While the signal is withheld, only "
                    + "`slurm_autoscaler_publishing`, `slurm_autoscaler_signal_age_seconds` and the counters "
                    + "remain.",

            // This family has no sample for a NodeSet that cannot be scaled.
            NODE_SET.gauge("slurm_nodeset_desired_replicas")
                    .help("Desired nodes of the NodeSet, by its busy nodes and pending jobs.")
                    .reported(pool -> DoubleStream.of(pool.desired())
                            .filter(unused -> pool.notScalable().isEmpty())),
            NODE_SET.gauge("slurm_nodeset_spec_replicas")
                    .help("Replicas in the NodeSet's spec.")
                    .value(PoolDemand::replicas),
            NODE_SET.gauge("slurm_nodeset_min_replicas")
                    .help("Minimum number of nodes for autoscaling.")
                    .value(PoolDemand::min),
            NODE_SET.gauge("slurm_nodeset_max_replicas")
                    .help("Maximum number of nodes for autoscaling.")
                    .value(PoolDemand::max),
            NODE_SET.gauge("slurm_nodeset_autoscaling_paused")
                    .help("1 while the HPA or ScaledObject of the NodeSet is paused in a direction, else 0.")
                    .by(DIRECTION)
                    .value((pool, direction) -> pool.paused().contains(direction) ? 1 : 0),
            NODE_SET.gauge("slurm_nodeset_busy_nodes")
                    .help("Nodes with jobs, including draining ones.")
                    .value(pool -> pool.nodes().busy()),
            NODE_SET.gauge("slurm_nodeset_idle_nodes")
                    .help("Empty nodes that accept jobs.")
                    .value(pool -> pool.nodes().idle()),
            NODE_SET.gauge("slurm_nodeset_starting_nodes")
                    .help("Pods whose node has not registered with Slurm yet.")
                    .value(pool -> pool.nodes().starting()),
            NODE_SET.gauge("slurm_nodeset_draining_nodes")
                    .help("Nodes that accept no further jobs, including busy ones, by owner of the drain.")
                    .by(OWNER)
                    .value((pool, owner) -> pool.nodes().drainingBy().getOrDefault(owner, 0L)),
            NODE_SET.eachPart(
                            "class of reason", pool -> pool.nodes().unusableBy().entrySet())
                    .by("reason_class", Map.Entry::getKey)
                    .gauge("slurm_nodeset_unusable_nodes")
                    .help("Pods whose node is empty and cannot run jobs, by reason class.")
                    .value(Map.Entry::getValue),
            NODE_SET.gauge("slurm_nodeset_ghost_nodes")
                    .help("Nodes in Slurm without a pod.")
                    .value(pool -> pool.nodes().ghosts()),
            NODE_SET.gauge("slurm_nodeset_pending_nodes")
                    .help("Nodes that jobs need beyond the busy ones: idle, starting or missing.")
                    .value(PoolDemand::pendingNodes),
            NODE_SET.gauge("slurm_nodeset_pending_jobs")
                    .help("Pending jobs, each in one NodeSet, by whether more nodes help.")
                    .by(CLASS)
                    .value((pool, pendingClass) -> pool.pendingJobs().getOrDefault(pendingClass, 0L)),
            NODE_SET.gauge("slurm_nodeset_blocked_jobs")
                    .help("Jobs that more nodes would help but that do not fit below the maximum while other jobs "
                            + "run.")
                    .value(PoolDemand::blockedJobs),
            unsatisfiable(NODE_SET)
                    .by(UNSATISFIABLE)
                    .value((pool, cause) -> pool.unsatisfiable().getOrDefault(cause, 0L))
                    .and(unsatisfiable(CLUSTER.map(SignalMetrics::withoutPool)
                                    .by("namespace", unused -> "")
                                    .by("nodeset", unused -> ""))
                            .by(UNSATISFIABLE.showing(unused -> false))
                            .value((jobs, cause) -> jobs.getOrDefault(cause, 0L))),
            PARTITION
                    .gauge("slurm_partition_pending_nodes")
                    .help("Nodes that a partition's jobs need beyond the busy ones; do not sum over partitions, "
                            + "which can share nodes.")
                    .value(PartitionDemand::pendingNodes),
            PARTITION
                    .gauge("slurm_partition_pending_jobs")
                    .help("Pending jobs, each in the one partition that led to its NodeSet, by whether more nodes "
                            + "help.")
                    .by(CLASS)
                    .value((partition, pendingClass) -> partition.pendingJobs().getOrDefault(pendingClass, 0L)),
            PARTITION
                    .eachPart("class", partition -> partition.oldestEligibleAt().entrySet())
                    .by("class", oldest -> oldest.getKey().label())
                    .seconds("slurm_jobs_pending_oldest_seconds")
                    .help("Time since the longest-pending job of a class became eligible; absent if none is "
                            + "eligible.")
                    .value((metrics, oldest) -> Math.max(0, metrics.now.getEpochSecond() - oldest.getValue())),
            CLUSTER.gauge("slurm_autoscaler_array_truncated_jobs")
                    .help("Pending job arrays whose tasks are only partly countable, so that demand is a lower "
                            + "bound.")
                    .reported(metrics -> metrics.demand().stream().mapToDouble(ScalingDemand::truncatedArrays)),
            eachNodeSet(CLUSTER, SignalMetrics::publishing)
                    .gauge("slurm_autoscaler_publishing")
                    .help("1 while the NodeSet's signal is available, else 0; without NodeSet labels until a "
                            + "NodeSet is known.")
                    .value(Integer::doubleValue),
            eachNodeSet(CLUSTER, SignalMetrics::backoffs)
                    .gauge("slurm_nodeset_start_backoff")
                    .help("1 while jobs count for other NodeSets because this one's nodes do not start, else 0.")
                    .value(Integer::doubleValue),
            CLUSTER.seconds("slurm_autoscaler_signal_age_seconds")
                    .help("Age of the oldest response behind the signal.")
                    .reported(SignalMetrics::age),
            CLUSTER.counter("slurm_autoscaler_suppressed_total")
                    .help("Responses on jobs for which the signal was withheld, by cause.")
                    .by(WITHHELD)
                    .reported((metrics, cause) -> Optional.ofNullable(metrics.withheld.get(cause)).stream()
                            .mapToDouble(Long::doubleValue)),
            CLUSTER.counter("slurm_autoscaler_contradictions_total")
                    .help("Times that a job got more nodes because Slurm reported a lack of nodes although "
                            + "available nodes have room for it, by shape of the job.")
                    .by(SHAPE)
                    .reported((metrics, shape) -> Optional.ofNullable(metrics.distrusted.get(shape)).stream()
                            .mapToDouble(Long::doubleValue)));

    private Optional<ScalingDemand> demand() {
        return signal.published();
    }

    private List<PoolDemand> pools() {
        return distinct(
                demand().map(ScalingDemand::pools).orElse(List.of()),
                pool -> pool.pool().objectName());
    }

    private Map<UnsatisfiableCause, Long> withoutPool() {
        Map<UnsatisfiableCause, Long> jobs = new EnumMap<>(UnsatisfiableCause.class);
        for (JobExplanation job : demand().map(ScalingDemand::jobs).orElse(List.of())) {
            if (job.pool().isEmpty()) {
                job.cause().ifPresent(cause -> jobs.merge(cause, job.tasks(), Amounts::sum));
            }
        }
        return jobs;
    }

    /** Returns the NodeSets whose namespace and name are unique. */
    static <T> List<T> distinct(List<T> nodeSets, Function<T, ObjectName> name) {
        Map<ObjectName, Long> namesakes = nodeSets.stream().collect(Collectors.groupingBy(name, Collectors.counting()));
        return nodeSets.stream()
                .filter(set -> namesakes.getOrDefault(name.apply(set), 0L) == 1)
                .toList();
    }

    static <S, T> Scope<S, T> eachNodeSet(Scope<S, S> cluster, Function<S, List<Map.Entry<ObjectName, T>>> values) {
        return cluster.<Map.Entry<ObjectName, T>>each("NodeSet", values)
                .by("namespace", set -> set.getKey().namespace())
                .by("nodeset", set -> set.getKey().name())
                .map(Map.Entry::getValue);
    }

    /**
     * Returns one value per scalable NodeSet. Before a NodeSet is known, returns a single value without NodeSet labels.
     */
    private List<Map.Entry<ObjectName, Integer>> publishing() {
        int trusted = signal.publishing() ? 1 : 0;
        return signal.demand()
                .map(known -> known.pools().stream()
                        .filter(pool -> pool.notScalable().isEmpty())
                        .map(pool -> Map.entry(pool.pool().objectName(), trusted))
                        .toList())
                .orElse(List.of(Map.entry(new ObjectName("", ""), trusted)));
    }

    private List<Map.Entry<ObjectName, Integer>> backoffs() {
        Set<PoolName> active =
                demand().map(ScalingDemand::backoffs).orElse(Map.of()).keySet();
        return pools().stream()
                .map(PoolDemand::pool)
                .map(pool -> Map.entry(pool.objectName(), active.contains(pool) ? 1 : 0))
                .toList();
    }

    private DoubleStream age() {
        return signal.observedAt().stream()
                .mapToDouble(at -> Math.max(0, Duration.between(at, now).toNanos() / 1e9));
    }

    private static <T> Declaration<SignalMetrics, T> unsatisfiable(Scope<SignalMetrics, T> scope) {
        return scope.gauge("slurm_jobs_unsatisfiable")
                .help("Jobs that the cluster can never run with its configuration, by cause; without NodeSet "
                        + "labels if no NodeSet serves them.");
    }
}
