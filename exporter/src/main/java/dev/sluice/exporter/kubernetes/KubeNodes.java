package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.KubeNode.Gpus;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads {@link KubeNode}s. */
final class KubeNodes implements KubeObject.Reader<KubeNode> {

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
    public Optional<KubeNode> read(ObjectName name, KubeObject node) {
        return Optional.of(new KubeNode(
                name.name(),
                node.flag("spec", "unschedulable"),
                node.annotation("nodeset.slinky.slurm.net/node-cordon-reason"),
                node.condition("Ready").holds(),
                KubeObject.firstOf(POOL_LABELS.stream().map(node::label).toArray(String[]::new)),
                KubeObject.firstOf(node.label(SLURM_NODE_LABEL), name.name()),
                gpus(node)));
    }

    private static SortedMap<String, Gpus> gpus(KubeObject node) {
        SortedMap<String, Gpus> gpus = new TreeMap<>();
        Quantities.gpus(node.quantities("status", "capacity"))
                .forEach((resource, count) -> gpus.put(resource, new Gpus(count, 0)));
        Quantities.gpus(node.quantities("status", "allocatable"))
                .forEach((resource, count) -> gpus.merge(
                        resource, new Gpus(0, count), (all, usable) -> new Gpus(all.capacity(), usable.allocatable())));
        return gpus;
    }
}
