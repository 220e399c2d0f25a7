package dev.sluice.adapter;

import dev.sluice.adapter.access.AccessControl;
import dev.sluice.adapter.access.KubernetesAccessControl;
import dev.sluice.adapter.access.TrustWatch;
import dev.sluice.adapter.api.Target;
import dev.sluice.adapter.config.AdapterConfig;
import dev.sluice.adapter.config.AuthMode;
import dev.sluice.adapter.config.TlsSettings;
import dev.sluice.adapter.server.CertificateFiles;
import dev.sluice.adapter.server.SelfSignedCertificate;
import dev.sluice.adapter.telemetry.AdapterMetrics;
import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.KubernetesAccess;
import dev.sluice.common.kubernetes.Timers;
import dev.sluice.common.tls.ServerCertificate;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/** Authentication of clients and the certificate of the server, for {@link AdapterApp}. */
final class Security {

    private final Timing timing;
    private final Optional<ApiClient> client;
    private final Optional<TrustWatch> trust;
    private final Optional<CertificateFiles> files;
    private final Optional<ServerCertificate> selfSigned;
    private final AccessControl access;

    /**
     * The intervals of the checks for changes.
     *
     * @param files interval of the checks of certificate files
     * @param trust minimum pause between two requests for the cluster's ConfigMap
     * @param timers converts the timers of the event loop to the timers that measure pauses
     */
    record Timing(Duration files, Duration trust, UnaryOperator<Timers> timers) {
        static final Timing USUAL = new Timing(Duration.ofSeconds(10), Duration.ofSeconds(1), UnaryOperator.identity());
    }

    Security(
            Vertx vertx,
            AdapterConfig config,
            Timing timing,
            Clock clock,
            LongSupplier nanoTime,
            AdapterMetrics metrics)
            throws IOException {
        this.timing = timing;
        Timers loop = Timers.of(vertx, nanoTime);
        Timers timers = timing.timers().apply(loop);
        Optional<KubernetesAccess> way = Optional.empty();
        if (config.kubernetes().isPresent()) {
            way = Optional.of(KubernetesAccess.open(config.kubernetes().get()));
        }
        client = way.map(found -> new ApiClient(vertx, found, "sluice-autoscaler-adapter", loop));
        trust = config.auth() == AuthMode.OFF
                ? Optional.empty()
                : client.map(found -> new TrustWatch(timers, found, timing.trust(), metrics::authenticationConfigRead));
        access = trust.<AccessControl>flatMap(watch -> client.map(found -> new KubernetesAccessControl(
                        found,
                        watch,
                        path -> Target.of(path) instanceof Target.Document,
                        clock,
                        nanoTime,
                        why -> metrics.reviewFailed())))
                .orElseGet(AccessControl::off);
        files = config.tls().isPresent() && config.tls().get() instanceof TlsSettings.Files pem
                ? Optional.of(new CertificateFiles(vertx, pem, metrics::certificateServed, metrics::certificateFailed))
                : Optional.empty();
        selfSigned = config.tls()
                .filter(TlsSettings.SelfSigned.class::isInstance)
                .map(unused -> SelfSignedCertificate.create(clock.instant()));
        selfSigned.ifPresent(metrics::certificateServed);
    }

    AccessControl access() {
        return access;
    }

    /** Returns the reason why the adapter is not ready; empty if the adapter is ready. */
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
        return client.map(ApiClient::close).orElseGet(Future::succeededFuture);
    }
}
