package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetStatus;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScalingMode;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Builds {@link NodeSet}s of one NodeSet system.
 *
 * @param apiVersion requested group and version, because items of built-in lists do not contain the group and version
 * @param statefulSets wanted StatefulSets, for {@link NodeSetSystem#STATEFULSET}
 * @param controller Controller of the wanted NodeSets, for {@link NodeSetSystem#SLINKY}; empty for all Controllers
 */
public record NodeSetAssembler(NodeSetSystem system, String apiVersion, Set<ObjectName> statefulSets, String controller)
        implements ObjectAssembler<NodeSet> {

    private static final Map<NodeSetSystem, Set<KubeField>> FIELDS = Map.of(
            NodeSetSystem.SLINKY,
            EnumSet.of(
                    KubeField.CONTROLLER,
                    KubeField.REPLICAS,
                    KubeField.SCALING_MODE,
                    KubeField.EXTRA_CONF,
                    KubeField.PARTITION_ENABLED,
                    KubeField.TEMPLATE_HOSTNAME,
                    KubeField.SLURMD_LIMIT,
                    KubeField.SLURMD_REQUEST,
                    KubeField.STATUS_REPLICAS,
                    KubeField.STATUS_READY,
                    KubeField.STATUS_DESIRED,
                    KubeField.STATUS_IDLE,
                    KubeField.STATUS_ALLOCATED,
                    KubeField.STATUS_DOWN,
                    KubeField.STATUS_DRAIN),
            NodeSetSystem.SOPERATOR,
            EnumSet.of(KubeField.REPLICAS, KubeField.EPHEMERAL, KubeField.SLURMD_RESOURCE, KubeField.STATUS_REPLICAS),
            NodeSetSystem.SUNK,
            EnumSet.of(
                    KubeField.REPLICAS,
                    KubeField.SUNK_CURRENT,
                    KubeField.SUNK_DESIRED,
                    KubeField.SUNK_READY,
                    KubeField.SUNK_FEASIBLE,
                    KubeField.SUNK_DRAIN),
            NodeSetSystem.STATEFULSET,
            EnumSet.of(
                    KubeField.REPLICAS,
                    KubeField.CONTAINER,
                    KubeField.CONTAINER_NAME,
                    KubeField.CONTAINER_LIMIT,
                    KubeField.CONTAINER_REQUEST,
                    KubeField.STATUS_REPLICAS,
                    KubeField.STATUS_READY));

    @Override
    public Set<KubeField> fields() {
        return FIELDS.getOrDefault(system, Set.of());
    }

    @Override
    public Optional<NodeSet> record(ObjectName name, ObjectFields nodeSet) {
        if (system == NodeSetSystem.STATEFULSET && !statefulSets.contains(name)) {
            return Optional.empty();
        }
        if (system == NodeSetSystem.SLINKY
                && !controller.isEmpty()
                && !controller.equals(nodeSet.text(KubeField.CONTROLLER))) {
            return Optional.empty();
        }
        return Optional.of(new NodeSet(
                system,
                apiVersion,
                system == NodeSetSystem.STATEFULSET ? "StatefulSet" : "NodeSet",
                name.namespace(),
                name.name(),
                nodeSet.number(KubeField.REPLICAS),
                status(nodeSet),
                scalingMode(nodeSet),
                nodeSet.flag(KubeField.EPHEMERAL),
                TemplateResources.of(nodeSet),
                slurmName(name, nodeSet),
                nodeSet.flag(KubeField.PARTITION_ENABLED),
                nodeSet.text(KubeField.EXTRA_CONF)));
    }

    private NodeSetStatus status(ObjectFields nodeSet) {
        return switch (system) {
            case SLINKY ->
                new NodeSetStatus(
                        nodeSet.number(KubeField.STATUS_REPLICAS),
                        nodeSet.number(KubeField.STATUS_READY),
                        nodeSet.number(KubeField.STATUS_DESIRED),
                        OptionalInt.empty(),
                        nodeSet.number(KubeField.STATUS_IDLE),
                        nodeSet.number(KubeField.STATUS_ALLOCATED),
                        nodeSet.number(KubeField.STATUS_DOWN),
                        nodeSet.number(KubeField.STATUS_DRAIN));
            case SUNK ->
                new NodeSetStatus(
                        nodeSet.number(KubeField.SUNK_CURRENT),
                        nodeSet.number(KubeField.SUNK_READY),
                        nodeSet.number(KubeField.SUNK_DESIRED),
                        nodeSet.number(KubeField.SUNK_FEASIBLE),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        nodeSet.number(KubeField.SUNK_DRAIN));
            case SOPERATOR -> replicasAnd(nodeSet, OptionalInt.empty());
            // A StatefulSet omits readyReplicas if the value is 0.
            case STATEFULSET ->
                replicasAnd(
                        nodeSet,
                        OptionalInt.of(nodeSet.number(KubeField.STATUS_READY).orElse(0)));
        };
    }

    private static NodeSetStatus replicasAnd(ObjectFields nodeSet, OptionalInt ready) {
        OptionalInt none = OptionalInt.empty();
        return new NodeSetStatus(nodeSet.number(KubeField.STATUS_REPLICAS), ready, none, none, none, none, none, none);
    }

    private ScalingMode scalingMode(ObjectFields nodeSet) {
        boolean daemonSet = system == NodeSetSystem.SUNK
                || nodeSet.text(KubeField.SCALING_MODE).equals("DaemonSet");
        return daemonSet ? ScalingMode.DAEMON_SET : ScalingMode.STATEFUL_SET;
    }

    /** If the template has a host name, Slinky uses the host name without the dash before the ordinal. */
    private static String slurmName(ObjectName name, ObjectFields nodeSet) {
        String hostname = nodeSet.text(KubeField.TEMPLATE_HOSTNAME);
        String trimmed = hostname.endsWith("-") ? hostname.substring(0, hostname.length() - 1) : hostname;
        return trimmed.isEmpty() ? name.name() : trimmed;
    }
}
