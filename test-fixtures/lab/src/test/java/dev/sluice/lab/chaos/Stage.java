package dev.sluice.lab.chaos;

import dev.sluice.fixtures.Capture;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.SimulatedSlurmrestd;
import dev.sluice.simulator.kubernetes.KubeconfigFile;
import dev.sluice.simulator.kubernetes.KubernetesOptions;
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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * The programs under test with their clusters: exporter and adapter as processes, a healthy cluster, and several
 * clusters behind hostile proxies. The first hostile cluster has Kubernetes. The exporter and the adapter use separate
 * proxies in front of the API server of this cluster.
 */
final class Stage implements AutoCloseable {

    static final String HEALTHY = "healthy";
    static final String TOKEN = "c2VjcmV0.VGhpc0lzVGhlVG9rZW5UaGF0Tm9ib2R5TWF5U2Vl.c2lnbmF0dXJl";
    static final int HOSTILE_CLUSTERS = 10;
    /** Request timeout in the exporter's configuration. */
    static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** The chart's memory limits in MiB. */
    private static final int EXPORTER_LIMIT = 384;

    private static final int ADAPTER_LIMIT = 192;
    /** The interval at which the adapter reads the exporter. */
    static final Duration ADAPTER_INTERVAL = Duration.ofSeconds(1);

    private final Path folder;
    private final List<Proxy> proxies = new ArrayList<>();
    private final SimulatedSlurmrestd hostileSlurm;
    private final SimulatedSlurmrestd healthySlurm;
    private final SimulatedApiServer hostileApi;
    private final SimulatedApiServer healthyApi;
    private final Proxy apiProxy;
    private final Proxy adapterProxy;
    private final List<Program> running = new CopyOnWriteArrayList<>();
    private volatile Ports ports = new Ports(0, 0, 0, 0, 0);
    private int starts;

    /** The ports of the exporter and of the adapter. */
    record Ports(int metrics, int api, int adapter, int adapterOperations, int keda) {}

    Stage(Path folder, long seed) throws IOException {
        this.folder = folder;
        Files.createDirectories(folder.resolve("usage"));
        SimulatedCluster hostile = cluster();
        SimulatedCluster healthy = cluster();
        hostileApi = hostile.kubernetes().orElseThrow().serve(0);
        healthyApi = healthy.kubernetes().orElseThrow().serve(0);
        hostileSlurm = SimulatedSlurmrestd.start(hostile);
        healthySlurm = SimulatedSlurmrestd.start(healthy);
        for (int i = 0; i < HOSTILE_CLUSTERS; i++) {
            proxies.add(Proxy.inFrontOf(hostileSlurm.uri().getPort(), seed + i));
        }
        apiProxy = Proxy.inFrontOf(hostileApi.uri().getPort(), seed);
        adapterProxy = Proxy.inFrontOf(hostileApi.uri().getPort(), seed);
        KubeconfigFile.write(folder.resolve("kubeconfig-healthy"), healthyApi.uri());
        KubeconfigFile.write(folder.resolve("kubeconfig-hostile"), URI.create("http://127.0.0.1:" + apiProxy.port()));
        KubeconfigFile.write(
                folder.resolve("kubeconfig-adapter"), URI.create("http://127.0.0.1:" + adapterProxy.port()));
        delegate(hostileApi);
        writeToken();
    }

    /** Creates the API objects that the adapter reads: users and trusted authorities. */
    private static void delegate(SimulatedApiServer api) {
        for (Callers.Caller caller : Callers.Caller.values()) {
            caller.mayRead().ifPresent(mayRead -> api.know(caller.user(), mayRead));
        }
        byte[] authorities =
                Capture.ofKubernetes("1.36").bytes("auth/configmap-extension-apiserver-authentication.json");
        api.put(ResourceType.CONFIG_MAPS, Trees.parse(authorities));
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

    void writeToken() throws IOException {
        Files.deleteIfExists(tokenFile());
        Files.writeString(tokenFile(), TOKEN + "\n");
    }

    Path tokenFile() {
        return folder.resolve("token");
    }

    Path folder() {
        return folder;
    }

    /** Returns the file with the usage of a hostile cluster. */
    Path usageFile(int index) {
        return folder.resolve("usage/usage-" + hostile(index) + ".json");
    }

    void start() throws IOException, InterruptedException {
        start(List.of(), "");
    }

    /**
     * Starts both programs.
     *
     * @param prefix command that runs the program named in the command's arguments; empty to run the program directly
     * @param moreClusters YAML of an additional cluster
     */
    void start(List<String> prefix, String moreClusters) throws IOException, InterruptedException {
        starts++;
        Path config = Files.writeString(folder.resolve("exporter.yaml"), config() + moreClusters + SETTINGS);
        Program exporter = Program.start(prefix, "exporter", EXPORTER_LIMIT, log("exporter"), "--config " + config);
        running.add(exporter);
        int metrics = exporter.port("metrics_port=(\\d+)");
        int api = exporter.port("api_port=(\\d+)");
        int keda = freePort();
        String arguments = "--exporter http://127.0.0.1:" + api + " --interval " + ADAPTER_INTERVAL.toSeconds()
                + "s --kubeconfig " + folder.resolve("kubeconfig-adapter")
                + " --tls-self-signed --listen 127.0.0.1 --port 0"
                + " --metrics-port 0 --keda-port " + keda;
        Program adapter = Program.start(prefix, "autoscaler-adapter", ADAPTER_LIMIT, log("adapter"), arguments);
        running.add(adapter);
        ports = new Ports(
                metrics, api, adapter.port(" port=(\\d+) metrics_port"), adapter.port("metrics_port=(\\d+)"), keda);
    }

    private Path log(String program) {
        return folder.resolve(program + starts + ".log");
    }

    /** Chooses a free port for the test, because the adapter does not report its KEDA port. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    void stop() {
        running.forEach(Program::close);
        running.clear();
    }

    /** Runs the exporter's {@code --check-config} on a file. */
    Program check(Path config) throws IOException {
        Path log = Files.createTempFile(folder, "check", ".log");
        return Program.start(List.of(), "exporter", EXPORTER_LIMIT, log, "--check-config --config " + config);
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
            api:
              host: 127.0.0.1
              port: 0
              proxy: {userHeader: X-User, groupsHeader: X-Groups, addresses: 127.0.0.1, ownJobsOnly: true}
            metrics: {usageDirectory: usage}
            """;

    static String hostile(int index) {
        return "hostile-" + index;
    }

    /** Returns how often the programs were started. */
    int starts() {
        return starts;
    }

    List<Proxy> proxies() {
        return proxies;
    }

    /** Returns the proxies of the exporter and of the adapter in front of the API server. */
    List<Proxy> apiProxies() {
        return List.of(apiProxy, adapterProxy);
    }

    Proxy adapterProxy() {
        return adapterProxy;
    }

    /** Returns the exporter and the adapter. */
    List<Program> programs() {
        return List.copyOf(running);
    }

    Program exporter() {
        return running.get(0);
    }

    Ports ports() {
        return ports;
    }

    private Stream<Proxy> allProxies() {
        return Stream.concat(proxies.stream(), apiProxies().stream());
    }

    long hostileResponses() {
        return allProxies().mapToLong(Proxy::hostileResponses).sum();
    }

    void heal() {
        allProxies().forEach(Proxy::heal);
    }

    @Override
    public void close() throws IOException {
        stop();
        for (Proxy proxy : allProxies().toList()) {
            proxy.close();
        }
        hostileApi.close();
        healthyApi.close();
        hostileSlurm.close();
        healthySlurm.close();
    }
}
