package dev.sluice.adapter;

import dev.sluice.adapter.server.AdapterMetrics;
import dev.sluice.adapter.server.FrontProxy;
import dev.sluice.adapter.server.SelfSignedCertificate;
import dev.sluice.adapter.server.TrustWatch;
import dev.sluice.common.blocking.FollowedFiles;
import dev.sluice.common.kubernetes.KubernetesAccess;
import dev.sluice.common.net.EventLoop;
import dev.sluice.common.tls.NamedFile;
import dev.sluice.common.tls.ReloadingFiles;
import dev.sluice.common.tls.ServerCertificate;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Authentication of clients and the certificate of the server, for {@link AdapterApp}. */
final class Security {

    private static final Logger LOG = LoggerFactory.getLogger(Security.class);

    private final Vertx vertx;
    private final Timing timing;
    private final AdapterMetrics metrics;
    private final Optional<TrustWatch> trust;
    private final Optional<ReloadingFiles<ServerCertificate>> files;
    private final Optional<ServerCertificate> selfSigned;
    private final Predicate<List<X509Certificate>> admitted;

    /**
     * The intervals of the checks for changes.
     *
     * @param files interval of the checks of certificate files
     * @param trust interval of the requests for the cluster's ConfigMap
     */
    record Timing(Duration files, Duration trust) {
        static final Timing USUAL = new Timing(Duration.ofSeconds(10), Duration.ofSeconds(30));
    }

    Security(Vertx vertx, AdapterConfig config, Timing timing, Clock clock, AdapterMetrics metrics) throws IOException {
        this.vertx = vertx;
        this.timing = timing;
        this.metrics = metrics;
        Optional<KubernetesAccess> kubernetes = config.kubernetes()
                .map(settings ->
                        new KubernetesAccess(vertx, settings, "sluice-autoscaler-adapter", new TrustWatch.SizeLimit()));
        if (kubernetes.isPresent()) {
            EventLoop.await(kubernetes.get().open(), EventLoop.START_SECONDS);
        }
        trust = kubernetes
                .map(TrustWatch::reading)
                .map(reading -> new TrustWatch(vertx, reading, timing.trust(), metrics::authenticationConfigRead));
        admitted = trust.<Predicate<List<X509Certificate>>>map(watch -> new FrontProxy(watch, clock)::presents)
                .orElse(anybody -> true);
        files = config.tlsCert.isPresent() && config.tlsKey.isPresent()
                ? Optional.of(read(config.tlsCert.get(), config.tlsKey.get()))
                : Optional.empty();
        selfSigned = config.selfSigned ? Optional.of(SelfSignedCertificate.create(clock.instant())) : Optional.empty();
        files.map(ReloadingFiles::current).or(() -> selfSigned).ifPresent(metrics::certificateServed);
    }

    private static ReloadingFiles<ServerCertificate> read(Path certificate, Path key) throws IOException {
        List<NamedFile> pair = List.of(new NamedFile("--tls-cert", certificate), new NamedFile("--tls-key", key));
        try {
            return new ReloadingFiles<>(pair, contents -> ServerCertificate.of(pair, contents));
        } catch (NamedFile.Unusable e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Returns true for the chain of a client that may read the metrics; the chain is empty without a certificate. */
    Predicate<List<X509Certificate>> admitted() {
        return admitted;
    }

    Optional<String> unready() {
        return trust.flatMap(TrustWatch::unready);
    }

    /** Returns the first server certificate; empty for plain HTTP. */
    Optional<KeyCertOptions> certificate() {
        return files.map(ReloadingFiles::current).or(() -> selfSigned).map(ServerCertificate::options);
    }

    /**
     * Starts to watch the trusted authorities and the certificate.
     *
     * @param serveWith puts a certificate into use for new connections of all servers
     */
    void start(Function<KeyCertOptions, Future<Boolean>> serveWith) {
        trust.ifPresent(TrustWatch::start);
        files.ifPresent(pair -> new FollowedFiles<>(
                        "--tls-cert and --tls-key", () -> look(pair), pair.current(), metrics::certificateFailed)
                .follow(
                        vertx,
                        timing.files(),
                        found -> serveWith.apply(found.options()).onSuccess(unused -> served(found))));
    }

    private ServerCertificate look(ReloadingFiles<ServerCertificate> pair) {
        pair.reload(e -> {
            LOG.atWarn()
                    .addKeyValue("failure", e.getMessage())
                    .log("certificate rejected, the previous one stays in use");
            metrics.certificateFailed();
        });
        return pair.current();
    }

    private void served(ServerCertificate certificate) {
        LOG.atInfo().addKeyValue("expires", certificate.expires()).log("certificate changed");
        metrics.certificateServed(certificate);
    }

    void stop() {
        trust.ifPresent(TrustWatch::stop);
    }
}
