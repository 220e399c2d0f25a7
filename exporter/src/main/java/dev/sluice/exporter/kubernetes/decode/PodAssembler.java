package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.PodPhase;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** Builds {@link SlurmdPod}s of one NodeSet system. Skips similar pods that belong to no NodeSet. */
public final class PodAssembler implements ObjectAssembler<SlurmdPod> {

    private static final Set<KubeField> FIELDS = Set.of(
            KubeField.CREATED,
            KubeField.DELETED,
            KubeField.LABEL,
            KubeField.ANNOTATION,
            KubeField.OWNER,
            KubeField.OWNER_API_VERSION,
            KubeField.OWNER_KIND,
            KubeField.OWNER_NAME,
            KubeField.OWNER_CONTROLLER,
            KubeField.CONDITION,
            KubeField.CONDITION_TYPE,
            KubeField.CONDITION_STATUS,
            KubeField.CONDITION_REASON,
            KubeField.CONDITION_MESSAGE,
            KubeField.POD_NODE,
            KubeField.POD_HOSTNAME,
            KubeField.POD_PHASE);
    private static final int MAX_SHARED = 1 << 14;
    private static final String DRAIN = "sunk.coreweave.com/drain";

    private final NodeSetSystem system;
    private final Set<ObjectName> statefulSets;
    /** Equal texts are shared: ten thousand pods have few distinct namespaces, NodeSets and Kubernetes nodes. */
    private final Map<String, String> shared = new HashMap<>();

    /**
     * @param statefulSets StatefulSets of the wanted pods, for {@link NodeSetSystem#STATEFULSET}
     */
    public PodAssembler(NodeSetSystem system, Set<ObjectName> statefulSets) {
        this.system = system;
        this.statefulSets = statefulSets;
    }

    @Override
    public Set<KubeField> fields() {
        return FIELDS;
    }

    @Override
    public Optional<SlurmdPod> record(ObjectName name, ObjectFields pod) {
        String nodeSet = nodeSet(name, pod);
        if (nodeSet.isEmpty()) {
            return Optional.empty();
        }
        String slurmNode = slurmNode(name, pod);
        String hostname = pod.text(KubeField.POD_HOSTNAME);
        ObjectFields scheduled = pod.condition("PodScheduled");
        ObjectFields drain = pod.condition("SlurmNodeStateDrain");
        String drainReason = drain.holds() ? drain.text(KubeField.CONDITION_MESSAGE) : "";
        return Optional.of(new SlurmdPod(
                system,
                shared(name.namespace()),
                name.name(),
                shared(nodeSet),
                slurmNode,
                hostname.equals(slurmNode) ? slurmNode : hostname,
                phase(pod.exact(KubeField.POD_PHASE)),
                pod.condition("Ready").holds(),
                !scheduled.holds()
                        && scheduled.exact(KubeField.CONDITION_REASON).equals("Unschedulable"),
                ordinal(name, nodeSet, pod),
                shared(pod.text(KubeField.POD_NODE)),
                instant(pod.exact(KubeField.CREATED)),
                !pod.exact(KubeField.DELETED).isEmpty(),
                cordoned(pod),
                shared(drainReason.isEmpty() ? pod.member(KubeField.ANNOTATION, DRAIN) : drainReason)));
    }

    private String nodeSet(ObjectName name, ObjectFields pod) {
        return switch (system) {
            case SLINKY -> owner(pod, "slinky.slurm.net", "NodeSet");
            case SUNK -> owner(pod, "sunk.coreweave.com", "NodeSet");
            // The NodeSet owns an OpenKruise StatefulSet, and the StatefulSet owns the pods.
            case SOPERATOR -> pod.member(KubeField.LABEL, "slurm.nebius.ai/nodeset");
            case STATEFULSET -> {
                String owner = owner(pod, "apps", "StatefulSet");
                yield statefulSets.contains(new ObjectName(name.namespace(), owner)) ? owner : "";
            }
        };
    }

    /** Returns the name of the pod's controller; empty if the controller is of another kind. */
    private static String owner(ObjectFields pod, String group, String kind) {
        ObjectFields owner = pod.last(KubeField.OWNER, KubeField.OWNER_CONTROLLER, "true");
        return owner.exact(KubeField.OWNER_API_VERSION).startsWith(group + "/")
                        && owner.exact(KubeField.OWNER_KIND).equals(kind)
                ? owner.text(KubeField.OWNER_NAME)
                : "";
    }

    /**
     * The node name comes from a label in Slinky, and from the host name in SUNK. In other systems, the Slurm node has
     * the name of the pod.
     */
    private String slurmNode(ObjectName name, ObjectFields pod) {
        String hostname = pod.text(KubeField.POD_HOSTNAME);
        return switch (system) {
            case SLINKY ->
                firstOf(pod.member(KubeField.LABEL, "nodeset.slinky.slurm.net/pod-hostname"), hostname, name.name());
            case SUNK -> firstOf(hostname, name.name());
            case SOPERATOR, STATEFULSET -> name.name();
        };
    }

    private static boolean cordoned(ObjectFields pod) {
        return pod.member(KubeField.ANNOTATION, "nodeset.slinky.slurm.net/pod-cordon")
                        .equals("true")
                || pod.members(KubeField.ANNOTATION).containsKey(DRAIN);
    }

    private OptionalInt ordinal(ObjectName name, String nodeSet, ObjectFields pod) {
        return switch (system) {
            case SLINKY -> ObjectFields.number(pod.member(KubeField.LABEL, "nodeset.slinky.slurm.net/pod-index"));
            case STATEFULSET, SOPERATOR -> {
                OptionalInt labelled = ObjectFields.number(pod.member(KubeField.LABEL, "apps.kubernetes.io/pod-index"));
                yield labelled.isPresent() || !name.name().startsWith(nodeSet + "-")
                        ? labelled
                        : ObjectFields.number(name.name().substring(nodeSet.length() + 1));
            }
            case SUNK -> OptionalInt.empty();
        };
    }

    private static String firstOf(String... texts) {
        return Stream.of(texts).filter(text -> !text.isEmpty()).findFirst().orElse("");
    }

    private static PodPhase phase(String text) {
        return Stream.of(PodPhase.values())
                .filter(phase -> phase.name().equalsIgnoreCase(text))
                .findFirst()
                .orElse(PodPhase.UNKNOWN);
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    private String shared(String text) {
        if (shared.size() >= MAX_SHARED) {
            shared.clear();
        }
        return shared.computeIfAbsent(text, unused -> text);
    }
}
