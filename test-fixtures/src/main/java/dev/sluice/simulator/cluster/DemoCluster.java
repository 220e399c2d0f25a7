package dev.sluice.simulator.cluster;

import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.controller.Account;
import dev.sluice.lab.scheduling.controller.ClusterDefinition;
import dev.sluice.lab.scheduling.controller.Limits;
import dev.sluice.lab.scheduling.controller.Partition;
import dev.sluice.lab.scheduling.controller.PriorityWeights;
import dev.sluice.lab.scheduling.controller.Qos;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The configuration of the simulated cluster "harbor". The cluster has 24 nodes, 88 GPUs and MIG slices, and seven
 * partitions. A larger cluster has a multiple of the nodes and GPUs in the same partitions; limits are multiplied by
 * the same factor.
 */
public final class DemoCluster {
    public static final String MIG = "a100_1g.10gb";

    /**
     * The weights of the priority factors. A wait of half a working day has twice the weight of an account without
     * running jobs.
     */
    private static final PriorityWeights WEIGHTS = new PriorityWeights(1_000, 2_000, 15, 20, 5, 1_000);

    private static final Duration WEEK = Duration.ofDays(7);

    private DemoCluster() {}

    public static ClusterDefinition definition(int times) {
        List<NodeSpec> nodes = nodes(times);
        return definition(times, nodes, partitions(nodes), Set.of());
    }

    /** Returns the configuration with the given nodes, and with the users, accounts and limits of this cluster. */
    public static ClusterDefinition definition(
            int times, List<NodeSpec> nodes, List<Partition> partitions, Set<String> dynamicNodes) {
        return new ClusterDefinition(
                "harbor",
                nodes,
                partitions,
                qos(times),
                accounts(times),
                users(),
                licenses(times),
                dynamicNodes,
                WEIGHTS);
    }

    static List<NodeSpec> nodes(int times) {
        List<NodeSpec> nodes = new ArrayList<>();
        for (int i = 1; i <= 8 * times; i++) {
            nodes.add(cpuNode(String.format("cpu%03d", i), 64, 256_000, false));
        }
        for (int i = 1; i <= 8 * times; i++) {
            nodes.add(gpuNode(String.format("gpu-h100-%02d", i), 96, 1_000_000, repeated("h100", 8), 0));
        }
        for (int i = 1; i <= 2 * times; i++) {
            List<String> mixed = Stream.concat(repeated("a100", 4).stream(), repeated(MIG, 4).stream())
                    .toList();
            nodes.add(gpuNode(String.format("gpu-a100-%02d", i), 64, 512_000, mixed, 0));
        }
        for (int i = 1; i <= times; i++) {
            nodes.add(gpuNode(String.format("gpu-l40s-%02d", i), 64, 256_000, repeated("l40s", 4), 4));
        }
        for (int i = 1; i <= times; i++) {
            nodes.add(gpuNode(String.format("gpu-misc-%02d", i), 32, 128_000, repeated("", 4), 0));
        }
        for (int i = 1; i <= 4 * times; i++) {
            nodes.add(cpuNode(String.format("cloud-%02d", i), 16, 64_000, true));
        }
        return nodes;
    }

    private static NodeSpec cpuNode(String name, int cpus, long memory, boolean cloud) {
        List<String> features = cloud ? List.of("cloud", "spot") : List.of("icelake", "ib");
        return new NodeSpec(name, cpus, memory, List.of(), 0, features, cloud ? 200 : 10, cloud);
    }

    private static NodeSpec gpuNode(String name, int cpus, long memory, List<String> gpus, int shardsPerGpu) {
        String kind = name.substring("gpu-".length(), name.lastIndexOf('-'));
        int weight = kind.equals("h100") ? 100 : 50;
        return new NodeSpec(name, cpus, memory, gpus, shardsPerGpu, List.of(kind, "ib"), weight, false);
    }

    private static List<String> repeated(String type, int count) {
        return IntStream.range(0, count).mapToObj(i -> type).toList();
    }

    static List<Partition> partitions(List<NodeSpec> nodes) {
        return List.of(
                new Partition(
                        "debug",
                        named(nodes, "cpu00[12]"),
                        true,
                        false,
                        Duration.ofMinutes(30),
                        Optional.of(2),
                        20,
                        1000,
                        ""),
                partition("cpu", named(nodes, "cpu.*"), true),
                partition("gpu", named(nodes, "gpu-.*"), false),
                partition("cloud", named(nodes, "cloud-.*"), false),
                partition("all", named(nodes, "(cpu|gpu).*"), false),
                new Partition("legacy", named(nodes, "cpu00[78]"), false, false, WEEK, Optional.empty(), 10, 1, ""),
                partition("staging", named(nodes, "cpu008"), false));
    }

    private static Partition partition(String name, List<String> nodes, boolean isDefault) {
        return new Partition(name, nodes, true, isDefault, WEEK, Optional.empty(), 10, isDefault ? 50 : 10, "");
    }

    private static List<String> named(List<NodeSpec> nodes, String pattern) {
        return nodes.stream()
                .map(NodeSpec::name)
                .filter(n -> n.matches(pattern))
                .toList();
    }

    /** The QOS with their limits. At busy times, users reach these limits. The default QOS normal has no limit. */
    private static SortedMap<String, Qos> qos(int times) {
        Limits none = Limits.NONE;
        return byName(
                Stream.of(
                        new Qos(1, "normal", 1000, false, false, none, none),
                        new Qos(2, "high", 5000, false, true, none.gpus(24 * times), none.jobs(4 * times)),
                        new Qos(3, "low", 100, true, false, none.cpus(160 * times), none),
                        new Qos(
                                4,
                                "interactive",
                                3000,
                                false,
                                false,
                                none,
                                none.jobs(4 * times).gpus(2 * times)),
                        new Qos(5, "train", 1000, false, false, none.gpus(64 * times), none.gpus(32 * times))),
                Qos::name);
    }

    private static SortedMap<String, Account> accounts(int times) {
        Limits none = Limits.NONE;
        return byName(
                Stream.of(
                        new Account("ml-train", 150, none),
                        new Account("ml-infer", 50, none.gpus(12 * times)),
                        new Account("bio", 100, none.cpus(320 * times)),
                        new Account("physics", 100, none.cpus(160 * times)),
                        new Account("research", 80, none),
                        new Account("ops", 20, none)),
                Account::name);
    }

    private static SortedMap<String, String> users() {
        SortedMap<String, String> users = new TreeMap<>();
        users.put("alice", "ml-train");
        users.put("heidi", "ml-train");
        users.put("judy", "ml-train");
        users.put("bob", "ml-infer");
        users.put("ivan", "ml-infer");
        users.put("carol", "bio");
        users.put("frank", "bio");
        users.put("dave", "physics");
        users.put("mallory", "physics");
        users.put("erin", "research");
        users.put("niaj", "research");
        users.put("grace", "ops");
        return users;
    }

    private static SortedMap<String, Integer> licenses(int times) {
        SortedMap<String, Integer> licenses = new TreeMap<>();
        licenses.put("ansys", 8 * times);
        licenses.put("matlab", 20 * times);
        return licenses;
    }

    private static <T> SortedMap<String, T> byName(Stream<T> things, Function<T, String> name) {
        return things.collect(Collectors.toMap(name, Function.identity(), (a, b) -> a, TreeMap::new));
    }
}
