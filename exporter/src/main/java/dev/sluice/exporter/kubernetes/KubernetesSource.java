package dev.sluice.exporter.kubernetes;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.exporter.kubernetes.system.NodeSetReader;
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
import io.fabric8.kubernetes.client.KubernetesClient;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The Kubernetes objects of one cluster, kept current by watches. The exporter continues if the API server is
 * unreachable or refuses some resources, because each resource has its own age and failure.
 */
public final class KubernetesSource {

    /** The exporter's name in the API server's log. */
    public static final String USER_AGENT = "sluice-exporter";

    private final Vertx vertx;
    private final KubernetesClient client;
    private final KubernetesSettings settings;
    private final ResourceWatch.Surroundings around;

    private final Map<NodeSetSystem, Watches> systems = new LinkedHashMap<>();
    private final Optional<ResourceWatch<KubeNode>> nodes;
    private final Optional<ResourceWatch<GpuPod>> gpuPods;
    private final ResourceWatch<Autoscaler> hpas;
    private final ResourceWatch<ScaleLimit> scaledObjects;
    private final List<ResourceWatch<?>> all = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    private record Watches(ResourceWatch<NodeSet> nodeSets, ResourceWatch<SlurmdPod> pods) {}

    /**
     * Prepares the watches; {@link #start()} starts the watches.
     *
     * @param client client that {@link #stop()} closes
     */
    public KubernetesSource(Vertx vertx, Time time, KubernetesSettings settings, KubernetesClient client) {
        this(vertx, time, settings, client, WatchTuning.DEFAULT, Waits.of(time.nanoTime()));
    }

    KubernetesSource(
            Vertx vertx,
            Time time,
            KubernetesSettings settings,
            KubernetesClient client,
            WatchTuning tuning,
            Waits waits) {
        this.vertx = vertx;
        this.client = client;
        this.settings = settings;
        Context loop = vertx.getOrCreateContext();
        SourceLog log = SourceLog.of(vertx, settings.cluster());
        this.around = new ResourceWatch.Surroundings(
                new KubernetesApi(client, waits, tuning),
                waits,
                time.clock(),
                tuning,
                settings,
                entry -> loop.runOnContext(unused -> entry.accept(log)));
        NodeSetReader.all(settings.controller().orElse(""), settings.statefulSets()).stream()
                .filter(NodeSetReader::isWanted)
                .forEach(system -> systems.put(
                        system.system(),
                        new Watches(
                                watch(WatchedResource.nodeSets(system, settings)),
                                watch(WatchedResource.pods(system, settings)))));
        this.nodes = settings.nodes() ? Optional.of(watch(WatchedResource.nodes())) : Optional.empty();
        this.gpuPods = settings.gpuPods() ? Optional.of(watch(WatchedResource.gpuPods())) : Optional.empty();
        this.hpas = watch(WatchedResource.hpas(settings));
        this.scaledObjects = watch(WatchedResource.scaledObjects(settings));
    }

    private <T> ResourceWatch<T> watch(WatchedResource<T> resource) {
        ResourceWatch<T> watch = new ResourceWatch<>(around, resource);
        all.add(watch);
        return watch;
    }

    /** Starts all watches. */
    public synchronized void start() {
        for (ResourceWatch<?> watch : all) {
            Thread thread = new Thread(watch, watch.what().source() + " of " + settings.cluster());
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    /** Ends all watches and closes their connections. */
    public synchronized Future<Void> stop() {
        threads.forEach(Thread::interrupt);
        return new BlockingCall<Void>("closing the connections to Kubernetes", BlockingCall.DEADLINE, () -> {
                    for (Thread thread : List.copyOf(threads)) {
                        thread.join(BlockingCall.DEADLINE.toMillis());
                    }
                    client.close();
                    return null;
                })
                .result(vertx);
    }

    /** Returns the current objects. Callable from any thread. */
    public KubernetesSnapshot snapshot() {
        // Before the data: a source that is up already has data.
        List<WatchHealth.State> states =
                all.stream().map(watch -> watch.health().state()).toList();
        Map<NodeSetSystem, SystemView> views = new LinkedHashMap<>();
        systems.forEach((system, watches) -> views.put(
                system,
                new SystemView(watches.nodeSets().published(), watches.pods().published())));
        return new KubernetesSnapshot(
                settings.cluster(),
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
