package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** CoreWeave's SUNK. A NodeSet has a pod on each machine of its node pools, named by the host name of the machine. */
record Sunk() implements NodeSetReader {

    static final NodeSetSystem SYSTEM = new NodeSetSystem(
            "sunk", false, true, Optional.of("SUNK's NodeSets cannot be scaled, their node pools can"));

    private static final String GROUP = "sunk.coreweave.com";
    private static final String DRAIN = GROUP + "/drain";

    @Override
    public Objects objects() {
        return new Objects(SYSTEM, GROUP, List.of("v1alpha1"), "nodesets", GROUP + "/nodeset");
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
                new NodeSet.Status(
                        object.number("status", "currentNumberScheduled"),
                        object.number("status", "numberReady"),
                        object.number("status", "desiredNumberScheduled")),
                NodeSet.ScalingMode.DAEMON_SET,
                false,
                NodeSet.PodResources.UNKNOWN,
                name.name(),
                false,
                ""));
    }

    @Override
    public String nodeSetOf(ObjectName name, KubeObject pod) {
        return pod.controller(GROUP, "NodeSet");
    }

    @Override
    public String slurmNode(ObjectName name, KubeObject pod) {
        return KubeObject.firstOf(pod.text("spec", "hostname"), name.name());
    }

    @Override
    public OptionalInt ordinal(ObjectName name, String nodeSet, KubeObject pod) {
        return OptionalInt.empty();
    }

    @Override
    public boolean isCordoned(KubeObject pod) {
        return pod.annotated(DRAIN);
    }

    @Override
    public String drainReason(KubeObject pod) {
        return pod.annotation(DRAIN);
    }
}
