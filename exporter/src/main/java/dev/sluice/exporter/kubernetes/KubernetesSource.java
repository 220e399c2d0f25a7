package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.KubernetesAccess;
import dev.sluice.common.kubernetes.Timers;
import dev.sluice.common.kubernetes.WatchTuning;
import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.Inspection;
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
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The Kubernetes objects of one cluster, kept current by watches. The exporter continues if the API server is
 * unreachable or refuses some resources, because each resource has its own age and failure.
 */
public final class KubernetesSource {

    static final String USER_AGENT = "sluice-exporter";

    /** Time for which changes are collected before publication. */
    private static final Duration DEBOUNCE = Duration.ofMillis(250);

    private final Vertx vertx;
    private final KubernetesSettings settings;
    private final ApiClient client;
    private final ApiGroups groups;
    private final Context context;
    private final Consumer<KubernetesSnapshot> listener;

    private final Map<NodeSetSystem, ResourceWatch<NodeSet>> nodeSets = new EnumMap<>(NodeSetSystem.class);
    private final Map<NodeSetSystem, ResourceWatch<SlurmdPod>> pods = new EnumMap<>(NodeSetSystem.class);
    private final Optional<ResourceWatch<KubeNode>> nodes;
    private final Optional<ResourceWatch<GpuPod>> gpuPods;
    private final ResourceWatch<ScaleLimit> hpas;
    private final ResourceWatch<ScaleLimit> scaledObjects;
    private final List<ResourceWatch<?>> all = new ArrayList<>();

    private boolean announced;
    private boolean stopped;

    /**
     * Prepares the watches; {@link #start()} starts the watches.
     *
     * @param listener called on the event loop after changes; called only once for many changes within a short time
     */
    public KubernetesSource(
            Vertx vertx,
            Time time,
            KubernetesSettings settings,
            KubernetesAccess access,
            Consumer<KubernetesSnapshot> listener) {
        this(vertx, time, settings, access, listener, WatchTuning.DEFAULT, Timers.of(vertx, time.nanoTime()));
    }

    KubernetesSource(
            Vertx vertx,
            Time time,
            KubernetesSettings settings,
            KubernetesAccess access,
            Consumer<KubernetesSnapshot> listener,
            WatchTuning tuning,
            Timers timers) {
        this.vertx = vertx;
        this.settings = settings;
        this.listener = listener;
        this.client = new ApiClient(vertx, access, USER_AGENT, timers);
        this.groups = new ApiGroups(client, timers, tuning);
        this.context = vertx.getOrCreateContext();
        SplittableRandom random = new SplittableRandom();
        ResourceWatch.Surroundings surroundings = new ResourceWatch.Surroundings(
                timers,
                client,
                groups,
                time.clock(),
                tuning,
                settings,
                SourceLog.of(vertx, settings.cluster()),
                random::nextDouble);
        for (NodeSetSystem system : NodeSetSystem.values()) {
            if (system != NodeSetSystem.STATEFULSET || !settings.statefulSets().isEmpty()) {
                nodeSets.put(system, watch(surroundings, WatchedResources.nodeSets(system, settings)));
                pods.put(system, watch(surroundings, WatchedResources.pods(system, settings)));
            }
        }
        this.nodes = settings.nodes() ? Optional.of(watch(surroundings, WatchedResources.nodes())) : Optional.empty();
        this.gpuPods =
                settings.gpuPods() ? Optional.of(watch(surroundings, WatchedResources.gpuPods())) : Optional.empty();
        this.hpas = watch(surroundings, WatchedResources.hpas());
        this.scaledObjects = watch(surroundings, WatchedResources.scaledObjects());
    }

    private <T> ResourceWatch<T> watch(ResourceWatch.Surroundings surroundings, WatchedResource<T> resource) {
        ResourceWatch<T> watch = new ResourceWatch<>(surroundings, resource, this::changed);
        all.add(watch);
        return watch;
    }

    /**
     * Starts all watches. All watches share one context. With several contexts, Vert.x would lose the first chunks of
     * responses.
     */
    public void start() {
        context.runOnContext(unused -> all.forEach(ResourceWatch::begin));
    }

    /** Reads the data that only {@code sluice doctor} needs. */
    public Future<Inspection> inspect() {
        return new Inspector(client, settings).inspect(all);
    }

    /** Ends all watches and closes their connections. */
    public Future<Void> stop() {
        Promise<Void> done = Promise.promise();
        context.runOnContext(unused -> {
            stopped = true;
            groups.stop();
            all.forEach(ResourceWatch::stop);
            client.close().onComplete(done);
        });
        return done.future();
    }

    /** Returns the current objects. Callable from any thread. */
    public KubernetesSnapshot snapshot() {
        Map<NodeSetSystem, SystemView> systems = new EnumMap<>(NodeSetSystem.class);
        nodeSets.forEach((system, watch) -> systems.put(
                system,
                new SystemView(
                        watch.published(), Optional.ofNullable(pods.get(system)).flatMap(ResourceWatch::published))));
        return new KubernetesSnapshot(
                settings.cluster(),
                systems,
                nodes.flatMap(ResourceWatch::published),
                gpuPods.flatMap(ResourceWatch::published),
                hpas.published(),
                scaledObjects.published(),
                all.stream().map(ResourceWatch::status).toList());
    }

    private void changed() {
        if (announced || stopped) {
            return;
        }
        announced = true;
        vertx.setTimer(DEBOUNCE.toMillis(), unused -> {
            announced = false;
            if (!stopped) {
                all.forEach(ResourceWatch::publish);
                listener.accept(snapshot());
            }
        });
    }
}
