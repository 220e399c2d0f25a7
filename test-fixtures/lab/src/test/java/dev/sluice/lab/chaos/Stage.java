package dev.sluice.lab.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.fixtures.Capture;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.SimulatedSlurmrestd;
import dev.sluice.simulator.kubernetes.KubeconfigFile;
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
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * The programs under test with their clusters: exporter and adapter as processes, a healthy cluster, and several
 * clusters behind hostile proxies. The first hostile cluster has Kubernetes. The exporter and the adapter use separate
 * proxies in front of the API server of this cluster.
 */
@SuppressWarnings("try") // An interruption ends the test.
final class Stage implements AutoCloseable {

    static final String HEALTHY = "healthy";
    static final List<String> HOSTILE =
            Stream.iterate(0, i -> i + 1).limit(10).map(i -> "hostile-" + i).toList();
    static final String TOKEN = "c2VjcmV0.VGhpc0lzVGhlVG9rZW5UaGF0Tm9ib2R5TWF5U2Vl.c2lnbmF0dXJl";

    /** The chart's memory limits in MiB. */
    private static final int EXPORTER_LIMIT = 384;

    private static final int ADAPTER_LIMIT = 192;
    /** The interval at which the adapter reads the exporter. */
    static final Duration ADAPTER_INTERVAL = Duration.ofSeconds(1);

    private static final String CLUSTER = """
              - name: %s
                slurm: {url: 'http://127.0.0.1:%d', user: sluice, tokenFile: %s}
            """;
    private static final String KUBERNETES = "    kubernetes: {enabled: true, namespace: slurm, kubeconfig: %s}\n";
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

    final Path folder;
    final Path tokenFile;
    /** The proxies of the hostile clusters. */
    final List<Proxy> proxies = new ArrayList<>();
    /** The proxies of the exporter and of the adapter in front of the API server. */
    final List<Proxy> apiProxies;

    private final List<AutoCloseable> servers = new ArrayList<>();
    private final String clusters;
    private final List<Program> running = new CopyOnWriteArrayList<>();
    private volatile Ports ports = new Ports(0, 0, 0, 0, 0);
    private int starts;

    /** The ports of the exporter and of the adapter. */
    record Ports(int metrics, int api, int adapter, int adapterOperations, int keda) {}

    Stage(Path folder, long seed) throws IOException {
        this.folder = folder;
        this.tokenFile = folder.resolve("token");
        Files.createDirectories(folder.resolve("usage"));
        writeToken();
        SimulatedCluster healthy = cluster();
        SimulatedCluster hostile = cluster();
        SimulatedApiServer api = serve(hostile);
        trustFrontProxy(api);
        apiProxies = List.of(
                new Proxy(api.uri().getPort(), seed), new Proxy(api.uri().getPort(), seed));
        StringBuilder yaml = new StringBuilder("clusters:\n");
        Path otherToken = Files.writeString(folder.resolve("healthy-token"), "healthy\n");
        yaml.append(CLUSTER.formatted(HEALTHY, slurmrestd(healthy), otherToken))
                .append(KUBERNETES.formatted(
                        kubeconfig("healthy", serve(healthy).uri().getPort())));
        int slurmrestd = slurmrestd(hostile);
        for (String name : HOSTILE) {
            Proxy proxy = new Proxy(slurmrestd, seed + proxies.size());
            proxies.add(proxy);
            yaml.append(CLUSTER.formatted(name, proxy.port(), tokenFile));
            if (proxies.size() == 1) {
                yaml.append(KUBERNETES.formatted(
                        kubeconfig("hostile", apiProxies.get(0).port())));
            }
        }
        kubeconfig("adapter", apiProxies.get(1).port());
        clusters = yaml.toString();
    }

    private SimulatedApiServer serve(SimulatedCluster cluster) throws IOException {
        SimulatedApiServer api = cluster.kubernetes().orElseThrow().serve();
        servers.add(api);
        return api;
    }

    private int slurmrestd(SimulatedCluster cluster) throws IOException {
        SimulatedSlurmrestd slurmrestd = SimulatedSlurmrestd.start(cluster);
        servers.add(slurmrestd);
        return slurmrestd.uri().getPort();
    }

    private Path kubeconfig(String name, int port) throws IOException {
        Path file = folder.resolve("kubeconfig-" + name);
        KubeconfigFile.write(file, URI.create("http://127.0.0.1:" + port));
        return file;
    }

    /** Creates the ConfigMap with the front proxy's authority, which the adapter reads. */
    private static void trustFrontProxy(SimulatedApiServer api) throws IOException {
        ObjectNode configMap = Trees.parse(
                Capture.ofKubernetes("1.36").bytes("auth/configmap-extension-apiserver-authentication.json"));
        configMap
                .withObject("/data")
                .put("requestheader-client-ca-file", Files.readString(Watch.PKI.resolve("proxy-ca.pem")));
        api.put(ResourceType.CONFIG_MAPS, configMap);
    }

    /** Creates a quiet cluster with running jobs and one pending job. */
    private static SimulatedCluster cluster() {
        SimulatedCluster cluster = SimulatedCluster.quiet(Instant.now(), true);
        for (int i = 0; i < 12; i++) {
            cluster.controller()
                    .submit(List.of(JobRequest.named("work" + i)
                            .tasks(1 + i % 4)
                            .runs(Duration.ofHours(10))
                            .limit(Duration.ofHours(12))));
        }
        cluster.advance(Duration.ofMinutes(2));
        return cluster;
    }

    void writeToken() throws IOException {
        Files.deleteIfExists(tokenFile);
        Files.writeString(tokenFile, TOKEN + "\n");
    }

    /** Returns the file with the usage of a hostile cluster. */
    Path usageFile(int index) {
        return folder.resolve("usage/usage-" + HOSTILE.get(index) + ".json");
    }

    /**
     * Starts both programs.
     *
     * @param prefix command that runs the program named in the command's arguments; empty to run the program directly
     * @param moreClusters YAML of an additional cluster
     */
    void start(List<String> prefix, String moreClusters) throws IOException, InterruptedException {
        starts++;
        Path config = Files.writeString(folder.resolve("exporter.yaml"), clusters + moreClusters + SETTINGS);
        Program exporter = start(prefix, "exporter", EXPORTER_LIMIT, "--config " + config);
        int metrics = exporter.port("metrics_port=(\\d+)");
        int api = exporter.port("api_port=(\\d+)");
        int keda = freePort();
        String arguments = "--exporter http://127.0.0.1:%d --interval %ds --kubeconfig %s --tls-self-signed"
                + " --listen 127.0.0.1 --port 0 --metrics-port 0 --keda-port %d";
        Program adapter = start(
                prefix,
                "autoscaler-adapter",
                ADAPTER_LIMIT,
                arguments.formatted(api, ADAPTER_INTERVAL.toSeconds(), folder.resolve("kubeconfig-adapter"), keda));
        ports = new Ports(
                metrics, api, adapter.port(" port=(\\d+) metrics_port"), adapter.port("metrics_port=(\\d+)"), keda);
    }

    private Program start(List<String> prefix, String module, int limit, String arguments) throws IOException {
        Program program = new Program(prefix, module, limit, folder.resolve(module + starts + ".log"), arguments);
        running.add(program);
        return program;
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

    /** Returns the exit code of the exporter's {@code --check-config} for a file; empty if the exporter does not exit. */
    Optional<Integer> checkConfig(Path config) throws IOException, InterruptedException {
        Path log = folder.resolve("check.log");
        try (Program check =
                new Program(List.of(), "exporter", EXPORTER_LIMIT, log, "--check-config --config " + config)) {
            return check.endsWithin(40) ? Optional.of(check.exitCode()) : Optional.empty();
        }
    }

    /** Returns how often the programs were started. */
    int starts() {
        return starts;
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
        return Stream.concat(proxies.stream(), apiProxies.stream());
    }

    long hostileResponses() {
        return allProxies().mapToLong(Proxy::hostileResponses).sum();
    }

    void heal() {
        allProxies().forEach(Proxy::heal);
    }

    @Override
    public void close() throws Exception {
        stop();
        for (Proxy proxy : allProxies().toList()) {
            proxy.close();
        }
        for (AutoCloseable server : servers) {
            server.close();
        }
    }
}
