package dev.sluice.adapter;

import dev.sluice.adapter.server.AdapterMetrics;
import dev.sluice.adapter.server.CertificateFiles;
import dev.sluice.adapter.server.FrontProxy;
import dev.sluice.adapter.server.SelfSignedCertificate;
import dev.sluice.adapter.server.TrustWatch;
import dev.sluice.common.kubernetes.KubernetesClients;
import dev.sluice.common.tls.ServerCertificate;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Authentication of clients and the certificate of the server, for {@link AdapterApp}. */
final class Security {

    private final Timing timing;
    private final Optional<KubernetesClient> client;
    private final Optional<TrustWatch> trust;
    private final Optional<CertificateFiles> files;
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
        this.timing = timing;
        client = config.kubernetes().isPresent()
                ? Optional.of(KubernetesClients.open(
                        vertx, config.kubernetes().get(), "sluice-autoscaler-adapter", new TrustWatch.SizeLimit()))
                : Optional.empty();
        trust = client.map(opened -> new TrustWatch(vertx, opened, timing.trust(), metrics::authenticationConfigRead));
        admitted = trust.<Predicate<List<X509Certificate>>>map(watch -> new FrontProxy(watch, clock)::presents)
                .orElse(anybody -> true);
        files = config.tlsCert.isPresent() && config.tlsKey.isPresent()
                ? Optional.of(new CertificateFiles(
                        vertx,
                        config.tlsCert.get(),
                        config.tlsKey.get(),
                        metrics::certificateServed,
                        metrics::certificateFailed))
                : Optional.empty();
        selfSigned = config.selfSigned ? Optional.of(SelfSignedCertificate.create(clock.instant())) : Optional.empty();
        selfSigned.ifPresent(metrics::certificateServed);
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
        return files.map(CertificateFiles::current).or(() -> selfSigned).map(ServerCertificate::options);
    }

    /**
     * Starts to watch the trusted authorities and the certificate.
     *
     * @param serveWith puts a certificate into use for new connections of all servers
     */
    void start(Function<KeyCertOptions, Future<Boolean>> serveWith) {
        trust.ifPresent(TrustWatch::start);
        files.ifPresent(pem -> pem.follow(timing.files(), found -> serveWith.apply(found.options())));
    }

    Future<Void> stop() {
        trust.ifPresent(TrustWatch::stop);
        files.ifPresent(CertificateFiles::stop);
        client.ifPresent(KubernetesClient::close);
        return Future.succeededFuture();
    }
}
