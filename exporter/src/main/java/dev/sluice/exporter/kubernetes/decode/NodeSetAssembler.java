package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetStatus;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScalingMode;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Builds {@link NodeSet}s of one NodeSet system. */
public final class NodeSetAssembler implements ObjectAssembler<NodeSet> {

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

    private final NodeSetSystem system;
    private final String apiVersion;
    private final Set<ObjectName> statefulSets;
    private final String controller;

    private final Map<KubeField, String> values = new EnumMap<>(KubeField.class);
    private final TemplateResources resources = new TemplateResources();

    /**
     * @param apiVersion requested group and version, because items of built-in lists do not contain the group and
     *     version
     * @param statefulSets wanted StatefulSets, for {@link NodeSetSystem#STATEFULSET}
     * @param controller Controller of the wanted NodeSets, for {@link NodeSetSystem#SLINKY}; empty for all Controllers
     */
    public NodeSetAssembler(NodeSetSystem system, String apiVersion, Set<ObjectName> statefulSets, String controller) {
        this.system = system;
        this.apiVersion = apiVersion;
        this.statefulSets = statefulSets;
        this.controller = controller;
    }

    @Override
    public Set<KubeField> fields() {
        return FIELDS.getOrDefault(system, Set.of());
    }

    @Override
    public void begin() {
        values.clear();
        resources.begin();
    }

    @Override
    public void value(KubeField field, String key, String text) {
        switch (field) {
            case SLURMD_LIMIT, SLURMD_RESOURCE, CONTAINER_LIMIT -> resources.limit(key, text);
            case SLURMD_REQUEST, CONTAINER_REQUEST -> resources.request(key, text);
            case CONTAINER_NAME -> resources.name(text);
            default -> values.put(field, text);
        }
    }

    @Override
    public void endElement(KubeField field) {
        if (field == KubeField.CONTAINER) {
            resources.endContainer();
        }
    }

    @Override
    public Optional<NodeSet> end(ObjectName name) {
        if (system == NodeSetSystem.STATEFULSET && !statefulSets.contains(name)) {
            return Optional.empty();
        }
        if (system == NodeSetSystem.SLINKY && !controller.isEmpty() && !controller.equals(text(KubeField.CONTROLLER))) {
            return Optional.empty();
        }
        return Optional.of(new NodeSet(
                system,
                apiVersion,
                system == NodeSetSystem.STATEFULSET ? "StatefulSet" : "NodeSet",
                name.namespace(),
                name.name(),
                number(KubeField.REPLICAS),
                status(),
                scalingMode(),
                flag(KubeField.EPHEMERAL),
                resources.end(),
                slurmName(name),
                flag(KubeField.PARTITION_ENABLED),
                text(KubeField.EXTRA_CONF)));
    }

    private NodeSetStatus status() {
        return switch (system) {
            case SLINKY ->
                new NodeSetStatus(
                        number(KubeField.STATUS_REPLICAS),
                        number(KubeField.STATUS_READY),
                        number(KubeField.STATUS_DESIRED),
                        OptionalInt.empty(),
                        number(KubeField.STATUS_IDLE),
                        number(KubeField.STATUS_ALLOCATED),
                        number(KubeField.STATUS_DOWN),
                        number(KubeField.STATUS_DRAIN));
            case SUNK ->
                new NodeSetStatus(
                        number(KubeField.SUNK_CURRENT),
                        number(KubeField.SUNK_READY),
                        number(KubeField.SUNK_DESIRED),
                        number(KubeField.SUNK_FEASIBLE),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        number(KubeField.SUNK_DRAIN));
            case SOPERATOR -> replicasAnd(OptionalInt.empty());
            // A StatefulSet omits readyReplicas if the value is 0.
            case STATEFULSET ->
                replicasAnd(OptionalInt.of(number(KubeField.STATUS_READY).orElse(0)));
        };
    }

    private NodeSetStatus replicasAnd(OptionalInt ready) {
        NodeSetStatus none = NodeSetStatus.UNKNOWN;
        OptionalInt replicas = number(KubeField.STATUS_REPLICAS);
        return new NodeSetStatus(
                replicas,
                ready,
                none.desired(),
                none.feasible(),
                none.idle(),
                none.allocated(),
                none.down(),
                none.drained());
    }

    private ScalingMode scalingMode() {
        boolean daemonSet =
                system == NodeSetSystem.SUNK || text(KubeField.SCALING_MODE).equals("DaemonSet");
        return daemonSet ? ScalingMode.DAEMON_SET : ScalingMode.STATEFUL_SET;
    }

    /** If the template has a host name, Slinky uses the host name without the dash before the ordinal. */
    private String slurmName(ObjectName name) {
        String hostname = text(KubeField.TEMPLATE_HOSTNAME);
        String trimmed = hostname.endsWith("-") ? hostname.substring(0, hostname.length() - 1) : hostname;
        return trimmed.isEmpty() ? name.name() : trimmed;
    }

    private String text(KubeField field) {
        return values.getOrDefault(field, "");
    }

    private boolean flag(KubeField field) {
        return text(field).equals("true");
    }

    private OptionalInt number(KubeField field) {
        return Numbers.of(text(field));
    }
}
