package dev.sluice.lab.scheduling;

import dev.sluice.lab.scheduling.ClusterDefinition.Account;
import dev.sluice.lab.scheduling.ClusterDefinition.Limits;
import dev.sluice.lab.scheduling.ClusterDefinition.Qos;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A small cluster: four nodes with 8 CPUs in partition cpu, and two nodes with 4 H100 in partition gpu. All six nodes
 * are in partition all.
 */
final class Clusters {

    static final Duration DAY = Duration.ofDays(1);

    private static final List<String> CPU = List.of("cpu0", "cpu1", "cpu2", "cpu3");
    private static final List<String> GPU = List.of("gpu0", "gpu1");

    private Clusters() {}

    static ClusterDefinition withDynamicNodes(String... names) {
        List<NodeSpec> nodes = Stream.concat(
                        CPU.stream().map(name -> node(name, 0)), GPU.stream().map(name -> node(name, 4)))
                .toList();
        List<String> all = nodes.stream().map(NodeSpec::name).toList();
        return ClusterDefinition.plain(
                nodes,
                List.of(
                        partition("cpu", CPU, Optional.empty()),
                        partition("gpu", GPU, Optional.empty()),
                        partition("all", all, Optional.empty()),
                        partition("small", CPU, Optional.of(2))),
                Set.of(names));
    }

    /** Returns the cluster with 6 GPUs for QOS normal, 20 CPUs for account research, and 3 licenses. */
    static ClusterDefinition withLimits() {
        ClusterDefinition all = withDynamicNodes();
        var qos = List.of(new Qos(1, "normal", 0, Limits.NONE.gpus(6), Limits.NONE));
        var accounts = List.of(new Account("research", 1, Limits.NONE.cpus(20), List.of("alice")));
        var licenses = new TreeMap<>(Map.of("matlab", 3));
        return new ClusterDefinition(
                all.name(), all.nodes(), all.partitions(), qos, accounts, licenses, all.dynamicNodes(), all.weights());
    }

    private static NodeSpec node(String name, int gpus) {
        List<String> types = IntStream.range(0, gpus).mapToObj(i -> "h100").toList();
        return new NodeSpec(name, 8, 64_000, types, List.of(gpus > 0 ? "hopper" : "icelake"), 10, false);
    }

    private static Partition partition(String name, List<String> nodes, Optional<Integer> maxNodes) {
        return new Partition(name, nodes, true, false, DAY, maxNodes, 1, 0, "");
    }
}
