package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Plain StatefulSets from the configuration. */
public record StatefulSets(Set<ObjectName> names) implements NodeSetReader {

    public static final NodeSetSystem SYSTEM = new NodeSetSystem("statefulset", false, false, Optional.empty());

    @Override
    public boolean isWanted() {
        return !names.isEmpty();
    }

    /** The StatefulSets of GKE's sample have equal selectors, so only the owner of a pod shows its StatefulSet. */
    @Override
    public Objects objects() {
        return new Objects(SYSTEM, "apps", List.of("v1"), "statefulsets", "statefulset.kubernetes.io/pod-name");
    }

    @Override
    public Optional<NodeSet> read(ObjectName name, KubeObject object) {
        if (!names.contains(name)) {
            return Optional.empty();
        }
        return Optional.of(new NodeSet(
                SYSTEM,
                "apps/v1",
                "StatefulSet",
                name.namespace(),
                name.name(),
                object.number("spec", "replicas"),
                NodeSet.Status.of(object.count("replicas"), object.count("readyReplicas")),
                NodeSet.ScalingMode.STATEFUL_SET,
                false,
                Quantities.ofPod(object.elements("spec", "template", "spec", "containers")),
                name.name(),
                false,
                ""));
    }

    @Override
    public String nodeSetOf(ObjectName name, KubeObject pod) {
        String owner = pod.controller("apps", "StatefulSet");
        return names.contains(new ObjectName(name.namespace(), owner)) ? owner : "";
    }
}
