package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.DiagHistory;
import dev.sluice.exporter.derive.FairShares;
import dev.sluice.exporter.derive.NodeLosses.Losses;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.RpcHistory;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.gpu.GpuSlots;
import dev.sluice.exporter.derive.gpu.WasteFinder;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.join.NodeSetLookup;
import dev.sluice.exporter.derive.pending.RefusedJobs;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.derive.usage.UsageStore;
import dev.sluice.exporter.metrics.AccountingMetrics;
import dev.sluice.exporter.metrics.ControllerMetrics;
import dev.sluice.exporter.metrics.DiagMetrics;
import dev.sluice.exporter.metrics.JobSeriesMetrics;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricsConfig;
import dev.sluice.exporter.metrics.NodeMetrics;
import dev.sluice.exporter.metrics.Publications.Publication;
import dev.sluice.exporter.metrics.QueueMetrics;
import dev.sluice.exporter.metrics.Section;
import dev.sluice.exporter.metrics.Section.Listed;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.DbdStatistics;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.cluster.Controller;
import dev.sluice.exporter.model.cluster.ControllerConf;
import dev.sluice.exporter.model.cluster.ControllerConf.PrivateData;
import dev.sluice.exporter.model.cluster.Diag;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.node.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Publishes the responses of one cluster's sources as metrics, with one method per source. Confined to the cluster's
 * worker, except for {@link #jobsAreAsked}, {@link #published()}, {@link #clockAhead()} and {@link #usage()}.
 */
public final class ClusterPublisher {

    /** Slurm has about 300 message types, and a cluster uses 50 of them: this limit leaves room for newer versions. */
    private static final int MESSAGE_TYPES = 150;

    private final String cluster;
    private final SeriesBudget budget;
    private final boolean eachJob;
    private final GpuSlots.Beside besideGpu;
    private final Consumer<Publication> output;
    private volatile Optional<ClusterScaling> scaling = Optional.empty();
    private final Supplier<List<SourceStatus>> sources;
    private final JobHistory history;
    private final UsageHistory usage;
    private final AccountingPublications accounting;
    private final JobCountPublications counts;
    private final DiagHistory diagHistory;
    private final RpcHistory dbdRequests = new RpcHistory(MESSAGE_TYPES);

    private final LabelNames names = new LabelNames();
    private List<String> partitionNames = List.of();
    private Instant nodesExpireAt = Instant.MIN;
    /** Time by which slurmctld's clock, which determines the active reservations, is ahead of the exporter's clock. */
    private volatile Duration clockAhead = Duration.ZERO;

    private volatile ClusterSnapshot snapshot;

    /** Set before each jobs request. Not changed until the response to the request has been processed. */
    private volatile Optional<Observed<List<Node>>> nodesBeforeJobs = Optional.empty();

    private Optional<LastJobs> listed = Optional.empty();
    /** The jobs of the last list, marked by the limits known so far. */
    private List<Job> judged = List.of();

    private volatile Constraints constraints = Constraints.UNKNOWN;
    private volatile PrivateData privateData = PrivateData.NONE;
    private boolean limitsEnforced = true;
    private volatile Optional<Published.Queue> queue = Optional.empty();
    private volatile Optional<Published.Nodes> nodes = Optional.empty();

    /**
     * A job list as slurmctld sent it.
     *
     * @param nodes the nodes before the request
     */
    private record LastJobs(SourceStatus status, Observed<List<Job>> jobs, Optional<Observed<List<Node>>> nodes) {}

    /**
     * @param output receives the publications; must not block
     * @param sources status of Slurm's sources before the current response
     * @param usage keeps the usage for the next start
     * @param prices prices of the usage
     */
    public ClusterPublisher(
            String cluster,
            MetricsConfig config,
            Consumer<Publication> output,
            Supplier<List<SourceStatus>> sources,
            UsageStore usage,
            PriceList prices) {
        this.cluster = cluster;
        this.budget = config.budget();
        this.besideGpu =
                new GpuSlots.Beside(config.slots().cpusPerGpu(), config.slots().memoryPerGpu());
        this.eachJob = config.jobs().enabled();
        this.output = output;
        this.sources = sources;
        this.history = new JobHistory(cluster, budget);
        this.usage = new UsageHistory(cluster, budget, usage, prices);
        this.accounting = new AccountingPublications(budget);
        this.counts = new JobCountPublications(cluster, budget);
        this.diagHistory = new DiagHistory(MESSAGE_TYPES, budget.users());
        this.snapshot = ClusterSnapshot.empty(cluster);
    }

    /** Joins the nodes with Kubernetes. Call this method before the first response. */
    public void join(ClusterScaling kubernetes) {
        scaling = Optional.of(kubernetes);
    }

    public void nodes(SourceStatus status, Observed<List<Node>> observed) {
        snapshot = snapshot.withNodes(observed);
        nodesExpireAt = status.expiresAt();
        publishNodes();
        scaling.flatMap(present -> present.machines(snapshot, status)).ifPresent(this::publish);
    }

    /**
     * Publishes partitions. If the partition names changed, publishes the nodes again, because the metrics of a new
     * partition must not wait for the next nodes response.
     */
    public void partitions(SourceStatus status, Observed<List<Partition>> observed) {
        snapshot = snapshot.withPartitions(observed);
        constraints = constraints.withPartitions(observed.value());
        judgeAgain();
        List<String> named =
                names.partitions(observed.value().stream().map(Partition::name).toList());
        List<Partition> kept = observed.value().subList(0, named.size());
        publish(status, ControllerMetrics.PARTITIONS, new Listed<>(cluster, kept));
        if (!named.equals(partitionNames)) {
            partitionNames = named;
            publishNodes();
        }
    }

    /** Call this method before each jobs request, from any thread. */
    public void jobsAreAsked(Instant now) {
        nodesBeforeJobs = snapshot.nodes();
        counts.jobsAreAsked(now);
    }

    public void counts(SourceStatus status, Observed<List<JobCounts>> observed) {
        observed.value()
                .forEach(one -> counts.counted(status, observed.with(names.counts(one)), sources.get(), partitionNames)
                        .ifPresent(this::publish));
    }

    public void jobs(SourceStatus status, Observed<List<Job>> observed) {
        LastJobs current = new LastJobs(status, observed, nodesBeforeJobs);
        listed = Optional.of(current);
        jobs(current, RefusedJobs.in(observed.value(), enforced()));
    }

    /** Judges the last job list again: at the start, the limits can arrive after the jobs. */
    private void judgeAgain() {
        listed.ifPresent(last -> {
            List<Job> marked = RefusedJobs.in(last.jobs().value(), enforced());
            if (!marked.equals(judged)) {
                jobs(last, marked);
            }
        });
    }

    private void jobs(LastJobs from, List<Job> marked) {
        judged = marked;
        SourceStatus status = from.status();
        Observed<List<Job>> observed = from.jobs().with(marked);
        snapshot = from.nodes()
                .map(before -> snapshot.withJobs(observed, before))
                .orElseGet(() -> snapshot.withJobs(observed));
        publish(status, batch(status, observed));
        scaling.ifPresent(present -> present.constrain(enforced()));
        scaling.flatMap(present -> present.observe(snapshot, sources.get(), status))
                .ifPresent(batch -> publish(new Publication(cluster, "kubernetes", batch, status.expiresAt())));
        accounting.jobs(status.expiresAt());
        accounting.publications(snapshot).forEach(this::publish);
    }

    public void ping(SourceStatus status, Observed<List<Controller>> observed) {
        publish(status, ControllerMetrics.CONTROLLERS, new Listed<>(cluster, observed.value()));
    }

    public void diag(SourceStatus status, Observed<List<Diag>> observed) {
        for (Diag one : observed.value()) {
            one.at().ifPresent(at -> clockAhead = Duration.between(observed.at(), at));
            scaling.ifPresent(present -> present.signal().diag(one));
            Diag shown = one.withUsers(budget.userNames()::shown);
            publish(status, DiagMetrics.SECTION, new DiagMetrics(cluster, shown, diagHistory.observe(shown)));
        }
    }

    /**
     * Returns the time by which slurmctld's clock is ahead of the exporter's clock; negative if slurmctld's clock is
     * behind. Can be called from any thread.
     */
    public Duration clockAhead() {
        return clockAhead;
    }

    public void licenses(SourceStatus status, Observed<List<License>> observed) {
        constraints = constraints.withLicenses(observed.value());
        judgeAgain();
        publish(status, LabelNames.licenses(cluster, observed.value()));
    }

    public void reservations(SourceStatus status, Observed<List<Reservation>> observed) {
        constraints = constraints.withReservations(observed.value());
        judgeAgain();
        Instant slurmTime = observed.at().plus(clockAhead);
        publish(
                status,
                ControllerMetrics.Reservations.SECTION,
                new ControllerMetrics.Reservations(cluster, observed.value(), slurmTime));
    }

    public void conf(SourceStatus status, Observed<List<ControllerConf>> observed) {
        for (ControllerConf one : observed.value()) {
            constraints = constraints.withSelect(one.select());
            privateData = one.privateData();
            limitsEnforced = one.enforcesLimits();
            judgeAgain();
            one.minJobAge().ifPresent(usage::listsEndedJobsFor);
        }
        publish(status, ControllerMetrics.CONF, new Listed<>(cluster, observed.value()));
    }

    public void shares(SourceStatus status, Observed<List<Share>> observed) {
        accounting.shares(observed.value(), status.expiresAt());
        constraints = constraints.withShares(observed.value());
        publish(
                status,
                AccountingMetrics.Shares.SECTION,
                new AccountingMetrics.Shares(cluster, FairShares.of(observed.value(), budget)));
        publishAccounting();
    }

    public void qos(SourceStatus status, Observed<List<Qos>> observed) {
        accounting.qos(observed.value(), status.expiresAt());
        publishAccounting();
    }

    public void associations(SourceStatus status, Observed<List<Association>> observed) {
        accounting.associations(observed.value(), status.expiresAt());
        publishAccounting();
    }

    private void publishAccounting() {
        constraints = accounting.within(constraints);
        judgeAgain();
        accounting.publications(snapshot).forEach(this::publish);
    }

    /** Returns the constraints that slurmctld enforces, without data that was outdated at the last job list. */
    private Constraints enforced() {
        Instant at = listed.map(last -> last.jobs().at()).orElse(Instant.MIN);
        List<SourceStatus> stale = sources.get().stream()
                .filter(source -> source.state(at) == SourceStatus.SourceState.STALE)
                .toList();
        Constraints recent = constraints.of(source -> stale.stream().noneMatch(source::is));
        List<Qos> unlimited = recent.qos().stream()
                .map(qos -> new Qos(qos.name(), qos.priority(), qos.flags(), 1, List.of(), List.of()))
                .toList();
        return limitsEnforced ? recent : recent.withLimits(unlimited, List.of());
    }

    public void dbd(SourceStatus status, Observed<List<DbdStatistics>> observed) {
        for (DbdStatistics one : observed.value()) {
            SortedMap<String, RpcHistory.Count> requests = dbdRequests.observe(one.byType(), one.since());
            publish(status, DiagMetrics.Dbd.SECTION, new DiagMetrics.Dbd(cluster, one, requests));
        }
    }

    /** Returns the data of the newest metrics. */
    public Published published() {
        return new Published(counts.shown(), queue, nodes, constraints, privateData);
    }

    /** Returns whether current nodes are allocated. Call this method on the worker. */
    public boolean nodesAreAllocated(Instant now) {
        return now.isBefore(nodesExpireAt)
                && nodes.stream()
                        .anyMatch(known -> known.capacity().cluster().cpus().allocated() > 0);
    }

    public UsageHistory usage() {
        return usage;
    }

    private void publishNodes() {
        snapshot.nodes()
                .ifPresent(observed ->
                        publish(new Publication(cluster, SlurmSource.NODES.label(), nodes(observed), nodesExpireAt)));
    }

    private MetricBatch nodes(Observed<List<Node>> observed) {
        List<JoinedNode> real = names.nodes(scaling.map(present -> present.joinWithoutGhosts(snapshot))
                .orElseGet(() -> observed.value().stream()
                        .map(JoinedNode::outsideKubernetes)
                        .toList()));
        Capacity.Summary capacity =
                Capacity.Summary.of(real.stream().map(JoinedNode::node).toList(), partitionNames);
        accounting.nodes(capacity.cluster(), nodesExpireAt);
        SeriesBudget.Kept<JoinedNode> shown =
                SeriesBudget.keep(real, JoinedNode.BY_GPUS_AND_NAME, unused -> 1, budget.nodes());
        Losses losses = history.losses(shown.all(), observed.at());
        nodes = Optional.of(new Published.Nodes(real, capacity, observed.at(), besideGpu, losses.nodes()));
        MetricBatch current = new NodeMetrics(
                cluster,
                real,
                capacity,
                shown,
                GpuSlots.of(real, snapshot.partitions().map(Observed::value).orElse(List.of()), besideGpu),
                losses,
                observed.wall());
        return MetricBatch.of(List.of(current, usage.nodes(capacity, observed.at())));
    }

    private MetricBatch batch(SourceStatus status, Observed<List<Job>> listed) {
        Observed<List<Job>> observed = listed.with(names.jobs(listed.value()));
        QueueSummary summary = QueueSummary.of(observed.value(), partitionNames, observed.wall(), budget);
        counts.listed(status, observed, summary).ifPresent(this::publish);
        List<MetricBatch> parts = new ArrayList<>();
        parts.add(new QueueMetrics(cluster, summary, observed.wall()));
        parts.add(history.observe(observed, partitionNames, lastNodes()));
        parts.add(usage.jobs(observed, new NodeSetLookup(lastNodes()), clockAhead));
        queue = Optional.of(new Published.Queue(listed.value(), summary, history.blackHoles(), observed.at()));
        if (eachJob) {
            List<JoinedNode> current = observed.at().isBefore(nodesExpireAt) ? lastNodes() : List.of();
            WasteFinder finder = new WasteFinder(observed.value(), current, constraints, besideGpu, observed.wall());
            Collection<JoinedNode> joined =
                    scaling.map(one -> one.join(snapshot)).orElseGet(this::lastNodes);
            parts.add(new JobSeriesMetrics(cluster, observed.value(), finder.codes(), joined, budget));
        }
        parts.add(names.folded(cluster));
        return MetricBatch.of(parts);
    }

    private List<JoinedNode> lastNodes() {
        return nodes.map(Published.Nodes::nodes).orElse(List.of());
    }

    private <S> void publish(SourceStatus status, Section<S> section, S published) {
        publish(status, section.batch(published));
    }

    private void publish(SourceStatus status, MetricBatch batch) {
        publish(new Publication(cluster, status.source(), batch, status.expiresAt()));
    }

    /** Publishes nothing for a source that has never responded. */
    private void publish(Publication publication) {
        if (publication.expiresAt().isAfter(Instant.MIN)) {
            output.accept(publication);
        }
    }
}
