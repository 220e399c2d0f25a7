package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Nebius' soperator. A NodeSet owns a StatefulSet of OpenKruise, and the StatefulSet owns the pods. */
record Soperator() implements NodeSetReader {

    static final NodeSetSystem SYSTEM = new NodeSetSystem("soperator", false, false, Optional.empty());

    private static final String NODE_SET = "slurm.nebius.ai/nodeset";

    @Override
    public Objects objects() {
        return new Objects(SYSTEM, "slurm.nebius.ai", List.of("v1alpha1"), "nodesets", NODE_SET);
    }

    @Override
    public Optional<NodeSet> read(ObjectName name, KubeObject object) {
        return Optional.of(new NodeSet(
                SYSTEM,
                object.text("apiVersion"),
                "NodeSet",
                name.namespace(),
                name.name(),
                object.number("spec", "replicas"),
                // The operator copies the StatefulSet's availableReplicas.
                NodeSet.Status.of(OptionalInt.empty(), object.number("status", "replicas")),
                NodeSet.ScalingMode.STATEFUL_SET,
                object.flag("spec", "ephemeralNodes"),
                // One value per resource, in place of limits and requests.
                Quantities.resources(object.quantities("spec", "slurmd", "resources")),
                name.name(),
                false,
                ""));
    }

    @Override
    public String nodeSetOf(ObjectName name, KubeObject pod) {
        return pod.label(NODE_SET);
    }
}
