package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * SchedMD's slurm-operator.
 *
 * @param controller Controller of the wanted NodeSets; empty for all Controllers
 */
public record Slinky(String controller) implements NodeSetReader {

    public static final NodeSetSystem SYSTEM = new NodeSetSystem("slinky", true, true, Optional.empty());

    private static final String GROUP = "slinky.slurm.net";
    private static final String PREFIX = "nodeset.slinky.slurm.net/";

    @Override
    public Objects objects() {
        String selector = "app.kubernetes.io/name=slurmd"
                + (controller.isEmpty() ? "" : ",slinky.slurm.net/cluster=" + controller);
        return new Objects(SYSTEM, GROUP, List.of("v1beta1", "v1alpha1"), "nodesets", selector);
    }

    @Override
    public Optional<NodeSet> read(ObjectName name, KubeObject object) {
        String owner = object.text("spec", "controllerRef", "name");
        if (!controller.isEmpty() && !controller.equals(owner)) {
            return Optional.empty();
        }
        boolean daemonSet = object.text("spec", "scalingMode").equals("DaemonSet");
        return Optional.of(new NodeSet(
                SYSTEM,
                object.text("apiVersion"),
                "NodeSet",
                name.namespace(),
                name.name(),
                object.number("spec", "replicas"),
                new NodeSet.Status(
                        object.count("replicas"), object.count("readyReplicas"), object.number("status", "desired")),
                daemonSet ? NodeSet.ScalingMode.DAEMON_SET : NodeSet.ScalingMode.STATEFUL_SET,
                false,
                Quantities.ofContainer(object.object("spec", "slurmd")),
                slurmName(name, object),
                object.flag("spec", "partition", "enabled"),
                // A string in v1beta1, and an object in v1alpha1.
                object.textIfText("spec", "extraConf")));
    }

    /** If the template has a host name, Slinky uses the host name without the dash before the ordinal. */
    private static String slurmName(ObjectName name, KubeObject object) {
        String hostname = object.text("spec", "template", "spec", "hostname");
        String trimmed = hostname.endsWith("-") ? hostname.substring(0, hostname.length() - 1) : hostname;
        return KubeObject.firstOf(trimmed, name.name());
    }

    @Override
    public String nodeSetOf(ObjectName name, KubeObject pod) {
        return pod.controller(GROUP, "NodeSet");
    }

    @Override
    public String slurmNode(ObjectName name, KubeObject pod) {
        return KubeObject.firstOf(pod.label(PREFIX + "pod-hostname"), pod.text("spec", "hostname"), name.name());
    }

    @Override
    public OptionalInt ordinal(ObjectName name, String nodeSet, KubeObject pod) {
        return KubeObject.wholeNumber(pod.label(PREFIX + "pod-index"));
    }

    @Override
    public boolean isCordoned(KubeObject pod) {
        return pod.annotation(PREFIX + "pod-cordon").equals("true");
    }

    @Override
    public String drainReason(KubeObject pod) {
        KubeObject drain = pod.condition("SlurmNodeStateDrain");
        return drain.holds() ? drain.text("message") : "";
    }
}
