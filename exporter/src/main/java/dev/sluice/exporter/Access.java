package dev.sluice.exporter;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.api.ApiServer;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.SelfMetrics;
import dev.sluice.exporter.model.Validity;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The access rules and certificates of the two servers, reloaded when their files change. */
final class Access {

    private static final Logger LOG = LoggerFactory.getLogger(Access.class);

    /** The kubelet itself takes up to a minute to update a mounted Secret. */
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private static final String METRICS = "prometheus";
    private static final String API = "api";

    private final Protection metrics;
    private final Protection api;
    private final Set<String> unreadable = new HashSet<>();

    /**
     * @throws IOException if a file is unusable
     */
    Access(ExporterConfig config) throws IOException {
        metrics = Protection.of(METRICS, config.prometheus().listen(), false);
        api = Protection.of(API, config.api().listen(), config.api().proxy().isPresent());
    }

    /** Returns the problems with the content of the configured files; each line begins with the path of the key. */
    static List<String> problems(ExporterConfig config) {
        List<String> problems =
                new ArrayList<>(Protection.problems(METRICS, config.prometheus().listen()));
        problems.addAll(Protection.problems(API, config.api().listen()));
        for (int i = 0; i < config.clusters().size(); i++) {
            String section = "clusters[" + i + "].slurm.tls";
            config.clusters().get(i).slurm().tls().ifPresent(tls -> problems.addAll(tls.problems(section)));
        }
        config.otlp().tls().ifPresent(tls -> problems.addAll(tls.problems("otlp.tls")));
        return problems;
    }

    Protection metrics() {
        return metrics;
    }

    Protection api() {
        return api;
    }

    /** Starts checking the files for changes. */
    void follow(Vertx vertx, ApiServer server) {
        if (metrics.present() || api.present()) {
            BlockingCall<Boolean> metricsFiles = reading(metrics);
            BlockingCall<Boolean> apiFiles = reading(api);
            vertx.setPeriodic(INTERVAL.toMillis(), unused -> {
                metricsFiles.result(vertx).onComplete(read -> log(metrics, read));
                apiFiles.result(vertx)
                        .onComplete(read -> log(api, read))
                        .otherwise(false)
                        .compose(changed -> changed ? server.renewCertificate() : Future.succeededFuture())
                        .onFailure(e -> LOG.atError().setCause(e).log("cannot use a changed certificate"));
            });
        }
    }

    private static BlockingCall<Boolean> reading(Protection protection) {
        return new BlockingCall<>(
                "reading the certificate and credentials of " + protection.server(),
                BlockingCall.DEADLINE,
                protection::look);
    }

    /** Logs the first of several failures. If reading hangs, the previous values stay in use. */
    private void log(Protection protection, AsyncResult<Boolean> read) {
        if (read.succeeded()) {
            unreadable.remove(protection.server());
        } else if (unreadable.add(protection.server())) {
            LOG.atWarn()
                    .addKeyValue("server", protection.server())
                    .addKeyValue("failure", read.cause().getMessage())
                    .log("cannot read certificate or credentials, previous ones stay in use");
        }
    }

    /** Returns the metrics of the protected servers; empty if no server is protected. */
    Optional<MetricBatch> counts() {
        List<SelfMetrics.Access.Server> servers = Stream.of(metrics, api)
                .filter(Protection::present)
                .map(Access::server)
                .toList();
        return Optional.of(SelfMetrics.Access.SECTION.batch(new SelfMetrics.Access(servers)))
                .filter(any -> !servers.isEmpty());
    }

    private static SelfMetrics.Access.Server server(Protection protection) {
        return new SelfMetrics.Access.Server(
                protection.server(),
                protection.refused(),
                protection.certificate().map(shown -> new Validity(shown.expires(), Optional.of(shown.lifetime()))),
                protection.failures());
    }
}
