package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads the NodeSets of one system, and the pods of the NodeSets. */
public interface NodeSetReader {

    /**
     * Returns the readers of all systems.
     *
     * @param controller Slinky Controller of the wanted NodeSets; empty for all Controllers
     * @param statefulSets StatefulSets whose pods run slurmd
     */
    static List<NodeSetReader> all(String controller, Set<ObjectName> statefulSets) {
        return List.of(new Slinky(controller), new Soperator(), new Sunk(), new StatefulSets(statefulSets));
    }

    /**
     * The objects of a system.
     *
     * @param group API group of the NodeSets
     * @param versions supported versions of the API group, the best first
     * @param plural name of the NodeSets in paths and roles
     * @param podSelector label selector of the pods
     */
    record Objects(NodeSetSystem system, String group, List<String> versions, String plural, String podSelector) {}

    Objects objects();

    default NodeSetSystem system() {
        return objects().system();
    }

    /** Returns false if no NodeSet of the system can be selected. */
    default boolean isWanted() {
        return true;
    }

    /** Returns the NodeSet; empty for a NodeSet outside the selection. */
    Optional<NodeSet> read(ObjectName name, KubeObject object);

    /** Returns the slurmd pod; empty for a similar pod that belongs to no NodeSet. */
    default Optional<SlurmdPod> readPod(ObjectName name, KubeObject pod) {
        String nodeSet = nodeSetOf(name, pod);
        if (nodeSet.isEmpty()) {
            return Optional.empty();
        }
        String slurmNode = slurmNode(name, pod);
        String hostname = pod.text("spec", "hostname");
        KubeObject scheduled = pod.condition("PodScheduled");
        // Ten thousand pods have few distinct namespaces, NodeSets, Kubernetes nodes and reasons.
        return Optional.of(new SlurmdPod(
                system(),
                name.namespace().intern(),
                name.name(),
                nodeSet.intern(),
                slurmNode,
                hostname.equals(slurmNode) ? slurmNode : hostname,
                pod.hasEnded(),
                pod.condition("Ready").holds(),
                !scheduled.holds() && scheduled.exact("reason").equals("Unschedulable"),
                ordinal(name, nodeSet, pod),
                pod.text("spec", "nodeName").intern(),
                pod.creationTime(),
                pod.has("metadata", "deletionTimestamp"),
                isCordoned(pod),
                drainReason(pod).intern()));
    }

    /** Returns the NodeSet of a pod; empty for a pod outside all NodeSets. */
    String nodeSetOf(ObjectName name, KubeObject pod);

    default String slurmNode(ObjectName name, KubeObject pod) {
        return name.name();
    }

    /** Returns the number of the pod in its NodeSet; empty if the pods have no numbers. */
    default OptionalInt ordinal(ObjectName name, String nodeSet, KubeObject pod) {
        OptionalInt labelled = KubeObject.wholeNumber(pod.label("apps.kubernetes.io/pod-index"));
        return labelled.isPresent() || !name.name().startsWith(nodeSet + "-")
                ? labelled
                : KubeObject.wholeNumber(name.name().substring(nodeSet.length() + 1));
    }

    /** Returns true if the operator wants to drain the Slurm node. */
    default boolean isCordoned(KubeObject pod) {
        return false;
    }

    /** Returns the drain reason of the Slurm node that the operator has seen or requested; empty without a drain. */
    default String drainReason(KubeObject pod) {
        return "";
    }
}
