package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.Node.NodeOrigin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the pod of a Slurm node. */
final class PodIndex {

    private final Map<ObjectName, SlurmdPod> byObject = new HashMap<>();
    private final Map<String, List<SlurmdPod>> bySlurmNode = new HashMap<>();
    private final Map<String, List<SlurmdPod>> byHostname = new HashMap<>();
    private final Map<String, List<SlurmdPod>> byName = new HashMap<>();
    private final Set<String> slurmNodes;

    /** Indexes pods. */
    PodIndex(List<SlurmdPod> pods, Set<String> slurmNodes) {
        this.slurmNodes = slurmNodes;
        for (SlurmdPod pod : pods) {
            byObject.put(pod.objectName(), pod);
            add(bySlurmNode, pod.slurmNode(), pod);
            add(byHostname, pod.hostname(), pod);
            add(byName, pod.name(), pod);
        }
    }

    private static void add(Map<String, List<SlurmdPod>> index, String key, SlurmdPod pod) {
        if (!key.isEmpty()) {
            index.computeIfAbsent(key, unused -> new ArrayList<>(1)).add(pod);
        }
    }

    /** Finds the pod by the node's comment, by the node name on the pod, or by the pod's name. Prefers a live pod. */
    Optional<SlurmdPod> of(Node node) {
        NodeOrigin origin = node.origin();
        Stream<SlurmdPod> said = Stream.ofNullable(byObject.get(new ObjectName(origin.namespace(), origin.podName())));
        Stream<SlurmdPod> named = Stream.of(bySlurmNode, byHostname, byName)
                .flatMap(index -> index.getOrDefault(node.name(), List.of()).stream())
                .filter(pod -> !origin.known() || origin.namespace().equals(pod.namespace()));
        List<SlurmdPod> candidates = Stream.concat(said, named)
                .filter(pod -> !isOfAnother(pod, node))
                .toList();
        return candidates.stream()
                .filter(SlurmdPod::live)
                .findFirst()
                .or(() -> candidates.stream().filter(SlurmdPod::exists).findFirst())
                .or(() -> candidates.stream().findFirst());
    }

    /**
     * Returns true if the pod belongs to another node: an old record may name a pod that has since registered under
     * another name.
     */
    private boolean isOfAnother(SlurmdPod pod, Node node) {
        return !pod.slurmNode().equals(node.name()) && slurmNodes.contains(pod.slurmNode());
    }
}
