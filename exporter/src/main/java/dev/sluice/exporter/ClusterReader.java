package dev.sluice.exporter;

import dev.sluice.common.tls.ClientTls;
import dev.sluice.exporter.access.TlsConfig;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.config.ExporterConfig.ClusterConfig;
import dev.sluice.exporter.config.SlurmConfig;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.derive.usage.UsageStore;
import dev.sluice.exporter.doctor.Examined;
import dev.sluice.exporter.kubernetes.KubernetesSource;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricsConfig;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.metrics.SelfMetrics;
import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.Validity;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.poll.ClusterPoller;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.poll.ListBudget;
import dev.sluice.exporter.poll.PollConfig;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.publish.ClusterPublisher;
import dev.sluice.exporter.publish.ClusterScaling;
import dev.sluice.exporter.slurm.ControllerCounts;
import dev.sluice.exporter.slurm.JobsReader;
import dev.sluice.exporter.slurm.SlurmConnection;
import dev.sluice.exporter.slurm.SlurmRequest;
import dev.sluice.exporter.slurm.Slurmrestd;
import dev.sluice.exporter.slurm.TokenReader;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.slurm.decode.RecordUse;
import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import dev.sluice.exporter.slurm.squeue.SlurmProgram;
import dev.sluice.exporter.slurm.squeue.Squeue;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads one cluster. Responses arrive on the event loop; a single worker processes them one after another. Statuses,
 * views and signals may be read from any thread.
 */
final class ClusterReader {

    private final String cluster;
    private final SlurmConfig slurm;
    private final TokenReader token;
    private final Slurmrestd slurmrestd;
    /** Completes when the nodes have been read or have failed for the first time. */
    private final Promise<Void> nodesAnswered = Promise.promise();

    private final ControllerCounts counts;
    private final ListBudget budget;
    private final Optional<Squeue> squeue;
    private final Supplier<Future<Fetched<List<Job>>>> jobs;
    private final Time time;
    private final WorkerExecutor worker;
    private final ClusterPublisher publisher;
    private final UsageGaps gaps;
    private final ClusterPoller poller;
    private final Optional<KubernetesSource> kubernetes;
    private final Optional<ClusterScaling> scaling;

    /**
     * The objects that the readers of all clusters share.
     *
     * @param memory memory of the responses of all clusters
     */
    record Shared(
            Vertx vertx,
            Time time,
            Map<String, String> environment,
            Publications publications,
            ReadMemory memory,
            Function<String, UsageStore> usage,
            PriceList prices) {}

    ClusterReader(Shared shared, ClusterConfig config, PollConfig poll, MetricsConfig metrics, boolean jobNames) {
        Vertx vertx = shared.vertx();
        Time time = shared.time();
        Map<String, String> environment = shared.environment();
        this.cluster = config.name();
        this.slurm = config.slurm();
        this.kubernetes = config.kubernetes().enabled()
                ? Optional.of(new KubernetesSource(vertx, time, cluster, config.kubernetes(), environment))
                : Optional.empty();
        this.scaling = kubernetes.map(reader -> new ClusterScaling(
                time.clock(),
                cluster,
                config.kubernetes().scaling(),
                config.kubernetes().nodeSets(),
                config.kubernetes().machineGpus(),
                poll.interval(),
                reader::snapshot));
        this.token = token(vertx, config.slurm(), environment);
        RecordUse use = new RecordUse(
                config.kubernetes().enabled(),
                jobNames,
                metrics.jobs().showsGpus(),
                config.slurm().maxRecords(),
                metrics.nodeReasons().stream()
                        .map(reason -> new NodeReason.Rule(reason.match(), reason.kind(), reason.owner()))
                        .toList(),
                Accelerators.of(metrics.accelerators()));
        this.slurmrestd = new Slurmrestd(
                vertx, connection(cluster, config.slurm(), poll, token), time.nanoTime(), use, shared.memory());
        this.counts = new ControllerCounts(vertx, cluster, config.slurm().controllerMetrics(), poll.timeout());
        this.time = time;
        this.budget = new ListBudget(poll, time.nanoTime());
        this.squeue = squeue(shared, config.slurm(), use);
        this.jobs = squeue.map(reader -> withSqueue(reader, config.slurm(), poll, time))
                .orElseGet(() -> () -> budget.read(slurmrestd::jobs, List::size));
        // The worker derives the metrics, so that expensive work delays neither the event loop nor another cluster. A
        // source is polled again only after its response has been processed, so at most one response per source waits.
        this.worker = vertx.createSharedWorkerExecutor("derive-" + cluster, 1);
        this.poller = new ClusterPoller(
                vertx,
                time,
                config.kubernetes().enabled()
                        ? poll.within(config.kubernetes().scaling().maxAge())
                        : poll,
                cluster,
                work -> worker.executeBlocking(Executors.callable(work)).mapEmpty());
        this.publisher = new ClusterPublisher(
                cluster,
                metrics,
                shared.publications()::add,
                poller::statuses,
                shared.usage().apply(cluster),
                shared.prices());
        scaling.ifPresent(publisher::join);
        this.gaps = new UsageGaps(cluster, publisher.usage(), slurmrestd::endedRuns);
        addSources();
        slurmrestd.onControllerUp(poller::retryFailed);
    }

    /** Adds each source, in display order, with its request and the publication of its responses. */
    private void addSources() {
        poller.add(
                SlurmSource.NODES,
                () -> slurmrestd.nodes().onComplete(unused -> nodesAnswered.tryComplete()),
                publisher::nodes);
        poller.add(SlurmSource.PARTITIONS, slurmrestd::partitions, publisher::partitions);
        poller.add(SlurmSource.JOBS, this::fetchJobs, publisher::jobs);
        poller.add(SlurmSource.COUNTS, this::fetchCounts, publisher::counts);
        poller.add(SlurmSource.PING, () -> slurmrestd.controllers().onSuccess(counts::learn), publisher::ping);
        add(SlurmRequest.DIAG, publisher::diag);
        add(SlurmRequest.LICENSES, publisher::licenses);
        add(SlurmRequest.RESERVATIONS, publisher::reservations);
        poller.add(
                SlurmSource.CONF,
                () -> slurmrestd.fetch(SlurmRequest.CONF).onSuccess(counts::learnPort),
                publisher::conf);
        add(SlurmRequest.SHARES, publisher::shares);
        add(SlurmRequest.QOS, publisher::qos);
        poller.add(
                SlurmSource.ASSOCIATIONS,
                () -> slurmrestd.fetch(SlurmRequest.ASSOCIATIONS).onSuccess(slurmrestd::learnUsers),
                publisher::associations);
        add(SlurmRequest.DBD, publisher::dbd);
    }

    private <T> void add(SlurmRequest<T> request, BiConsumer<SourceStatus, Observed<List<T>>> publication) {
        poller.add(request.source(), () -> slurmrestd.fetch(request), publication);
    }

    private Future<Fetched<List<Job>>> fetchJobs() {
        Instant now = time.clock().instant();
        publisher.jobsAreAsked(now);
        gaps.beforeJobs(now);
        return nodesAnswered.future().compose(unused -> jobs.get()).compose(this::unlessHidden);
    }

    /**
     * Fails for an empty list while nodes are allocated: with {@code PrivateData=jobs}, Slurm hides jobs without an
     * error, and an empty queue would remove all nodes. Therefore, nodes are read first, and the worker has processed
     * their response before it looks for allocated nodes.
     */
    private Future<Fetched<List<Job>>> unlessHidden(Fetched<List<Job>> fetched) {
        if (fetched.value().filter(List::isEmpty).isEmpty()) {
            return Future.succeededFuture(fetched);
        }
        return worker.executeBlocking(
                        () -> publisher.nodesAreAllocated(time.clock().instant()))
                .compose(hidden -> {
                    if (!hidden) {
                        return Future.succeededFuture(fetched);
                    }
                    slurmrestd.forgetJobs();
                    return Future.failedFuture(
                            new FetchFailure(
                                    FailureKind.UNAUTHORIZED,
                                    "nodes are allocated, but no job is visible: PrivateData hides jobs from the exporter's Slurm user"));
                });
    }

    private Optional<Squeue> squeue(Shared shared, SlurmConfig config, RecordUse use) {
        return config.squeue().map(path -> {
            SlurmProgram local = SlurmProgram.of(path, shared.environment());
            return new Squeue(
                    shared.vertx(),
                    config.squeueServer().map(local::configuredBy).orElse(local),
                    config.squeueServer().isPresent() ? token : TokenReader.none(),
                    slurmrestd::ownerName,
                    use,
                    shared.time().nanoTime());
        });
    }

    private Supplier<Future<Fetched<List<Job>>>> withSqueue(
            Squeue squeue, SlurmConfig config, PollConfig poll, Time time) {
        // If slurmrestd takes longer than squeueAfter, squeue reads the jobs. Therefore, a timeout of minutes has no
        // advantage.
        Duration patience =
                Collections.max(List.of(poll.timeout(), config.squeueAfter().multipliedBy(2)));
        return new JobsReader(
                deadline -> slurmrestd.jobs(Collections.min(List.of(deadline, patience))),
                slurmrestd::forgetJobs,
                () -> squeue.jobs(poll.timeout()),
                budget,
                config.squeueAfter(),
                time.nanoTime())::jobs;
    }

    private Future<Fetched<List<JobCounts>>> fetchCounts() {
        return counts.fetch()
                .onSuccess(fetched -> fetched.value().stream()
                        .flatMap(List::stream)
                        .filter(counted -> budget.counted(counted.records()))
                        .forEach(unused -> poller.retryFailed()));
    }

    /**
     * Starts to read Kubernetes before Slurm, so that the Kubernetes objects are known when the first job list arrives.
     */
    void start() {
        kubernetes.ifPresent(KubernetesSource::start);
        poller.start();
    }

    Future<Void> stop() {
        squeue.ifPresent(Squeue::close);
        Future<Void> watches = kubernetes.map(KubernetesSource::stop).orElseGet(Future::succeededFuture);
        return Future.join(watches, poller.stop().eventually(slurmrestd::close).eventually(counts::close))
                .mapEmpty();
    }

    String cluster() {
        return cluster;
    }

    List<SourceStatus> sources() {
        List<SourceStatus> all = new ArrayList<>(poller.statuses());
        kubernetes.ifPresent(source -> all.addAll(source.snapshot().resources()));
        return all;
    }

    private Signal signal() {
        return scaling.map(present -> present.signal(poller.statuses()).shifted(time.stepped()))
                .orElseGet(() -> Signal.withoutKubernetes(cluster));
    }

    /**
     * Returns the data behind the cluster's metrics, with the times of the wall clock. A cluster is ready after its
     * nodes, partitions and jobs have been read. A later outage does not revoke readiness. If the job list is over
     * budget, the job counts replace the job list.
     */
    ClusterView view() {
        boolean ready = poller.statuses().stream()
                .filter(SlurmSource::isRequired)
                .allMatch(source -> source.observedAt().isPresent() || countsStandIn(source));
        Duration stepped = time.stepped();
        return new ClusterView(
                cluster,
                ready,
                tokenValidity().map(Validity::expires),
                sources().stream().map(source -> source.shifted(stepped)).toList(),
                publisher.published().shifted(stepped),
                signal(),
                scaling.map(ClusterScaling::decisions).orElse(Map.of()),
                publisher.usage()::months);
    }

    /** Returns the view and the other data that {@code sluice doctor} examines. */
    Examined examined() {
        return new Examined(
                view(),
                publisher.clockAhead(),
                new Examined.Connection(
                        slurm.url().toString(),
                        slurm.user(),
                        slurm.apiVersion().isPresent(),
                        new Examined.Token(token.problem(), token.validity(), token.user())),
                kubernetes.map(KubernetesSource::snapshot));
    }

    /** Returns the autoscaling metrics, computed for each scrape; empty without Kubernetes. */
    Optional<MetricBatch> signalMetrics() {
        return scaling.map(present -> present.signalMetrics(poller.statuses()));
    }

    /** Returns the metrics about reading jobs, computed for each scrape. */
    MetricBatch readMetrics() {
        Instant now = time.clock().instant();
        return SelfMetrics.JobRead.SECTION.batch(new SelfMetrics.JobRead(
                cluster,
                publisher.published().countsAt(now).stream()
                        .map(shown ->
                                new SelfMetrics.JobRead.Counts(shown.source().label(), shown.age(now)))
                        .toList(),
                budget.prediction().stream()
                        .map(next -> new SelfMetrics.JobRead.PredictedList(
                                next.memoryBytes(), next.took(), budget.exceeded()))
                        .toList()));
    }

    Optional<Validity> tokenValidity() {
        return token.validity();
    }

    private boolean countsStandIn(SourceStatus source) {
        return source.failure()
                        .filter(failure -> failure.kind() == FailureKind.OVER_BUDGET)
                        .isPresent()
                && publisher.published().counts().isPresent();
    }

    private static TokenReader token(Vertx vertx, SlurmConfig config, Map<String, String> environment) {
        return config.tokenFile()
                .map(file -> TokenReader.ofFile(vertx, file))
                .or(() -> config.tokenEnv().map(variable -> TokenReader.of(environment.getOrDefault(variable, ""))))
                .orElseGet(TokenReader::none);
    }

    private static SlurmConnection connection(String cluster, SlurmConfig config, PollConfig poll, TokenReader token) {
        return new SlurmConnection(
                cluster,
                config.url(),
                config.user(),
                token,
                config.tls().map(TlsConfig::client).orElse(ClientTls.DEFAULTS),
                config.apiVersion().flatMap(SlurmApiVersion::of),
                poll.timeout());
    }
}
