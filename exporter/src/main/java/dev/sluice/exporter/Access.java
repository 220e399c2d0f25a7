package dev.sluice.exporter;

import dev.sluice.common.blocking.FollowedFiles;
import dev.sluice.common.tls.ServerCertificate;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.api.ApiServer;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.SelfMetrics;
import dev.sluice.exporter.model.Validity;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The access rules and certificates of the two servers, reloaded when their files change. */
final class Access {

    /** The kubelet itself takes up to a minute to update a mounted Secret. */
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private static final String METRICS = "prometheus";
    private static final String API = "api";

    private final Protection metrics;
    private final Protection api;

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
        follow(vertx, metrics, unused -> Future.succeededFuture());
        follow(vertx, api, unused -> server.renewCertificate());
    }

    private static void follow(
            Vertx vertx, Protection protection, Function<Optional<ServerCertificate>, Future<?>> use) {
        if (protection.present()) {
            new FollowedFiles<>(
                            "the certificate and credentials of " + protection.server(),
                            protection::look,
                            protection.certificate(),
                            () -> {})
                    .follow(vertx, INTERVAL, use);
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
