package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.KubeNode.Gpus;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Builds {@link KubeNode}s. */
public final class KubeNodeAssembler implements ObjectAssembler<KubeNode> {

    private static final Set<KubeField> FIELDS = Set.of(
            KubeField.CONDITION,
            KubeField.CONDITION_TYPE,
            KubeField.CONDITION_STATUS,
            KubeField.LABEL,
            KubeField.ANNOTATION,
            KubeField.NODE_UNSCHEDULABLE,
            KubeField.NODE_CAPACITY,
            KubeField.NODE_ALLOCATABLE);

    /**
     * Labels that name the pool of a node, the best first. Bare-metal clusters often have none of the providers'
     * labels, so the last label is the instance type.
     */
    private static final List<String> POOL_LABELS = List.of(
            "cloud.google.com/gke-nodepool",
            "eks.amazonaws.com/nodegroup",
            "kubernetes.azure.com/agentpool",
            "karpenter.sh/nodepool",
            "compute.coreweave.com/node-pool",
            "nebius.com/node-group-id",
            "node.kubernetes.io/instance-type");

    /** slurm-bridge's label for a machine whose Slurm node has another name. */
    private static final String SLURM_NODE_LABEL = "slinky.slurm.net/slurm-nodename";

    @Override
    public Set<KubeField> fields() {
        return FIELDS;
    }

    @Override
    public Optional<KubeNode> record(ObjectName name, ObjectFields node) {
        String pool = POOL_LABELS.stream()
                .map(label -> node.member(KubeField.LABEL, label))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("");
        String slurmNode = node.member(KubeField.LABEL, SLURM_NODE_LABEL);
        return Optional.of(new KubeNode(
                name.name(),
                node.flag(KubeField.NODE_UNSCHEDULABLE),
                node.member(KubeField.ANNOTATION, "nodeset.slinky.slurm.net/node-cordon-reason"),
                node.condition("Ready").holds(),
                pool,
                slurmNode.isEmpty() ? name.name() : slurmNode,
                gpus(node)));
    }

    private static SortedMap<String, Gpus> gpus(ObjectFields node) {
        SortedMap<String, Gpus> gpus = new TreeMap<>();
        Map<String, String> capacity = node.members(KubeField.NODE_CAPACITY);
        Map<String, String> allocatable = node.members(KubeField.NODE_ALLOCATABLE);
        Stream.of(capacity, allocatable)
                .flatMap(amounts -> amounts.keySet().stream())
                .forEach(resource -> gpus.put(
                        resource,
                        new Gpus(
                                GpuResources.amount(resource, capacity.getOrDefault(resource, "")),
                                GpuResources.amount(resource, allocatable.getOrDefault(resource, "")))));
        gpus.values().removeIf(Gpus.NONE::equals);
        return gpus;
    }
}
