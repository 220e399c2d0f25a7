package dev.sluice.exporter.kubernetes;

import static dev.sluice.exporter.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.common.kubernetes.AccessSettings;
import dev.sluice.common.kubernetes.KubernetesAccess;
import dev.sluice.common.kubernetes.Timers;
import dev.sluice.common.kubernetes.WatchTuning;
import dev.sluice.common.scheduling.job.GpuRequest;
import dev.sluice.common.scheduling.job.JobRequest;
import dev.sluice.common.tls.ClientTls;
import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ResourceStatus;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.slurm.Slurmrestd;
import dev.sluice.exporter.slurm.http.SlurmConnection;
import dev.sluice.exporter.slurm.http.TokenReader;
import dev.sluice.exporter.slurm.memory.AnswerMemory;
import dev.sluice.exporter.slurm.schema.RecordUse;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.SimulatedSlurmrestd;
import dev.sluice.simulator.kubernetes.KubeconfigFile;
import dev.sluice.simulator.kubernetes.KubernetesOptions;
import dev.sluice.simulator.kubernetes.SimulatedKubernetes;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import dev.sluice.simulator.kubernetes.hpa.MetricReading;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the simulated Kubernetes with the exporter, through a kubeconfig and over HTTP. */
class SimulatedKubernetesTest {

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final String H100 = "slurm-worker-gpu-h100";

    private final Vertx vertx = Vertx.vertx();
    private final SimulatedSlurmrestd restd;
    private final SimulatedKubernetes kubernetes;
    private final SimulatedApiServer server;
    private Optional<KubernetesSource> source = Optional.empty();

    @TempDir
    private Path directory = Path.of("");

    SimulatedKubernetesTest() throws Exception {
        SimulatedCluster cluster = SimulatedCluster.quietOnKubernetes(NOW, KubernetesOptions.USUAL);
        restd = SimulatedSlurmrestd.start(cluster);
        kubernetes = cluster.kubernetes().orElseThrow();
        server = kubernetes.serve(0, Duration.ofMillis(50));
    }

    @AfterEach
    void stop() throws Exception {
        if (source.isPresent()) {
            join(source.get().stop());
        }
        server.close();
        restd.close();
        join(vertx.close());
    }

    @Test
    void readsAllThatThereIs() throws Exception {
        start(2);
        await().untilAsserted(() -> assertThat(snapshot().pods()).hasSize(5));
        awaitState("kube-nodesets-slinky", ResourceStatus.State.CURRENT);
        awaitState("kube-nodes", ResourceStatus.State.CURRENT);
        awaitState("kube-hpas", ResourceStatus.State.CURRENT);
        awaitState("kube-nodesets-sunk", ResourceStatus.State.ABSENT);
        awaitState("kube-pods-soperator", ResourceStatus.State.ABSENT);
        awaitState("kube-scaledobjects", ResourceStatus.State.ABSENT);
        NodeSet set = nodeSet();
        assertThat(set.slurmName()).isEqualTo("gpu-h100");
        assertThat(set.replicas()).hasValue(4);
        assertThat(set.status().ready()).hasValue(4);
        assertThat(set.status().idle()).hasValue(4);
        assertThat(set.resources().milliCpus()).isEqualTo(96_000);
        assertThat(set.resources().gpus()).containsEntry("nvidia.com/gpu", 8L);
        assertThat(snapshot().nodes().orElseThrow().value()).hasSize(16);
        awaitState("kube-gpu-pods", ResourceStatus.State.CURRENT);
        // The pods of the NodeSet cloud request no GPUs.
        assertThat(snapshot().gpuPods().orElseThrow().value())
                .hasSize(4)
                .allMatch(held -> held.gpus().equals(Map.of("nvidia.com/gpu", 8L)));
        assertThat(snapshot().hpas().orElseThrow().value())
                .extracting(ScaleLimit::targetName, ScaleLimit::min, ScaleLimit::max)
                .containsExactly(tuple("slurm-worker-cloud", 0, 6), tuple(H100, 1, 10));
        SlurmdPod pod = pods().get(0);
        assertThat(pod.slurmNode()).isEqualTo("gpu-h100-0");
        assertThat(pod.ready()).isTrue();
    }

    @Test
    void followsAScaleUpByWatch() throws Exception {
        start(500);
        await().untilAsserted(() -> assertThat(pods()).hasSize(4));
        kubernetes.metricsFrom((namespace, set) -> new MetricReading.Value(set.equals(H100) ? 6000 : 1000));
        restd.advance(Duration.ofSeconds(25));
        await().untilAsserted(() -> {
            assertThat(pods()).hasSize(6).filteredOn(SlurmdPod::ready).hasSize(4);
            assertThat(nodeSet().replicas()).hasValue(6);
        });
        restd.advance(Duration.ofSeconds(90));
        await().untilAsserted(() -> assertThat(pods()).allMatch(SlurmdPod::ready));
        assertThat(status("kube-pods-slinky").source().failures()).isEmpty();
    }

    @Test
    void survivesA410() throws Exception {
        start(500);
        await().untilAsserted(() -> assertThat(pods()).hasSize(4));
        kubernetes.compact();
        kubernetes.scale(H100, 6);
        restd.advance(Duration.ofSeconds(10));
        await().untilAsserted(() -> assertThat(pods()).hasSize(6));
    }

    @Test
    void joinsEveryPodAndKnowsGhosts() throws Exception {
        restd.submit(JobRequest.named("train")
                .by("alice", "ml-train")
                .partitions("gpu")
                .gpus(GpuRequest.perNode(8).ofType("h100"))
                .build());
        restd.advance(Duration.ofMinutes(1));
        kubernetes.scale(H100, 3);
        restd.advance(Duration.ofMinutes(2));
        kubernetes.scale(H100, 5);
        restd.advance(Duration.ofSeconds(30));
        start(500);
        await().untilAsserted(() -> assertThat(pods()).hasSize(5));
        awaitState("kube-nodesets-slinky", ResourceStatus.State.CURRENT);
        awaitState("kube-nodes", ResourceStatus.State.CURRENT);
        awaitState("kube-hpas", ResourceStatus.State.CURRENT);

        ClusterJoin join = ClusterJoin.of(slurm(), snapshot(), Map.of());

        // The deleted pod was the idle pod with the highest ordinal. A new pod with the same ordinal is starting.
        assertThat(join.nodes().values())
                .filteredOn(node -> node.pod().isPresent())
                .extracting(node -> node.node().name())
                .containsExactly("cloud-0", "gpu-h100-0", "gpu-h100-1", "gpu-h100-2", "gpu-h100-3");
        assertThat(join.unregistered()).extracting(SlurmdPod::name).containsExactly(H100 + "-4");
        assertThat(join.nodes().values())
                .filteredOn(node -> node.nodeSet().isPresent())
                .hasSize(5)
                .allMatch(node -> node.kubeNode().isPresent());
        assertThat(join.mismatches()).isEmpty();
        Pool pool = join.pools().get(1);
        assertThat(pool.name().name()).isEqualTo(H100);
        assertThat(pool.partitions()).containsExactlyInAnyOrder("all", "gpu");
        assertThat(pool.max()).isEqualTo(10);
        assertThat(pool.notScalable()).isEmpty();
    }

    @Test
    void aScaledInNodeIsAGhost() throws Exception {
        kubernetes.scale(H100, 3);
        restd.advance(Duration.ofMinutes(2));
        start(500);
        await().untilAsserted(() -> assertThat(pods()).hasSize(3));
        awaitState("kube-nodesets-slinky", ResourceStatus.State.CURRENT);

        ClusterJoin join = ClusterJoin.of(slurm(), snapshot(), Map.of());

        assertThat(join.nodes().values())
                .filteredOn(JoinedNode::ghost)
                .extracting(node -> node.node().name())
                .containsExactly("gpu-h100-3");
        assertThat(join.mismatches()).isEmpty();
    }

    private ClusterSnapshot slurm() throws Exception {
        SlurmConnection connection = new SlurmConnection(
                "harbor",
                new SlurmConnection.Tcp(false, "127.0.0.1", restd.uri().getPort(), ""),
                "slurm",
                TokenReader.none(),
                ClientTls.DEFAULTS,
                Optional.empty(),
                Duration.ofSeconds(20));
        Slurmrestd slurmrestd =
                new Slurmrestd(vertx, connection, System::nanoTime, RecordUse.SCALING, new AnswerMemory());
        Observed<List<Node>> nodes = observed(slurmrestd::nodes);
        ClusterSnapshot snapshot = ClusterSnapshot.empty("harbor")
                .withNodes(nodes)
                .withPartitions(observed(slurmrestd::partitions))
                .withJobs(observed(() -> slurmrestd.jobs(connection.deadline())), nodes);
        join(slurmrestd.close());
        return snapshot;
    }

    private <T> Observed<T> observed(Supplier<Future<Fetched<T>>> request) throws Exception {
        Promise<Fetched<T>> answer = Promise.promise();
        vertx.runOnContext(unused -> request.get().onComplete(answer));
        return new Observed<>(join(answer.future()).value().orElseThrow(), NOW);
    }

    private static <T> T join(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private void start(int pageSize) throws Exception {
        Path kubeconfig = directory.resolve("kubeconfig");
        KubeconfigFile.write(kubeconfig, server.uri());
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        AccessSettings access = new AccessSettings.Kubeconfig(kubeconfig, "");
        WatchTuning quick = QuickTuning.withSilence(Duration.ofSeconds(20));
        WatchTuning tuning = new WatchTuning(
                pageSize,
                quick.deadline(),
                quick.watchTimeout(),
                quick.silence(),
                quick.firstBackoff(),
                quick.maxBackoff(),
                quick.recheck());
        KubernetesSource started = new KubernetesSource(
                vertx,
                new Time(clock, System::nanoTime),
                new KubernetesSettings(
                        "harbor",
                        Optional.of("slurm"),
                        Optional.empty(),
                        Set.of(),
                        true,
                        true,
                        Duration.ofSeconds(90),
                        50_000),
                KubernetesAccess.open(access),
                unused -> {},
                tuning,
                Timers.of(vertx, System::nanoTime));
        source = Optional.of(started);
        started.start();
    }

    private KubernetesSnapshot snapshot() {
        return source.orElseThrow().snapshot();
    }

    private NodeSet nodeSet() {
        return snapshot()
                .nodeSets()
                .filter(set -> set.name().equals(H100))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no NodeSet " + H100));
    }

    private List<SlurmdPod> pods() {
        return snapshot()
                .pods()
                .filter(pod ->
                        pod.system() == NodeSetSystem.SLINKY && pod.nodeSet().equals(H100))
                .toList();
    }

    private ResourceStatus status(String name) {
        return snapshot().resources().stream()
                .filter(resource -> resource.source().source().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void awaitState(String name, ResourceStatus.State state) {
        await().untilAsserted(() -> assertThat(status(name).state()).isEqualTo(state));
    }
}
