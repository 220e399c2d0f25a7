package dev.sluice.simulator.cluster;

import dev.sluice.lab.scheduling.ClusterDefinition;
import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.Partition;
import dev.sluice.simulator.kubernetes.NodeSetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The hybrid form of {@link DemoCluster}: the H100 nodes and the cloud nodes are pods of Slinky NodeSets, all other
 * nodes run outside Kubernetes.
 */
public final class HybridDemoCluster {
    private HybridDemoCluster() {}

    public static List<NodeSetSpec> nodeSets() {
        return List.of(
                new NodeSetSpec(
                        "gpu-h100", 96, 1_000_000, 8, "Features=h100,ib Gres=gpu:h100:8", "p5.48xlarge", 10, 4, 1, 10),
                new NodeSetSpec("cloud", 16, 64_000, 0, "Features=cloud,spot", "c7i.4xlarge", 6, 1, 0, 6));
    }

    public static ClusterDefinition definition() {
        List<NodeSpec> nodes = new ArrayList<>(DemoCluster.nodes());
        nodes.removeIf(node -> node.name().matches("(gpu-h100|cloud)-.*"));
        List<NodeSpec> dynamic = dynamicNodes();
        nodes.addAll(dynamic);
        List<Partition> partitions = DemoCluster.partitions(nodes).stream()
                .map(p -> p.ofNodeSets(nodeSetsOf(p)))
                .toList();
        Set<String> names = dynamic.stream().map(NodeSpec::name).collect(Collectors.toSet());
        return DemoCluster.definition(nodes, partitions, names);
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
