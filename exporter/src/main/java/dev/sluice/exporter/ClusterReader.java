package dev.sluice.exporter;

import dev.sluice.exporter.api.ClusterDemand;
import dev.sluice.exporter.api.ClusterStatus;
import dev.sluice.exporter.api.ClusterView;
import dev.sluice.exporter.config.ClusterConfig;
import dev.sluice.exporter.config.KubernetesConfig;
import dev.sluice.exporter.config.MetricsConfig;
import dev.sluice.exporter.config.PollConfig;
import dev.sluice.exporter.config.SlurmConfig;
import dev.sluice.exporter.config.SlurmUrl;
import dev.sluice.exporter.config.TlsConfig;
import dev.sluice.exporter.config.TokenSource;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.model.ClusterSnapshot;
import dev.sluice.exporter.model.Job;
import dev.sluice.exporter.model.Node;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.Poll;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.poll.ClusterPoller;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.poll.PollSettings;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.slurm.AnswerMemory;
import dev.sluice.exporter.slurm.SlurmApiVersion;
import dev.sluice.exporter.slurm.SlurmConnection;
import dev.sluice.exporter.slurm.SlurmFacts;
import dev.sluice.exporter.slurm.Slurmrestd;
import dev.sluice.exporter.slurm.TokenReader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Everything that reads one cluster. Answers come in on the event loop; what is made of them, by both publishers, is
 * made by the worker alone, one answer after another. Statuses, views and signals are for any thread.
 */
final class ClusterReader {

    private final String cluster;
    private final TokenReader token;
    private final Slurmrestd slurmrestd;
    private final ClusterPublisher publisher;
    private final ClusterPoller poller;
    private final ClusterWorker worker;
    private final FactsPublisher factsPublisher;
    private final Optional<ClusterScaling> scaling;

    /** Written by the worker. */
    private volatile ClusterSnapshot snapshot;

    /** Written on the event loop, before jobs are asked for; not again before their answer is dealt with. */
    private volatile Optional<Observed<List<Node>>> nodesBeforeJobs = Optional.empty();

    ClusterReader(
            Vertx vertx,
            Time time,
            ClusterConfig config,
            PollConfig poll,
            Map<String, String> environment,
            MetricsConfig metrics,
            boolean jobNames,
            List<Sink> sinks,
            Consumer<Poll> polls,
            AnswerMemory memory) {
        this.cluster = config.name();
        this.snapshot = ClusterSnapshot.empty(cluster);
        boolean readsKubernetes = config.kubernetes().enabled();
        this.scaling = readsKubernetes
                ? Optional.of(new ClusterScaling(vertx, time, config, poll, environment))
                : Optional.empty();
        this.token = token(vertx, config.slurm().token(), environment);
        this.slurmrestd = new Slurmrestd(
                vertx,
                connection(cluster, config.slurm(), poll, token),
                time.nanoTime(),
                new Slurmrestd.Use(readsKubernetes, jobNames, config.slurm().maxRecords()),
                memory);
        this.publisher = new ClusterPublisher(metrics, sinks, scaling);
        this.factsPublisher = new FactsPublisher(
                cluster, metrics, sinks, () -> snapshot, at -> snapshot = snapshot.withControllerStartedAt(at));
        this.worker = new ClusterWorker(vertx, cluster);
        this.poller = new ClusterPoller(vertx, time, settings(poll, config.kubernetes()), cluster, worker::run, polls);
        addSources();
    }

    private static PollSettings settings(PollConfig poll, KubernetesConfig kubernetes) {
        PollSettings settings = new PollSettings(
                poll.interval(),
                poll.slowInterval(),
                poll.accountingInterval(),
                poll.dutyCycle(),
                poll.maxInterval(),
                poll.maxAge());
        return kubernetes.enabled() ? settings.within(kubernetes.scaling().maxAge()) : settings;
    }

    private void addSources() {
        poller.add(SlurmSource.NODES, slurmrestd::nodes, (status, nodes) -> {
            snapshot = snapshot.withNodes(nodes);
            publisher.nodes(status, snapshot);
        });
        poller.add(SlurmSource.PARTITIONS, slurmrestd::partitions, (status, partitions) -> {
            snapshot = snapshot.withPartitions(partitions);
            publisher.partitions(status, snapshot);
        });
        poller.add(SlurmSource.JOBS, this::fetchJobs, (status, jobs) -> {
            snapshot = snapshot.withJobs(jobs, nodesBeforeJobs);
            publisher.jobs(status, snapshot, sourcesAfter(status));
            factsPublisher.jobs(status);
        });
        poller.add(SlurmSource.PING, slurmrestd::controllers, (status, controllers) -> {
            snapshot = snapshot.withControllers(controllers);
            publisher.ping(status, snapshot);
        });
        SlurmFacts facts = slurmrestd.facts();
        poller.add(SlurmSource.DIAG, facts::diag, factsPublisher::diag);
        poller.add(SlurmSource.LICENSES, facts::licenses, factsPublisher::licenses);
        poller.add(SlurmSource.RESERVATIONS, facts::reservations, factsPublisher::reservations);
        poller.add(SlurmSource.CONF, facts::conf, factsPublisher::conf);
        poller.add(SlurmSource.SHARES, facts::shares, factsPublisher::shares);
        poller.add(SlurmSource.QOS, facts::qos, factsPublisher::qos);
        poller.add(SlurmSource.ASSOCIATIONS, facts::associations, factsPublisher::associations);
        poller.add(SlurmSource.DBD, facts::dbd, factsPublisher::dbd);
    }

    private Future<Fetched<List<Job>>> fetchJobs() {
        nodesBeforeJobs = snapshot.nodes();
        return slurmrestd.jobs();
    }

    /** Before Slurm, so that the first answer on jobs finds what Kubernetes has to say. */
    void start() {
        scaling.ifPresent(ClusterScaling::start);
        poller.start();
    }

    Future<Void> stop() {
        Future<Void> watches = scaling.map(ClusterScaling::stop).orElseGet(Future::succeededFuture);
        return Future.join(watches, poller.stop().eventually(slurmrestd::close)).mapEmpty();
    }

    String cluster() {
        return cluster;
    }

    List<SourceStatus> sources() {
        List<SourceStatus> all = new ArrayList<>(poller.statuses());
        scaling.ifPresent(present -> all.addAll(present.sources()));
        return all;
    }

    /** The poller's own view changes once the answer has been dealt with. */
    private List<SourceStatus> sourcesAfter(SourceStatus answered) {
        return poller.statuses().stream()
                .map(status -> status.source().equals(answered.source()) ? answered : status)
                .toList();
    }

    ClusterDemand demand() {
        return scaling.map(present -> ClusterDemand.of(present.signal(poller.statuses())))
                .orElseGet(() -> ClusterDemand.withoutNodeSets(cluster, "Kubernetes is not configured"));
    }

    /** What its numbers were made of. */
    ClusterView view() {
        return new ClusterView(
                status(),
                publisher.queue(),
                publisher.nodes(),
                demand(),
                scaling.map(ClusterScaling::decisions).orElse(Map.of()));
    }

    /** What is made anew for every scrape; empty without Kubernetes. */
    Optional<MetricBatch> signalMetrics() {
        return scaling.map(present -> present.signalMetrics(poller.statuses()));
    }

    Optional<Instant> tokenExpiresAt() {
        return token.expiresAt();
    }

    /** Ready once nodes, partitions and jobs have each been read; an outage later does not take that back. */
    ClusterStatus status() {
        boolean ready = poller.statuses().stream()
                .filter(SlurmSource::isRequired)
                .allMatch(source -> source.observedAt().isPresent());
        return new ClusterStatus(cluster, ready, tokenExpiresAt(), sources());
    }

    private static TokenReader token(Vertx vertx, TokenSource source, Map<String, String> environment) {
        if (source instanceof TokenSource.TokenFile file) {
            return TokenReader.ofFile(vertx, file.path());
        }
        if (source instanceof TokenSource.TokenEnvironment variable) {
            return TokenReader.of(environment.getOrDefault(variable.variable(), ""));
        }
        return TokenReader.none();
    }

    private static SlurmConnection connection(String cluster, SlurmConfig config, PollConfig poll, TokenReader token) {
        return new SlurmConnection(
                cluster,
                address(config.url()),
                config.user(),
                token,
                tls(config.tls()),
                config.apiVersion().flatMap(SlurmApiVersion::of),
                poll.timeout(),
                poll.jobsTimeout());
    }

    private static SlurmConnection.Address address(SlurmUrl url) {
        if (url instanceof SlurmUrl.UnixSocket unix) {
            return new SlurmConnection.UnixSocket(unix.socket());
        }
        SlurmUrl.Tcp tcp = (SlurmUrl.Tcp) url;
        return new SlurmConnection.Tcp(tcp.tls(), tcp.host(), tcp.port(), tcp.path());
    }

    private static SlurmConnection.Tls tls(TlsConfig tls) {
        return new SlurmConnection.Tls(tls.caFile(), tls.certFile(), tls.keyFile(), tls.verifyHost());
    }
}
