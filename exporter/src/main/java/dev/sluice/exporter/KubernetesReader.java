package dev.sluice.exporter;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.kubernetes.KubernetesClients;
import dev.sluice.exporter.config.KubernetesConfig;
import dev.sluice.exporter.kubernetes.KubernetesSettings;
import dev.sluice.exporter.kubernetes.KubernetesSource;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.publish.NodeSetConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the Kubernetes objects of one cluster. Retries until access to the API server is configured, for example until
 * a file is mounted. Meanwhile, the exporter serves Slurm's metrics.
 */
final class KubernetesReader {

    private static final Logger LOG = LoggerFactory.getLogger(KubernetesReader.class);

    /**
     * Maximum age of the data after the last event of a watch. A silent watch is detected well before the data reaches
     * this age.
     */
    private static final Duration MAX_AGE = Duration.ofSeconds(90);

    private static final Duration RETRY = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final Time time;
    private final String cluster;
    private final KubernetesConfig config;
    private final BlockingCall<KubernetesClient> opening;
    private volatile boolean stopped;
    private volatile Optional<KubernetesSource> source = Optional.empty();
    /** The status until the files for access to the API server have been read. */
    private volatile SourceStatus access;

    KubernetesReader(Vertx vertx, Time time, String cluster, KubernetesConfig config, Map<String, String> environment) {
        this.vertx = vertx;
        this.time = time;
        this.cluster = cluster;
        this.config = config;
        this.opening = KubernetesClients.opening(vertx, config.access(environment), KubernetesSource.USER_AGENT);
        this.access = SourceStatus.waiting(cluster, "kube-access", new SourceStatus.Pace(RETRY, MAX_AGE));
    }

    void start() {
        if (!stopped) {
            opening.result(vertx).onSuccess(this::read).onFailure(this::failed);
        }
    }

    private void read(KubernetesClient client) {
        if (stopped) {
            client.close();
            return;
        }
        KubernetesSource opened = new KubernetesSource(vertx, time, settings(), client);
        source = Optional.of(opened);
        opened.start();
    }

    private void failed(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        FailureKind kind = failure instanceof TimeoutException ? FailureKind.TIMEOUT : FailureKind.UNREACHABLE;
        if (access.failure().isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("cluster", cluster)
                    .addKeyValue("failure", message)
                    .log("cannot read kubernetes");
        }
        access = access.failed(kind, message, time.clock().instant(), Duration.ZERO);
        vertx.setTimer(RETRY.toMillis(), unused -> start());
    }

    Future<Void> stop() {
        stopped = true;
        return source.map(KubernetesSource::stop).orElseGet(Future::succeededFuture);
    }

    /** Returns the current objects. Callable from any thread. */
    KubernetesSnapshot snapshot() {
        return source.map(KubernetesSource::snapshot)
                .orElseGet(() -> KubernetesSnapshot.empty(cluster).withResources(List.of(access), Set.of()));
    }

    List<SourceStatus> sources() {
        return snapshot().resources();
    }

    private KubernetesSettings settings() {
        return new KubernetesSettings(
                cluster,
                config.namespace(),
                config.controller(),
                config.nodeSets().stream()
                        .filter(set -> set.kind() == NodeSetConfig.NodeSetKind.STATEFULSET)
                        .map(set -> new ObjectName(set.namespace(), set.name()))
                        .collect(Collectors.toSet()),
                config.nodes(),
                config.machineGpus().enabled(),
                MAX_AGE,
                config.maxObjects());
    }
}
