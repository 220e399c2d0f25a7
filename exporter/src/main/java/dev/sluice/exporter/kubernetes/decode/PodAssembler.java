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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds {@link SlurmdPod}s of one NodeSet system. Skips similar pods that belong to no NodeSet. */
public final class PodAssembler implements ObjectAssembler<SlurmdPod> {

    private static final Set<KubeField> FIELDS = Stream.concat(
                    Conditions.FIELDS.stream(),
                    Stream.of(
                            KubeField.CREATED,
                            KubeField.DELETED,
                            KubeField.LABEL,
                            KubeField.ANNOTATION,
                            KubeField.OWNER,
                            KubeField.OWNER_API_VERSION,
                            KubeField.OWNER_KIND,
                            KubeField.OWNER_NAME,
                            KubeField.OWNER_CONTROLLER,
                            KubeField.POD_NODE,
                            KubeField.POD_HOSTNAME,
                            KubeField.POD_PHASE))
            .collect(Collectors.toUnmodifiableSet());

    private final NodeSetSystem system;
    private final Set<ObjectName> statefulSets;
    private final Conditions conditions = new Conditions(this::condition);
    private final SharedValues shared = new SharedValues();

    private final Map<String, String> labels = new HashMap<>();
    private final Map<String, String> annotations = new HashMap<>();
    private Owner element = Owner.NONE;
    private Owner owner = Owner.NONE;
    private PodPhase phase = PodPhase.UNKNOWN;
    private boolean ready;
    private boolean unschedulable;
    private boolean deleting;
    private String kubeNode = "";
    private String hostname = "";
    private String drainReason = "";
    private Instant createdAt = Instant.EPOCH;

    /**
     * @param statefulSets StatefulSets of the wanted pods, for {@link NodeSetSystem#STATEFULSET}
     */
    public PodAssembler(NodeSetSystem system, Set<ObjectName> statefulSets) {
        this.system = system;
        this.statefulSets = statefulSets;
    }

    /** An entry of {@code ownerReferences}. */
    private record Owner(String apiVersion, String kind, String name, boolean controller) {
        private static final Owner NONE = new Owner("", "", "", false);

        boolean is(String group, String kind) {
            return apiVersion.startsWith(group + "/") && this.kind.equals(kind);
        }
    }

    @Override
    public Set<KubeField> fields() {
        return FIELDS;
    }

    @Override
    public void begin() {
        labels.clear();
        annotations.clear();
        element = Owner.NONE;
        owner = Owner.NONE;
        phase = PodPhase.UNKNOWN;
        ready = false;
        unschedulable = false;
        deleting = false;
        kubeNode = "";
        hostname = "";
        drainReason = "";
        createdAt = Instant.EPOCH;
    }

    @Override
    public void value(KubeField field, String key, String text) {
        Owner o = element;
        switch (field) {
            case LABEL -> labels.put(key, text);
            case ANNOTATION -> annotations.put(key, text);
            case CREATED -> createdAt = instant(text);
            case DELETED -> deleting = true;
            case OWNER_API_VERSION -> element = new Owner(text, o.kind(), o.name(), o.controller());
            case OWNER_KIND -> element = new Owner(o.apiVersion(), text, o.name(), o.controller());
            case OWNER_NAME -> element = new Owner(o.apiVersion(), o.kind(), text, o.controller());
            case OWNER_CONTROLLER -> element = new Owner(o.apiVersion(), o.kind(), o.name(), text.equals("true"));
            case POD_NODE -> kubeNode = text;
            case POD_HOSTNAME -> hostname = text;
            case POD_PHASE -> phase = shared.constant(PodPhase.class, text).orElse(PodPhase.UNKNOWN);
            default -> conditions.value(field, text);
        }
    }

    @Override
    public void endElement(KubeField field) {
        if (field == KubeField.OWNER) {
            if (element.controller()) {
                owner = element;
            }
            element = Owner.NONE;
        }
        conditions.endElement(field);
    }

    private void condition(Conditions.Condition condition) {
        switch (condition.type()) {
            case "Ready" -> ready = condition.holds();
            case "PodScheduled" ->
                unschedulable = !condition.holds() && condition.reason().equals("Unschedulable");
            case "SlurmNodeStateDrain" -> drainReason = condition.holds() ? condition.message() : drainReason;
            default -> {}
        }
    }

    @Override
    public Optional<SlurmdPod> end(ObjectName name) {
        String nodeSet = nodeSet(name);
        if (nodeSet.isEmpty()) {
            return Optional.empty();
        }
        String slurmNode = slurmNode(name);
        return Optional.of(new SlurmdPod(
                system,
                shared.text(name.namespace()),
                name.name(),
                shared.text(nodeSet),
                slurmNode,
                hostname.equals(slurmNode) ? slurmNode : hostname,
                phase,
                ready,
                unschedulable,
                ordinal(name, nodeSet),
                shared.text(kubeNode),
                createdAt,
                deleting,
                cordoned(),
                shared.text(drainReason.isEmpty() ? annotation("sunk.coreweave.com/drain") : drainReason)));
    }

    private String nodeSet(ObjectName pod) {
        return switch (system) {
            case SLINKY -> owner.is("slinky.slurm.net", "NodeSet") ? owner.name() : "";
            case SUNK -> owner.is("sunk.coreweave.com", "NodeSet") ? owner.name() : "";
            // The NodeSet owns an OpenKruise StatefulSet, and the StatefulSet owns the pods.
            case SOPERATOR -> label("slurm.nebius.ai/nodeset");
            case STATEFULSET ->
                owner.is("apps", "StatefulSet") && statefulSets.contains(new ObjectName(pod.namespace(), owner.name()))
                        ? owner.name()
                        : "";
        };
    }

    /**
     * The node name comes from a label in Slinky, and from the host name in SUNK. In other systems, the Slurm node has
     * the name of the pod.
     */
    private String slurmNode(ObjectName pod) {
        return switch (system) {
            case SLINKY -> firstOf(label("nodeset.slinky.slurm.net/pod-hostname"), hostname, pod.name());
            case SUNK -> firstOf(hostname, pod.name());
            case SOPERATOR, STATEFULSET -> pod.name();
        };
    }

    private boolean cordoned() {
        return annotation("nodeset.slinky.slurm.net/pod-cordon").equals("true")
                || annotations.containsKey("sunk.coreweave.com/drain");
    }

    private OptionalInt ordinal(ObjectName pod, String nodeSet) {
        return switch (system) {
            case SLINKY -> Numbers.of(label("nodeset.slinky.slurm.net/pod-index"));
            case STATEFULSET, SOPERATOR -> {
                OptionalInt labelled = Numbers.of(label("apps.kubernetes.io/pod-index"));
                yield labelled.isPresent() || !pod.name().startsWith(nodeSet + "-")
                        ? labelled
                        : Numbers.of(pod.name().substring(nodeSet.length() + 1));
            }
            case SUNK -> OptionalInt.empty();
        };
    }

    private String label(String key) {
        return labels.getOrDefault(key, "");
    }

    private String annotation(String key) {
        return annotations.getOrDefault(key, "");
    }

    private static String firstOf(String... texts) {
        return Stream.of(texts).filter(text -> !text.isEmpty()).findFirst().orElse("");
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    /** Shares equal values: ten thousand pods have few distinct namespaces, NodeSets and Kubernetes nodes. */
    private static final class SharedValues {

        private static final int MAX_TEXTS = 1 << 14;

        private final Map<String, String> texts = new HashMap<>();

        String text(String text) {
            if (texts.size() >= MAX_TEXTS) {
                texts.clear();
            }
            String before = texts.putIfAbsent(text, text);
            return before == null ? text : before;
        }

        /** Returns the constant for a name that Kubernetes writes in camel case, such as {@code NotResponding}. */
        <E extends Enum<E>> Optional<E> constant(Class<E> type, String text) {
            for (E constant : type.getEnumConstants()) {
                if (constant.name().replace("_", "").equalsIgnoreCase(text)) {
                    return Optional.of(constant);
                }
            }
            return Optional.empty();
        }
    }
}
