package dev.sluice.exporter;

import dev.sluice.exporter.api.ClusterDemand;
import dev.sluice.exporter.api.ClusterStatus;
import dev.sluice.exporter.api.ClusterView;
import dev.sluice.exporter.config.ClusterConfig;
import dev.sluice.exporter.config.MetricsConfig;
import dev.sluice.exporter.config.PollConfig;
import dev.sluice.exporter.config.SlurmConfig;
import dev.sluice.exporter.config.SlurmUrl;
import dev.sluice.exporter.config.TlsConfig;
import dev.sluice.exporter.config.TokenSource;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.model.ClusterSnapshot;
import dev.sluice.exporter.model.Poll;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.poll.ClusterPoller;
import dev.sluice.exporter.poll.FactsPoller;
import dev.sluice.exporter.poll.PollPolicy;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.poll.WatchedSources;
import dev.sluice.exporter.slurm.SlurmApiVersion;
import dev.sluice.exporter.slurm.SlurmConnection;
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

/** Everything that reads one cluster. */
final class ClusterReader {

    private final String cluster;
    private final TokenReader token;
    private final Slurmrestd slurmrestd;
    private final ClusterPublisher publisher;
    private final ClusterPoller poller;
    private final FactsPoller facts;
    private final FactsPublisher factsPublisher;
    private final Optional<ClusterScaling> scaling;

    ClusterReader(
            Vertx vertx,
            Time time,
            ClusterConfig config,
            PollConfig poll,
            Map<String, String> environment,
            MetricsConfig metrics,
            boolean jobNames,
            List<Sink> sinks,
            Optional<Consumer<Poll>> polls) {
        this.cluster = config.name();
        boolean readsKubernetes = config.kubernetes().enabled();
        this.scaling = readsKubernetes
                ? Optional.of(new ClusterScaling(vertx, time, config, poll, environment))
                : Optional.empty();
        this.token = token(vertx, config.slurm().token(), environment);
        this.slurmrestd = new Slurmrestd(
                vertx,
                connection(cluster, config.slurm(), poll, token),
                time.nanoTime(),
                new Slurmrestd.Use(readsKubernetes, jobNames));
        Optional<WatchedSources> watched = polls.map(told -> new WatchedSources(time, cluster, told));
        this.publisher = new ClusterPublisher(metrics, sinks, scaling);
        this.poller = new ClusterPoller(
                vertx,
                time,
                new PollPolicy(poll.interval(), poll.dutyCycle(), poll.maxAge()),
                cluster,
                watched.map(watch -> watch.watch(slurmrestd)).orElse(slurmrestd),
                this::publish);
        this.factsPublisher = new FactsPublisher(cluster, metrics, sinks, poller::snapshot, poller::controllerStarted);
        this.facts = new FactsPoller(
                vertx,
                time,
                new FactsPoller.Rhythm(
                        new PollPolicy(poll.interval(), poll.dutyCycle(), poll.maxAge()),
                        poll.slowInterval(),
                        poll.accountingInterval()),
                cluster,
                watched.map(watch -> watch.watch(slurmrestd.facts())).orElseGet(slurmrestd::facts),
                factsPublisher);
    }

    private void publish(SourceStatus status, ClusterSnapshot snapshot) {
        publisher.publish(status, snapshot, sourcesAfter(status));
        if (status.source().equals("jobs")) {
            factsPublisher.jobs(status);
        }
    }

    /** Before Slurm, so that the first answer on jobs finds what Kubernetes has to say. */
    void start() {
        scaling.ifPresent(ClusterScaling::start);
        poller.start();
        facts.start();
    }

    Future<Void> stop() {
        Future<Void> watches = scaling.map(ClusterScaling::stop).orElseGet(Future::succeededFuture);
        return Future.join(watches, Future.join(poller.stop(), facts.stop()).eventually(slurmrestd::close))
                .mapEmpty();
    }

    String cluster() {
        return cluster;
    }

    List<SourceStatus> sources() {
        List<SourceStatus> all = new ArrayList<>(poller.statuses());
        all.addAll(facts.statuses());
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
                .filter(source -> !source.source().equals("ping"))
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
