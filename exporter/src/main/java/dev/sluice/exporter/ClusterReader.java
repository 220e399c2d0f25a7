package dev.sluice.exporter;

import dev.sluice.exporter.api.ClusterStatus;
import dev.sluice.exporter.config.ClusterConfig;
import dev.sluice.exporter.config.PollConfig;
import dev.sluice.exporter.config.SlurmConfig;
import dev.sluice.exporter.config.SlurmUrl;
import dev.sluice.exporter.config.TlsConfig;
import dev.sluice.exporter.config.TokenSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.poll.ClusterPoller;
import dev.sluice.exporter.poll.PollPolicy;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.slurm.SlurmApiVersion;
import dev.sluice.exporter.slurm.SlurmConnection;
import dev.sluice.exporter.slurm.Slurmrestd;
import dev.sluice.exporter.slurm.TokenReader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everything that reads one cluster. */
final class ClusterReader {

    private final String cluster;
    private final TokenReader token;
    private final Slurmrestd slurmrestd;
    private final ClusterPoller poller;

    ClusterReader(
            Vertx vertx,
            Time time,
            ClusterConfig config,
            PollConfig poll,
            Map<String, String> environment,
            ClusterPublisher publisher) {
        this.cluster = config.name();
        this.token = token(vertx, config.slurm().token(), environment);
        this.slurmrestd = new Slurmrestd(vertx, connection(cluster, config.slurm(), poll, token), time.nanoTime());
        this.poller = new ClusterPoller(
                vertx,
                time,
                new PollPolicy(poll.interval(), poll.dutyCycle(), poll.maxAge()),
                cluster,
                slurmrestd,
                publisher::publish);
    }

    void start() {
        poller.start();
    }

    Future<Void> stop() {
        return poller.stop().eventually(slurmrestd::close);
    }

    String cluster() {
        return cluster;
    }

    List<SourceStatus> sources() {
        return poller.statuses();
    }

    Optional<Instant> tokenExpiresAt() {
        return token.expiresAt();
    }

    /** Ready once nodes, partitions and jobs have each been read; an outage later does not take that back. */
    ClusterStatus status() {
        List<SourceStatus> sources = sources();
        boolean ready = sources.stream()
                .filter(source -> !source.source().equals("ping"))
                .allMatch(source -> source.observedAt().isPresent());
        return new ClusterStatus(cluster, ready, tokenExpiresAt(), sources);
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
