package dev.sluice.exporter;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.kubernetes.KubernetesClients;
import dev.sluice.exporter.config.cluster.KubernetesConfig;
import dev.sluice.exporter.kubernetes.KubernetesSettings;
import dev.sluice.exporter.kubernetes.KubernetesSource;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ResourceStatus;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.publish.NodeSetConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private static final SourceStatus.Pace PACE = new SourceStatus.Pace(RETRY, MAX_AGE);
    private static final String ACCESS = "kube-access";

    private final Vertx vertx;
    private final Time time;
    private final String cluster;
    private final KubernetesConfig config;
    private final BlockingCall<KubernetesClient> opening;
    private volatile boolean stopped;
    private volatile Optional<KubernetesSource> source = Optional.empty();
    /** Empty, with the reason why there is no access to the API server. */
    private volatile KubernetesSnapshot without;

    KubernetesReader(Vertx vertx, Time time, String cluster, KubernetesConfig config, Map<String, String> environment) {
        this.vertx = vertx;
        this.time = time;
        this.cluster = cluster;
        this.config = config;
        this.opening = KubernetesClients.opening(vertx, config.access(environment), KubernetesSource.USER_AGENT);
        this.without = without(ResourceStatus.State.STARTING, SourceStatus.waiting(cluster, ACCESS, PACE));
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
        if (failure().isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("cluster", cluster)
                    .addKeyValue("failure", message)
                    .log("cannot read kubernetes");
        }
        Instant since = failure().map(SourceStatus.Failure::since).orElseGet(time.clock()::instant);
        without = without(ResourceStatus.State.FAILING, failing(new SourceStatus.Failure(kind, message, since)));
        vertx.setTimer(RETRY.toMillis(), unused -> start());
    }

    Future<Void> stop() {
        stopped = true;
        return source.map(KubernetesSource::stop).orElseGet(Future::succeededFuture);
    }

    /** Returns the current objects. Callable from any thread. */
    KubernetesSnapshot snapshot() {
        return source.map(KubernetesSource::snapshot).orElse(without);
    }

    List<SourceStatus> sources() {
        return snapshot().resources().stream().map(ResourceStatus::source).toList();
    }

    private Optional<SourceStatus.Failure> failure() {
        return without.resources().stream()
                .flatMap(resource -> resource.source().failure().stream())
                .findFirst();
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

    private SourceStatus failing(SourceStatus.Failure failure) {
        return new SourceStatus(
                cluster,
                ACCESS,
                PACE,
                Optional.empty(),
                SourceStatus.Answer.NONE,
                SourceStatus.Polls.NONE,
                Optional.of(failure),
                Optional.empty());
    }

    private KubernetesSnapshot without(ResourceStatus.State now, SourceStatus status) {
        return KubernetesSnapshot.empty(cluster).withResources(List.of(new ResourceStatus(now, status)));
    }
}
