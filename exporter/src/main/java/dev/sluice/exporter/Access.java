package dev.sluice.exporter;

import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.access.ServerCertificate;
import dev.sluice.exporter.api.ApiServer;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.metrics.AccessMetrics;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who may ask our two servers, and the files that say so, which are followed. */
final class Access {

    private static final Logger LOG = LoggerFactory.getLogger(Access.class);

    /** The kubelet itself takes up to a minute to bring a Secret that has changed. */
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private static final String METRICS = "prometheus";
    private static final String API = "api";

    private final Protection metrics;
    private final Protection api;
    private boolean looking;

    /**
     * @throws IOException where a file cannot be used
     */
    Access(ExporterConfig config) throws IOException {
        metrics = Protection.of(METRICS, config.prometheus());
        api = Protection.of(API, config.api().listen());
    }

    /** What is wrong with the content of files that the configuration names; each line begins with the key's path. */
    static List<String> problems(ExporterConfig config) {
        List<String> problems = new ArrayList<>(Protection.problems(METRICS, config.prometheus()));
        problems.addAll(Protection.problems(API, config.api().listen()));
        return problems;
    }

    Protection metrics() {
        return metrics;
    }

    Protection api() {
        return api;
    }

    /** Begins to look for changes. */
    void follow(Vertx vertx, ApiServer server) {
        if (metrics.present() || api.present()) {
            vertx.setPeriodic(INTERVAL.toMillis(), unused -> look(vertx, server));
        }
    }

    private void look(Vertx vertx, ApiServer server) {
        if (looking) {
            return;
        }
        looking = true;
        vertx.executeBlocking(() -> {
                    metrics.look();
                    return api.look();
                })
                .compose(changed -> changed ? server.renewCertificate() : Future.succeededFuture())
                .onFailure(e -> LOG.atError().setCause(e).log("cannot take a changed certificate"))
                .onComplete(unused -> looking = false);
    }

    /** Empty where nothing is protected. */
    Optional<AccessMetrics> counts() {
        List<AccessMetrics.Server> servers = Stream.of(metrics, api)
                .filter(Protection::present)
                .map(Access::server)
                .toList();
        return Optional.of(new AccessMetrics(servers)).filter(any -> !servers.isEmpty());
    }

    private static AccessMetrics.Server server(Protection protection) {
        Map<String, Long> refused = protection.refused().entrySet().stream()
                .collect(Collectors.toMap(entry -> entry.getKey().label(), Map.Entry::getValue));
        return new AccessMetrics.Server(
                protection.server(),
                refused,
                protection.certificate().map(ServerCertificate::expires),
                protection.failures());
    }
}
