package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.PoolOverride;
import dev.sluice.exporter.derive.life.RunTimes;
import dev.sluice.exporter.derive.scaling.Scaling;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.ScalingInput;
import dev.sluice.exporter.derive.scaling.ScalingPolicy;
import dev.sluice.exporter.derive.scaling.evidence.Contradiction;
import dev.sluice.exporter.derive.scaling.evidence.ShapeClass;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.WithheldReason.Cause;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.controller.Diag;
import dev.sluice.exporter.model.controller.Reservation;
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
 * The demand of one cluster from one observation to the next. It is made once for every answer on jobs, from the nodes
 * that were known before they were asked for. Observations come from one thread; {@link #at} is for any.
 */
public final class AutoscalingSignal {

    private final String cluster;
    private final ScalingPolicy policy;
    private SelectType select = SelectType.DEFAULT;
    private List<Reservation> reservations = List.of();
    private final Map<ObjectName, PoolOverride> overrides;
    private final Duration maxAge;
    private final Map<Cause, Long> withheld = new EnumMap<>(Cause.class);

    private final Distrust distrust = new Distrust();
    private final StartBackoff backoff;
    private final RunTimes runTimes = new RunTimes();
    private final ScaleDownWindows windows = new ScaleDownWindows();
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
     * Knows nothing yet.
     *
     * @param overrides what the configuration says about NodeSets
     * @param maxAge how old data may be to be acted upon
     * @param backoff for how long jobs go to other NodeSets where nodes do not start, unless the overrides say it
     */
    public AutoscalingSignal(
            String cluster,
            ScalingPolicy policy,
            Map<ObjectName, PoolOverride> overrides,
            Duration maxAge,
            Duration backoff) {
        this.cluster = cluster;
        this.policy = policy;
        this.overrides = Map.copyOf(overrides);
        this.maxAge = maxAge;
        this.backoff = new StartBackoff(backoff, overrides);
        this.state = new State(Optional.empty(), Optional.empty(), Optional.empty(), counted());
    }

    /** Takes in what slurmctld gives to jobs. */
    public void select(SelectType select) {
        this.select = select;
    }

    /** Takes in how slurmctld's schedulers fare. */
    public void diag(Diag diag) {
        distrust.observe(diag);
    }

    /** Takes in a job that has ended; once, and before the answer on jobs that shows it. */
    public void ended(Job job) {
        if (policy.saving().usesRunTimes()) {
            runTimes.learn(job);
        }
    }

    /** Takes in a new answer on reservations. */
    public void reserve(List<Reservation> reservations) {
        this.reservations = List.copyOf(reservations);
    }

    /**
     * Takes in a new answer on jobs.
     *
     * @param slurm what is known of Slurm; with its jobs
     * @param sources the state of Slurm's sources, that of jobs after this answer
     * @param now when the answer came
     * @return how Slurm and Kubernetes were joined for it; empty where nothing can be joined yet
     */
    public Optional<ClusterJoin> observe(
            ClusterSnapshot slurm, KubernetesSnapshot kubernetes, List<SourceStatus> sources, Instant now) {
        Optional<WithheldReason> withheldReason =
                Freshness.withheldReason(sources, kubernetes, now, maxAge).or(() -> vanished(slurm, kubernetes));
        withheldReason.ifPresent(found -> withheld.merge(found.cause(), 1L, Long::sum));
        if (slurm.jobs().isEmpty() || slurm.nodesBeforeJobs().isEmpty()) {
            state = new State(state.demand(), state.observedAt(), withheldReason, counted());
            return Optional.empty();
        }
        Observed<List<Job>> jobs = slurm.jobs().get();
        Observed<List<Node>> nodes = slurm.nodesBeforeJobs().get();
        ClusterJoin join = ClusterJoin.of(slurm.withNodes(nodes), kubernetes, overrides);
        Map<PoolName, Instant> backoffs = backoff.observe(join, jobs.at());
        Map<PoolName, Duration> startTimes = backoff.startTimes(join);
        ScalingDemand demand = Scaling.demand(new ScalingInput(
                new ScalingInput.Nodes(join.pools(), join.fixed(), select),
                new ScalingInput.Queue(
                        jobs.value(), slurm.partitions().map(Observed::value).orElse(List.of()), reservations),
                policy,
                new ScalingInput.History(
                        choices,
                        distrust.extraNodes(),
                        backoffs,
                        runTimes,
                        startTimes,
                        windows.recommended(startTimes)),
                jobs.at()));
        choices = demand.choices();
        if (withheldReason.isEmpty()) {
            windows.observe(demand, jobs.at());
        }
        Instant oldest = nodes.at().isBefore(jobs.at()) ? nodes.at() : jobs.at();
        contradictions = withheldReason.isEmpty() ? distrust.observe(demand, oldest) : List.of();
        state = new State(Optional.of(demand), Optional.of(oldest), withheldReason, counted());
        return Optional.of(join);
    }

    /** Contradictions for which the last answer gave a job more nodes for the first time. */
    public List<Contradiction> contradictions() {
        return contradictions;
    }

    /** Seconds that nodes took to start, for every NodeSet that there is or was; for any thread. */
    public SortedMap<ObjectName, Histogram> startSeconds() {
        return backoff.startSeconds();
    }

    /** How often a job got more nodes because Slurm contradicts the model, by what it is; for any thread. */
    public Map<ShapeClass, Long> distrusted() {
        return distrust.counts();
    }

    /**
     * A list that is empty all of a sudden may be a controller that has lost its state. Nodes may all be gone where no
     * pod is there either, as at zero. Jobs may: but their records stay for MinJobAge, so that the next answer decides.
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
     * What can be said at a moment.
     *
     * @param sources the state of Slurm's sources at that moment
     */
    public Signal at(Instant now, List<SourceStatus> sources, KubernetesSnapshot kubernetes) {
        State known = state;
        Optional<WithheldReason> withheldReason = known.withheldReason()
                .or(() -> Freshness.withheldReason(sources, kubernetes, now, maxAge))
                // Sources may have answered since: what is judged is what the demand was made from.
                .or(() -> known.observedAt().flatMap(at -> Freshness.stale("demand", at, now, maxAge, "")));
        if (withheldReason.isEmpty() && known.demand().isEmpty()) {
            withheldReason = Optional.of(new WithheldReason(Cause.FIRST_POLL, "no complete poll yet"));
        }
        return new Signal(cluster, known.demand(), known.observedAt(), maxAge, withheldReason);
    }

    /** How many answers on jobs came to no demand that could be trusted, by cause; all causes. */
    public Map<Cause, Long> withheld() {
        return state.withheld();
    }

    private Map<Cause, Long> counted() {
        Map<Cause, Long> counts = new EnumMap<>(Cause.class);
        for (Cause cause : Cause.values()) {
            counts.put(cause, withheld.getOrDefault(cause, 0L));
        }
        return Collections.unmodifiableMap(counts);
    }
}
