package dev.sluice.exporter.kubernetes;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.kubernetes.KubernetesAccess;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot.SystemView;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.poll.SourceLog;
import dev.sluice.exporter.poll.Time;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * The Kubernetes objects of one cluster, kept current by watches. Retries until access to the API server is configured,
 * for example until a file is mounted. The exporter continues if the API server is unreachable or refuses some
 * resources, because each resource has its own age and failure.
 */
public final class KubernetesSource {

    /** Pause after a failure to read the files for access to the API server. */
    private static final Duration RETRY = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final Time time;
    private final String cluster;
    private final KubernetesConfig config;
    private final WatchTuning tuning;
    private final Waits waits;
    private final KubernetesAccess api;
    private final SourceLog log;
    private volatile boolean stopped;
    private volatile Optional<Watches> watches = Optional.empty();
    /** The status until the files for access to the API server have been read. */
    private volatile SourceStatus access;

    public KubernetesSource(
            Vertx vertx, Time time, String cluster, KubernetesConfig config, Map<String, String> environment) {
        this(vertx, time, cluster, config, environment, WatchTuning.DEFAULT, Waits.of(time.nanoTime()));
    }

    KubernetesSource(
            Vertx vertx,
            Time time,
            String cluster,
            KubernetesConfig config,
            Map<String, String> environment,
            WatchTuning tuning,
            Waits waits) {
        this.vertx = vertx;
        this.time = time;
        this.cluster = cluster;
        this.config = config;
        this.tuning = tuning;
        this.waits = waits;
        this.api = new KubernetesAccess(vertx, config.access(environment), "sluice-exporter");
        this.log = SourceLog.of(vertx, cluster);
        this.access = SourceStatus.waiting(cluster, "kube-access", new SourceStatus.Pace(RETRY, tuning.maxAge()));
    }

    /** Starts all watches. */
    public void start() {
        if (!stopped) {
            api.open().onSuccess(unused -> watch()).onFailure(this::failed);
        }
    }

    private void watch() {
        if (!stopped) {
            if (access.failure().isPresent()) {
                log.recovered(access.source());
            }
            Watches opened = new Watches();
            watches = Optional.of(opened);
            if (stopped) {
                var unused = opened.stop();
            }
        }
    }

    private void failed(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        FailureKind kind = failure instanceof TimeoutException ? FailureKind.TIMEOUT : FailureKind.UNREACHABLE;
        log.failed(access.source(), kind, message, access.failure().isPresent());
        access = access.failed(kind, message, time.clock().instant(), Duration.ZERO);
        vertx.setTimer(RETRY.toMillis(), unused -> start());
    }

    /** Ends all watches and closes their connections. */
    public Future<Void> stop() {
        stopped = true;
        return watches.map(Watches::stop).orElseGet(Future::succeededFuture);
    }

    /** Returns the current objects. Callable from any thread. */
    public KubernetesSnapshot snapshot() {
        return watches.map(Watches::snapshot)
                .orElseGet(() -> KubernetesSnapshot.empty(cluster).withResources(List.of(access), Set.of()));
    }

    /** The watches of all resources, each on its own thread. */
    private final class Watches {

        private final ResourceWatch.Surroundings around;
        private final Map<NodeSetSystem, OfSystem> systems = new LinkedHashMap<>();
        private final Optional<ResourceWatch<KubeNode>> nodes;
        private final Optional<ResourceWatch<GpuPod>> gpuPods;
        private final ResourceWatch<Autoscaler> hpas;
        private final ResourceWatch<ScaleLimit> scaledObjects;
        private final List<ResourceWatch<?>> all = new ArrayList<>();
        private final List<Thread> threads = new ArrayList<>();

        private record OfSystem(ResourceWatch<NodeSet> nodeSets, ResourceWatch<SlurmdPod> pods) {}

        /** Starts the watches. */
        Watches() {
            Context loop = vertx.getOrCreateContext();
            this.around = new ResourceWatch.Surroundings(
                    cluster,
                    new KubernetesApi(api, waits, tuning),
                    waits,
                    time.clock(),
                    tuning,
                    config.maxObjects(),
                    entry -> loop.runOnContext(unused -> entry.accept(log)));
            NodeSetReader.all(config.controller().orElse(""), config.statefulSets()).stream()
                    .filter(NodeSetReader::isWanted)
                    .forEach(system -> systems.put(
                            system.system(),
                            new OfSystem(
                                    watch(WatchedResource.nodeSets(system, config)),
                                    watch(WatchedResource.pods(system, config)))));
            this.nodes = config.nodes() ? Optional.of(watch(WatchedResource.nodes())) : Optional.empty();
            this.gpuPods =
                    config.machineGpus().enabled() ? Optional.of(watch(WatchedResource.gpuPods())) : Optional.empty();
            this.hpas = watch(WatchedResource.hpas(config));
            this.scaledObjects = watch(WatchedResource.scaledObjects(config));
        }

        private <T> ResourceWatch<T> watch(WatchedResource<T> resource) {
            ResourceWatch<T> watch = new ResourceWatch<>(around, resource);
            all.add(watch);
            Thread thread = new Thread(watch, resource.source() + " of " + cluster);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
            return watch;
        }

        Future<Void> stop() {
            threads.forEach(Thread::interrupt);
            return new BlockingCall<Void>("closing the connections to Kubernetes", BlockingCall.DEADLINE, () -> {
                        for (Thread thread : threads) {
                            thread.join(BlockingCall.DEADLINE.toMillis());
                        }
                        return null;
                    })
                    .result(vertx);
        }

        KubernetesSnapshot snapshot() {
            // Before the data: a source that is up already has data.
            List<WatchHealth.State> states =
                    all.stream().map(watch -> watch.health().state()).toList();
            Map<NodeSetSystem, SystemView> views = new LinkedHashMap<>();
            systems.forEach((system, both) -> views.put(
                    system,
                    new SystemView(both.nodeSets().published(), both.pods().published())));
            return new KubernetesSnapshot(
                    cluster,
                    views,
                    nodes.flatMap(ResourceWatch::published),
                    gpuPods.flatMap(ResourceWatch::published),
                    hpas.published(),
                    scaledObjects.published(),
                    states.stream().map(WatchHealth.State::status).toList(),
                    states.stream()
                            .filter(WatchHealth.State::denied)
                            .map(state -> state.status().source())
                            .collect(Collectors.toSet()));
        }
    }
}
