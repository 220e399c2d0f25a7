package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.PoolOverride;
import dev.sluice.exporter.derive.scaling.HeadOfLine.Contradiction;
import dev.sluice.exporter.derive.scaling.HeadOfLine.ShapeClass;
import dev.sluice.exporter.derive.scaling.Scaling;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.ScalingInput;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.Signal.WithheldReason;
import dev.sluice.exporter.derive.signal.Signal.WithheldReason.Cause;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.cluster.Diag;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.node.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Computes the demand of one cluster after each poll of the jobs, from the nodes that were read before the jobs.
 * Updates come from one thread; {@link #at} is thread-safe.
 */
public final class AutoscalingSignal {

    private final String cluster;
    private final ScalingInput.Policy policy;
    private Constraints constraints = Constraints.UNKNOWN;
    private final Map<ObjectName, PoolOverride> overrides;
    private final Duration maxAge;
    private final Map<Cause, Long> withheld = new EnumMap<>(Cause.class);

    private final Distrust distrust = new Distrust();
    private final StartBackoff backoff;
    private Map<Long, PoolName> choices = Map.of();
    private List<Contradiction> contradictions = List.of();
    private boolean hadNodes;
    private boolean hadActiveJobs;
    private volatile State state;

    private record State(
            Optional<ScalingDemand> demand,
            Optional<Instant> observedAt,
            Optional<WithheldReason> withheldReason,
            Map<Cause, Long> withheld) {}

    /**
     * Creates a signal without a demand.
     *
     * @param overrides configuration of NodeSets
     * @param maxAge maximum age of usable data
     * @param backoff time for which jobs use other NodeSets if nodes do not start; the override of a NodeSet takes
     *     precedence
     */
    public AutoscalingSignal(
            String cluster,
            ScalingInput.Policy policy,
            Map<ObjectName, PoolOverride> overrides,
            Duration maxAge,
            Duration backoff) {
        this.cluster = cluster;
        this.policy = policy;
        this.overrides = Map.copyOf(overrides);
        this.maxAge = maxAge;
        this.backoff = new StartBackoff(backoff, overrides);
        for (Cause cause : Cause.values()) {
            withheld.put(cause, 0L);
        }
        this.state = new State(Optional.empty(), Optional.empty(), Optional.empty(), counted());
    }

    /** Updates the cycle times of slurmctld's schedulers. */
    public void diag(Diag diag) {
        distrust.observe(diag);
    }

    /** Sets the constraints on the jobs. The partitions come with the jobs. */
    public void constrain(Constraints observed) {
        this.constraints = observed;
    }

    /**
     * Computes the demand from a new response on jobs.
     *
     * @param slurm Slurm snapshot, including the new jobs
     * @param sources status of Slurm's sources, including the new jobs
     * @param now time of the response
     * @return the join of Slurm and Kubernetes data; empty until jobs and nodes have been read
     */
    public Optional<ClusterJoin> observe(
            ClusterSnapshot slurm, KubernetesSnapshot kubernetes, List<SourceStatus> sources, Instant now) {
        Optional<WithheldReason> withheldReason =
                Freshness.withheldReason(sources, kubernetes, now, maxAge).or(() -> vanished(slurm, kubernetes));
        withheldReason.ifPresent(found -> withheld.merge(found.cause(), 1L, Amounts::sum));
        if (slurm.jobs().isEmpty() || slurm.nodesBeforeJobs().isEmpty()) {
            state = new State(state.demand(), state.observedAt(), withheldReason, counted());
            return Optional.empty();
        }
        Observed<List<Job>> jobs = slurm.jobs().get();
        Observed<List<Node>> nodes = slurm.nodesBeforeJobs().get();
        ClusterJoin join = ClusterJoin.of(slurm.withNodes(nodes), kubernetes, overrides);
        Map<PoolName, Instant> backoffs = backoff.observe(join, jobs.wall());
        List<Partition> partitions = slurm.partitions().map(Observed::value).orElse(List.of());
        ScalingDemand demand = Scaling.demand(new ScalingInput(
                join.pools(),
                join.fixed(),
                jobs.value(),
                constraints.withPartitions(partitions),
                policy,
                new ScalingInput.History(choices, distrust.extraNodes(), distrust.unhelped(), backoffs),
                jobs.wall()));
        choices = demand.choices();
        Instant oldest = nodes.at().isBefore(jobs.at()) ? nodes.at() : jobs.at();
        contradictions = withheldReason.isEmpty() ? distrust.observe(demand, oldest) : List.of();
        state = new State(Optional.of(demand), Optional.of(oldest), withheldReason, counted());
        return Optional.of(join);
    }

    /** Returns the contradictions for which a job got extra nodes for the first time in the last update. */
    public List<Contradiction> contradictions() {
        return contradictions;
    }

    /** Returns the seconds that nodes needed to start, for all current and past NodeSets. Thread-safe. */
    public SortedMap<ObjectName, Histogram> startSeconds() {
        return backoff.startSeconds();
    }

    /** Returns how often jobs got extra nodes because Slurm contradicts the model, by kind of request. Thread-safe. */
    public Map<ShapeClass, Long> distrusted() {
        return distrust.counts();
    }

    /**
     * Detects a list that is suddenly empty, because slurmctld may have lost its state. An empty node list is valid
     * while no pod is ready, for example at zero replicas. An empty job list may also be valid, but slurmctld keeps the
     * records of ended jobs for MinJobAge. Therefore, the next poll decides whether the list is valid.
     */
    private Optional<WithheldReason> vanished(ClusterSnapshot slurm, KubernetesSnapshot kubernetes) {
        boolean nodes =
                slurm.nodesBeforeJobs().filter(list -> !list.value().isEmpty()).isPresent();
        List<Job> jobs = slurm.jobs().map(Observed::value).orElse(List.of());
        long ready =
                kubernetes.pods().filter(pod -> pod.ready() && !pod.deleting()).count();
        boolean lostNodes = hadNodes && !nodes && ready > 0;
        boolean lostJobs = hadActiveJobs && jobs.isEmpty();
        hadNodes |= nodes;
        hadActiveJobs = jobs.stream().anyMatch(job -> job.pending() || job.holdsNodes());
        if (lostNodes) {
            return Optional.of(new WithheldReason(
                    Cause.NODES_VANISHED,
                    "slurmctld knows no node any more, while slurmd pods are ready (" + ready + ")"));
        }
        return lostJobs
                ? Optional.of(new WithheldReason(
                        Cause.JOBS_VANISHED,
                        "all jobs are gone at once, as when slurmctld lost its state; the next answer decides"))
                : Optional.empty();
    }

    /**
     * Returns the signal at a given time.
     *
     * @param sources status of Slurm's sources at that time
     */
    public Signal at(Instant now, List<SourceStatus> sources, KubernetesSnapshot kubernetes) {
        State known = state;
        Optional<WithheldReason> withheldReason = known.withheldReason()
                .or(() -> Freshness.withheldReason(sources, kubernetes, now, maxAge))
                // The sources may have newer data than the demand.
                .or(() -> known.observedAt().flatMap(at -> Freshness.stale("demand", at, now, maxAge, "")));
        if (withheldReason.isEmpty() && known.demand().isEmpty()) {
            withheldReason = Optional.of(new WithheldReason(Cause.FIRST_POLL, "no complete poll yet"));
        }
        return new Signal(cluster, known.demand(), known.observedAt(), maxAge, withheldReason);
    }

    /** Returns how many polls of the jobs withheld the signal, by cause, with an entry for each cause. */
    public Map<Cause, Long> withheld() {
        return state.withheld();
    }

    private Map<Cause, Long> counted() {
        return Collections.unmodifiableMap(new EnumMap<>(withheld));
    }
}
