package dev.sluice.chaos.stage;

import dev.sluice.fixtures.Capture;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.SimulatedSlurmrestd;
import dev.sluice.simulator.kubernetes.KubeconfigFile;
import dev.sluice.simulator.kubernetes.KubernetesOptions;
import dev.sluice.simulator.kubernetes.api.ApiHandler;
import dev.sluice.simulator.kubernetes.api.Json;
import dev.sluice.simulator.kubernetes.api.ObjectKey;
import dev.sluice.simulator.kubernetes.api.ResourceType;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import dev.sluice.simulator.kubernetes.api.Trees;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The programs under test with their clusters: exporter and adapter as processes, a healthy cluster, and several
 * clusters behind hostile proxies. The first hostile cluster has Kubernetes. The exporter and the adapter use separate
 * proxies in front of the API server of this cluster.
 */
public final class Stage implements AutoCloseable {

    public static final String HEALTHY = "healthy";
    static final String TOKEN = "c2VjcmV0.VGhpc0lzVGhlVG9rZW5UaGF0Tm9ib2R5TWF5U2Vl.c2lnbmF0dXJl";
    static final int HOSTILE_CLUSTERS = 10;
    /** Request timeout in the exporter's configuration. */
    public static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** The chart's memory limits in MiB. */
    private static final int EXPORTER_LIMIT = 256;

    private static final int ADAPTER_LIMIT = 192;
    /** The interval at which the adapter reads the exporter. */
    public static final Duration ADAPTER_INTERVAL = Duration.ofSeconds(1);

    private final Path folder;
    private final Programs programs;
    private final List<HostileProxy> proxies = new ArrayList<>();
    private final SimulatedSlurmrestd hostileSlurm;
    private final SimulatedSlurmrestd healthySlurm;
    private final SimulatedApiServer hostileApi;
    private final SimulatedApiServer healthyApi;
    private final HostileProxy apiProxy;
    private final HostileProxy adapterProxy;
    private Optional<Program> exporter = Optional.empty();
    private Optional<Program> adapter = Optional.empty();
    private int starts;
    private int metricsPort;
    private int apiPort;
    private int adapterPort;
    private int adapterOperationsPort;
    private int kedaPort;

    /**
     * The paths of the programs.
     *
     * @param jvmOptions file with the launcher's flags
     */
    public record Programs(Path jvmOptions, Path exporterJar, Path adapterJar) {}

    public Stage(Path folder, Programs programs, long seed) throws IOException {
        this.folder = folder;
        this.programs = programs;
        SimulatedCluster hostile = cluster();
        SimulatedCluster healthy = cluster();
        hostileApi = hostile.kubernetes().orElseThrow().serve(0);
        healthyApi = healthy.kubernetes().orElseThrow().serve(0);
        hostileSlurm = SimulatedSlurmrestd.start(hostile);
        healthySlurm = SimulatedSlurmrestd.start(healthy);
        for (int i = 0; i < HOSTILE_CLUSTERS; i++) {
            proxies.add(HostileProxy.before(hostileSlurm.uri().getPort(), seed + i));
        }
        apiProxy = HostileProxy.before(hostileApi.uri().getPort(), seed);
        adapterProxy = HostileProxy.before(hostileApi.uri().getPort(), seed);
        KubeconfigFile.write(folder.resolve("kubeconfig-healthy"), healthyApi.uri());
        KubeconfigFile.write(folder.resolve("kubeconfig-hostile"), URI.create("http://127.0.0.1:" + apiProxy.port()));
        KubeconfigFile.write(
                folder.resolve("kubeconfig-adapter"), URI.create("http://127.0.0.1:" + adapterProxy.port()));
        delegate(hostileApi.api());
        writeToken();
    }

    /**
     * Creates the API objects that the adapter reads: access rules, trusted authorities, and the adapter's Service.
     */
    private static void delegate(ApiHandler api) throws IOException {
        api.install(ResourceType.SECRETS);
        api.install(ResourceType.API_SERVICES);
        for (Callers.Caller caller : Callers.Caller.values()) {
            caller.mayRead().ifPresent(mayRead -> api.know(caller.user(), mayRead));
        }
        put(api, ResourceType.CONFIG_MAPS, "auth/configmap-extension-apiserver-authentication.json");
        put(api, ResourceType.API_SERVICES, "auth/apiservice-external.json");
    }

    private static void put(ApiHandler api, ResourceType type, String capture) throws IOException {
        Map<String, Object> object = Json.parse(Capture.ofKubernetes("1.36").bytes(capture));
        Map<String, Object> metadata = Trees.at(object, "metadata");
        ObjectKey key = new ObjectKey(
                type,
                Trees.text(metadata, "namespace").orElse(""),
                Trees.text(metadata, "name").orElseThrow());
        Map<String, Object> body = new LinkedHashMap<>(object);
        body.keySet().removeAll(List.of("kind", "apiVersion"));
        api.put(key, body);
    }

    /** Creates a quiet cluster with running jobs and one pending job. */
    private static SimulatedCluster cluster() {
        SimulatedCluster cluster = SimulatedCluster.quietOnKubernetes(Instant.now(), KubernetesOptions.USUAL);
        for (int i = 0; i < 12; i++) {
            cluster.submit(JobRequest.named("work" + i)
                    .tasks(1 + i % 4)
                    .runs(Duration.ofHours(10))
                    .limit(Duration.ofHours(12))
                    .build());
        }
        cluster.advance(Duration.ofMinutes(2));
        return cluster;
    }

    public void writeToken() throws IOException {
        Files.deleteIfExists(tokenFile());
        Files.writeString(tokenFile(), TOKEN + "\n");
    }

    public Path tokenFile() {
        return folder.resolve("token");
    }

    public Path folder() {
        return folder;
    }

    public void start() throws IOException, InterruptedException {
        start(List.of(), Optional.empty());
    }

    /**
     * Starts both programs.
     *
     * @param prefix command that runs the program named in the command's arguments; empty to run the program directly
     * @param moreClusters YAML of an additional cluster
     */
    public void start(List<String> prefix, Optional<String> moreClusters) throws IOException, InterruptedException {
        starts++;
        Path config = Files.writeString(folder.resolve("exporter.yaml"), config() + moreClusters.orElse("") + SETTINGS);
        Program started = Program.start(
                prefix,
                programs.jvmOptions(),
                programs.exporterJar(),
                EXPORTER_LIMIT,
                folder.resolve("exporter.log"),
                List.of("--config", config.toString()));
        exporter = Optional.of(started);
        metricsPort = started.port("metrics_port=(\\d+)");
        apiPort = started.port("api_port=(\\d+)");
        kedaPort = freePort();
        Program second = Program.start(
                prefix,
                programs.jvmOptions(),
                programs.adapterJar(),
                ADAPTER_LIMIT,
                folder.resolve("adapter.log"),
                List.of(
                        "--exporter",
                        "http://127.0.0.1:" + apiPort,
                        "--interval",
                        ADAPTER_INTERVAL.toSeconds() + "s",
                        "--kubeconfig",
                        folder.resolve("kubeconfig-adapter").toString(),
                        // This is the Service of the captured APIService.
                        "--tls-self-signed",
                        "metrics/adapter",
                        "--api-groups",
                        "external",
                        "--listen",
                        "127.0.0.1",
                        "--port",
                        "0",
                        "--metrics-port",
                        "0",
                        "--keda-port",
                        Integer.toString(kedaPort)));
        adapter = Optional.of(second);
        adapterPort = second.port(" port=(\\d+) metrics_port");
        adapterOperationsPort = second.port("metrics_port=(\\d+)");
    }

    /** Chooses a free port for the test, because the adapter does not report its KEDA port. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    public void stop() throws IOException {
        exporter.ifPresent(Program::close);
        adapter.ifPresent(Program::close);
        Files.deleteIfExists(folder.resolve("exporter.log"));
        Files.deleteIfExists(folder.resolve("adapter.log"));
    }

    /** Runs the exporter's {@code --check-config} on a file. */
    public Program check(Path config) throws IOException {
        Path log = Files.createTempFile(folder, "check", ".log");
        return Program.start(
                List.of(),
                programs.jvmOptions(),
                programs.exporterJar(),
                EXPORTER_LIMIT,
                log,
                List.of("--check-config", "--config", config.toString()));
    }

    private String config() {
        StringBuilder yaml = new StringBuilder("clusters:\n");
        yaml.append(cluster(HEALTHY, healthySlurm.uri().getPort())).append(kubernetes("kubeconfig-healthy"));
        for (int i = 0; i < HOSTILE_CLUSTERS; i++) {
            yaml.append(cluster(hostile(i), proxies.get(i).port()));
            yaml.append("      tokenFile: ").append(tokenFile()).append('\n');
            if (i == 0) {
                yaml.append(kubernetes("kubeconfig-hostile"));
            }
        }
        return yaml.toString();
    }

    private static String cluster(String name, int port) {
        return "  - name: " + name + "\n    slurm:\n      url: http://127.0.0.1:" + port + "\n      user: sluice\n";
    }

    private String kubernetes(String file) {
        return "    kubernetes:\n      enabled: true\n      namespace: slurm\n      kubeconfig: " + folder.resolve(file)
                + "\n";
    }

    private static final String SETTINGS = """
            poll:
              interval: 1s
              slowInterval: 1s
              accountingInterval: 1s
              timeout: 5s
              jobsTimeout: 11s
            prometheus: {host: 127.0.0.1, port: 0}
            api: {host: 127.0.0.1, port: 0}
            """;

    public static String hostile(int index) {
        return "hostile-" + index;
    }

    /** Returns how often the programs were started. */
    public int starts() {
        return starts;
    }

    public List<HostileProxy> proxies() {
        return proxies;
    }

    public HostileProxy apiProxy() {
        return apiProxy;
    }

    /** Returns the proxy between the adapter and the API server. */
    public HostileProxy adapterProxy() {
        return adapterProxy;
    }

    public Program exporter() {
        return exporter.orElseThrow();
    }

    public Program adapter() {
        return adapter.orElseThrow();
    }

    public int metricsPort() {
        return metricsPort;
    }

    public int apiPort() {
        return apiPort;
    }

    public int adapterPort() {
        return adapterPort;
    }

    int adapterOperationsPort() {
        return adapterOperationsPort;
    }

    public int kedaPort() {
        return kedaPort;
    }

    public long hostileAnswers() {
        return proxies.stream().mapToLong(HostileProxy::hostileAnswers).sum()
                + apiProxy.hostileAnswers()
                + adapterProxy.hostileAnswers();
    }

    public void heal() {
        proxies.forEach(HostileProxy::heal);
        apiProxy.heal();
        adapterProxy.heal();
    }

    @Override
    public void close() throws IOException {
        stop();
        for (HostileProxy proxy : proxies) {
            proxy.close();
        }
        apiProxy.close();
        adapterProxy.close();
        hostileApi.close();
        healthyApi.close();
        hostileSlurm.close();
        healthySlurm.close();
    }
}
