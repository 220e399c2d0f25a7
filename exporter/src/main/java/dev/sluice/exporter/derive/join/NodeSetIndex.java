package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.Node.NodeOrigin;
import dev.sluice.exporter.model.node.NodeFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the NodeSet of a pod or node. */
final class NodeSetIndex {

    private static final Pattern ORDINAL = Pattern.compile("-([0-9]{1,9})\\z");

    private final Map<Key, NodeSet> byObject = new HashMap<>();
    private final Map<String, List<NodeSet>> bySlurmName = new HashMap<>();

    /** Systems whose operators write the NodeSet into the comment of each node. */
    private final Set<NodeSetSystem> marking = new HashSet<>();

    /** Identifies a NodeSet, also for its pods. */
    record Key(NodeSetSystem system, String namespace, String name) {}

    NodeSetIndex(List<NodeSet> nodeSets) {
        for (NodeSet set : nodeSets) {
            if (set.system().marksNodes()) {
                marking.add(set.system());
            }
            byObject.put(new Key(set.system(), set.namespace(), set.name()), set);
            bySlurmName
                    .computeIfAbsent(set.slurmName(), unused -> new ArrayList<>())
                    .add(set);
        }
    }

    Optional<NodeSet> of(SlurmdPod pod) {
        return Optional.ofNullable(byObject.get(new Key(pod.system(), pod.namespace(), pod.nodeSet())));
    }

    Optional<NodeSet> of(NodeOrigin origin) {
        return marking.stream()
                .map(system -> new Key(system, origin.namespace(), origin.nodeSet()))
                .flatMap(key -> Optional.ofNullable(byObject.get(key)).stream())
                .findFirst();
    }

    /** Returns the NodeSet whose node names match this name; empty if several NodeSets match. */
    Optional<NodeSet> byName(Node node) {
        // slurm-bridge gives an external node the names of its partitions as features, and a NodeSet can have the name
        // of a partition.
        if (node.flags().contains(NodeFlag.EXTERNAL)) {
            return Optional.empty();
        }
        OptionalInt ordinal = ordinal(node.name());
        String stem = ordinal.isPresent() ? node.name().substring(0, node.name().lastIndexOf('-')) : "";
        List<NodeSet> found = new ArrayList<>();
        for (NodeSet set : bySlurmName.getOrDefault(stem, List.of())) {
            // A node without the name of the NodeSet as a feature does not belong to a NodeSet of an operator that
            // marks
            // its nodes, even if the name is similar.
            if (!set.system().marksNodes() || node.features().contains(stem)) {
                found.add(set);
            }
        }
        if (found.isEmpty() && node.flags().contains(NodeFlag.DYNAMIC_NORM)) {
            for (String feature : node.features()) {
                bySlurmName.getOrDefault(feature, List.of()).stream()
                        .filter(set -> set.system().marksNodes())
                        .forEach(found::add);
            }
        }
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    /** Returns the number after the last dash of a name; empty without a number. */
    static OptionalInt ordinal(String name) {
        Matcher number = ORDINAL.matcher(name);
        return number.find() ? OptionalInt.of(Integer.parseInt(number.group(1))) : OptionalInt.empty();
    }
}
