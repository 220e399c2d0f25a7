package dev.sluice.exporter.truth.tool;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The nodes from sinfo, once for each of their partitions. */
final class Sinfo {

    private static final Set<String> USABLE = Set.of("allocated", "mixed", "idle", "planned", "reserved");

    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<String, List<String>> partitions = new HashMap<>();

    /**
     * A node.
     *
     * @param state the state in the words of the exporter
     * @param allocated number of allocated CPUs
     * @param cpus number of all CPUs
     */
    record Node(String state, long allocated, long cpus) {

        /** Returns the state of free CPUs, memory and GPUs. */
        String free() {
            return USABLE.contains(state) ? "idle" : "unavailable";
        }
    }

    /**
     * Parses sinfo's output.
     *
     * @param texts output of the tools; also contains scontrol's output for completing nodes, because sinfo does not
     *     show the base state of these nodes
     */
    static Sinfo of(ToolTexts texts) {
        Map<String, String> bases = new HashMap<>();
        for (Map<String, String> node : texts.records(ToolCommand.NODES)) {
            bases.put(Fields.text(node, "NodeName"), Fields.text(node, "State"));
        }
        Sinfo sinfo = new Sinfo();
        for (Map<String, String> row : texts.table(ToolCommand.SINFO)) {
            String name = Fields.text(row, "NODELIST").strip();
            String shown = Fields.text(row, "STATE");
            boolean mixed = bases.getOrDefault(name, "").startsWith("MIXED");
            String state = shown.startsWith("completing") && !mixed ? "allocated" : SinfoState.of(shown);
            String[] cpus = Fields.text(row, "CPUS(A/I/O/T)").split("/", -1);
            sinfo.nodes.put(name, new Node(state, Long.parseLong(cpus[0]), Long.parseLong(cpus[3])));
            sinfo.partitions
                    .computeIfAbsent(name, unused -> new ArrayList<>())
                    .add(Fields.text(row, "PARTITION").replace("*", ""));
        }
        return sinfo;
    }

    Set<String> names() {
        return new LinkedHashSet<>(nodes.keySet());
    }

    Node node(String name) {
        return nodes.getOrDefault(name, new Node("", 0, 0));
    }

    List<String> partitions(String name) {
        return partitions.getOrDefault(name, List.of());
    }

    void show(Shown shown) {
        nodes.forEach((name, node) -> {
            shown.exactly(1, "slurm_compute_node_state node state", name, node.state());
            shown.add(1, "slurm_cluster_nodes state", node.state());
            shown.add(node.allocated(), "slurm_cluster_cpus state", "allocated");
            shown.add(node.cpus() - node.allocated(), "slurm_cluster_cpus state", node.free());
            shown.add(node.allocated(), "slurm_compute_node_cpus node state", name, "allocated");
            shown.add(node.cpus() - node.allocated(), "slurm_compute_node_cpus node state", name, node.free());
            for (String partition : partitions(name)) {
                shown.add(1, "slurm_capacity_nodes partition state", partition, node.state());
                shown.add(node.allocated(), "slurm_capacity_cpus partition state", partition, "allocated");
                shown.add(
                        node.cpus() - node.allocated(), "slurm_capacity_cpus partition state", partition, node.free());
            }
        });
    }
}
