package dev.sluice.simulator;

import dev.sluice.lab.scheduling.ClusterDefinition;
import dev.sluice.lab.scheduling.ClusterDefinition.Account;
import dev.sluice.lab.scheduling.ClusterDefinition.Limits;
import dev.sluice.lab.scheduling.ClusterDefinition.Qos;
import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.Partition;
import dev.sluice.lab.scheduling.PriorityWeights;
import dev.sluice.simulator.kubernetes.NodeSetSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The configuration of the simulated cluster "harbor". The cluster has 24 nodes, 88 GPUs and MIG slices, and seven
 * partitions. In its hybrid form, the H100 nodes and the cloud nodes are pods of Slinky NodeSets.
 */
public final class DemoCluster {
    public static final String MIG = "a100_1g.10gb";

    /**
     * The weights of the priority factors. A wait of half a working day has twice the weight of an account without
     * running jobs.
     */
    private static final PriorityWeights WEIGHTS = new PriorityWeights(1_000, 2_000, 15, 20, 5, 1_000);

    private static final Duration HALF_HOUR = Duration.ofMinutes(30);
    private static final Duration WEEK = Duration.ofDays(7);

    private DemoCluster() {}

    public static ClusterDefinition definition() {
        List<NodeSpec> nodes = nodes();
        return definition(nodes, partitions(nodes), Set.of());
    }

    private static ClusterDefinition definition(
            List<NodeSpec> nodes, List<Partition> partitions, Set<String> dynamicNodes) {
        return new ClusterDefinition(
                "harbor",
                nodes,
                partitions,
                qos(),
                accounts(),
                new TreeMap<>(Map.of("ansys", 8, "matlab", 20)),
                dynamicNodes,
                WEIGHTS);
    }

    private static List<NodeSpec> nodes() {
        List<String> mixed = Stream.concat(repeated("a100", 4).stream(), repeated(MIG, 4).stream())
                .toList();
        return Stream.of(
                        named("cpu%03d", 8, name -> cpuNode(name, 64, 256_000, false)),
                        named("gpu-h100-%02d", 8, name -> gpuNode(name, 96, 1_000_000, repeated("h100", 8))),
                        named("gpu-a100-%02d", 2, name -> gpuNode(name, 64, 512_000, mixed)),
                        named("gpu-l40s-%02d", 1, name -> gpuNode(name, 64, 256_000, repeated("l40s", 4))),
                        named("gpu-misc-%02d", 1, name -> gpuNode(name, 32, 128_000, repeated("", 4))),
                        named("cloud-%02d", 4, name -> cpuNode(name, 16, 64_000, true)))
                .flatMap(nodes -> nodes)
                .toList();
    }

    private static Stream<NodeSpec> named(String format, int count, Function<String, NodeSpec> node) {
        return IntStream.rangeClosed(1, count).mapToObj(format::formatted).map(node);
    }

    private static NodeSpec cpuNode(String name, int cpus, long memory, boolean cloud) {
        List<String> features = cloud ? List.of("cloud", "spot") : List.of("icelake", "ib");
        return new NodeSpec(name, cpus, memory, List.of(), features, cloud ? 200 : 10, cloud);
    }

    private static NodeSpec gpuNode(String name, int cpus, long memory, List<String> gpus) {
        String kind = name.substring("gpu-".length(), name.lastIndexOf('-'));
        int weight = kind.equals("h100") ? 100 : 50;
        return new NodeSpec(name, cpus, memory, gpus, List.of(kind, "ib"), weight, false);
    }

    private static List<String> repeated(String type, int count) {
        return IntStream.range(0, count).mapToObj(i -> type).toList();
    }

    private static List<Partition> partitions(List<NodeSpec> nodes) {
        return List.of(
                new Partition(
                        "debug", matching(nodes, "cpu00[12]"), true, false, HALF_HOUR, Optional.of(2), 20, 1000, ""),
                partition("cpu", matching(nodes, "cpu.*"), true),
                partition("gpu", matching(nodes, "gpu-.*"), false),
                partition("cloud", matching(nodes, "cloud-.*"), false),
                partition("all", matching(nodes, "(cpu|gpu).*"), false),
                new Partition("legacy", matching(nodes, "cpu00[78]"), false, false, WEEK, Optional.empty(), 10, 1, ""),
                partition("staging", matching(nodes, "cpu008"), false));
    }

    private static Partition partition(String name, List<String> nodes, boolean isDefault) {
        return new Partition(name, nodes, true, isDefault, WEEK, Optional.empty(), 10, isDefault ? 50 : 10, "");
    }

    private static List<String> matching(List<NodeSpec> nodes, String pattern) {
        return nodes.stream()
                .map(NodeSpec::name)
                .filter(n -> n.matches(pattern))
                .toList();
    }

    /** The QOS with their limits. At busy times, users reach these limits. The default QOS normal has no limit. */
    private static List<Qos> qos() {
        Limits none = Limits.NONE;
        return List.of(
                new Qos(1, "normal", 1000, none, none),
                new Qos(2, "high", 5000, none.gpus(24), none.jobs(4)),
                new Qos(3, "low", 100, none.cpus(160), none),
                new Qos(4, "interactive", 3000, none, none.jobs(4).gpus(2)),
                new Qos(5, "train", 1000, none.gpus(64), none.gpus(32)));
    }

    private static List<Account> accounts() {
        Limits none = Limits.NONE;
        return List.of(
                new Account("bio", 100, none.cpus(320), List.of("carol", "frank")),
                new Account("ml-infer", 50, none.gpus(12), List.of("bob", "ivan")),
                new Account("ml-train", 150, none, List.of("alice", "heidi", "judy")),
                new Account("ops", 20, none, List.of("grace")),
                new Account("physics", 100, none.cpus(160), List.of("dave", "mallory")),
                new Account("research", 80, none, List.of("erin", "niaj")));
    }

    /** Returns the NodeSets of the hybrid form. */
    public static List<NodeSetSpec> nodeSets() {
        return List.of(
                new NodeSetSpec(
                        "gpu-h100", 96, 1_000_000, 8, "Features=h100,ib Gres=gpu:h100:8", "p5.48xlarge", 10, 4, 1, 10),
                new NodeSetSpec("cloud", 16, 64_000, 0, "Features=cloud,spot", "c7i.4xlarge", 6, 1, 0, 6));
    }

    /** Returns the configuration of the hybrid form. */
    public static ClusterDefinition hybridDefinition() {
        List<NodeSpec> nodes = new ArrayList<>(nodes());
        nodes.removeIf(node -> node.name().matches("(gpu-h100|cloud)-.*"));
        List<NodeSpec> dynamic = dynamicNodes();
        nodes.addAll(dynamic);
        List<Partition> partitions =
                partitions(nodes).stream().map(p -> p.ofNodeSets(nodeSetsOf(p))).toList();
        Set<String> names = dynamic.stream().map(NodeSpec::name).collect(Collectors.toSet());
        return definition(nodes, partitions, names);
    }

    private static String nodeSetsOf(Partition partition) {
        return nodeSets().stream()
                .filter(set -> partition.nodes().contains(set.slurmNode(0)))
                .map(NodeSetSpec::slurmName)
                .collect(Collectors.joining(","));
    }

    /** Returns all possible nodes of the NodeSets. Every node has its NodeSet's name as a feature. */
    private static List<NodeSpec> dynamicNodes() {
        List<NodeSpec> nodes = new ArrayList<>();
        for (NodeSetSpec set : nodeSets()) {
            boolean gpus = set.gpus() > 0;
            List<String> features = gpus ? List.of(set.slurmName(), "h100", "ib") : List.of(set.slurmName(), "spot");
            List<String> types = Stream.generate(() -> "h100").limit(set.gpus()).toList();
            IntStream.range(0, set.machines())
                    .mapToObj(i -> new NodeSpec(
                            set.slurmNode(i), set.cpus(), set.memory(), types, features, gpus ? 100 : 200, false))
                    .forEach(nodes::add);
        }
        return nodes;
    }
}
