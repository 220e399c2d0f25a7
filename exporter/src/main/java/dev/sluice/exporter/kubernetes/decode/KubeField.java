package dev.sluice.exporter.kubernetes.decode;

import com.fasterxml.jackson.core.JsonToken;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The members to read, by path. In a path, {@code []} is any element of a list and {@code *} any member of an object.
 * The path of an object's member starts at the object. The path of an envelope's member starts at the root of the
 * response.
 */
public enum KubeField {
    LIST_VERSION("metadata", "resourceVersion"),
    LIST_CONTINUE("metadata", "continue"),

    EVENT_TYPE("type"),
    EVENT_CODE("object", "code"),

    GROUP_VERSION("groups", "[]", "versions", "[]", "groupVersion"),

    NAME("metadata", "name"),
    NAMESPACE("metadata", "namespace"),
    VERSION("metadata", "resourceVersion"),
    CREATED("metadata", "creationTimestamp"),
    DELETED("metadata", "deletionTimestamp"),
    LABEL("metadata", "labels", "*"),
    ANNOTATION("metadata", "annotations", "*"),
    OWNER("metadata", "ownerReferences", "[]"),
    OWNER_API_VERSION("metadata", "ownerReferences", "[]", "apiVersion"),
    OWNER_KIND("metadata", "ownerReferences", "[]", "kind"),
    OWNER_NAME("metadata", "ownerReferences", "[]", "name"),
    OWNER_CONTROLLER("metadata", "ownerReferences", "[]", "controller"),
    CONDITION("status", "conditions", "[]"),
    CONDITION_TYPE("status", "conditions", "[]", "type"),
    CONDITION_STATUS("status", "conditions", "[]", "status"),
    CONDITION_REASON("status", "conditions", "[]", "reason"),
    CONDITION_MESSAGE("status", "conditions", "[]", "message"),

    POD_NODE("spec", "nodeName"),
    POD_HOSTNAME("spec", "hostname"),
    POD_PHASE("status", "phase"),
    POD_CONTAINER("spec", "containers", "[]"),
    POD_REQUEST("spec", "containers", "[]", "resources", "requests", "*"),
    POD_INIT_CONTAINER("spec", "initContainers", "[]"),
    POD_INIT_RESTART("spec", "initContainers", "[]", "restartPolicy"),
    POD_INIT_REQUEST("spec", "initContainers", "[]", "resources", "requests", "*"),

    NODE_UNSCHEDULABLE("spec", "unschedulable"),
    NODE_CAPACITY("status", "capacity", "*"),
    NODE_ALLOCATABLE("status", "allocatable", "*"),

    CONTROLLER("spec", "controllerRef", "name"),
    REPLICAS("spec", "replicas"),
    SCALING_MODE("spec", "scalingMode"),
    EPHEMERAL("spec", "ephemeralNodes"),
    EXTRA_CONF("spec", "extraConf"),
    PARTITION_ENABLED("spec", "partition", "enabled"),
    TEMPLATE_HOSTNAME("spec", "template", "spec", "hostname"),
    SLURMD_LIMIT("spec", "slurmd", "resources", "limits", "*"),
    SLURMD_REQUEST("spec", "slurmd", "resources", "requests", "*"),
    /** soperator has one value per resource, in place of limits and requests. */
    SLURMD_RESOURCE("spec", "slurmd", "resources", "*"),
    CONTAINER("spec", "template", "spec", "containers", "[]"),
    CONTAINER_NAME("spec", "template", "spec", "containers", "[]", "name"),
    CONTAINER_LIMIT("spec", "template", "spec", "containers", "[]", "resources", "limits", "*"),
    CONTAINER_REQUEST("spec", "template", "spec", "containers", "[]", "resources", "requests", "*"),
    STATUS_REPLICAS("status", "replicas"),
    STATUS_READY("status", "readyReplicas"),
    STATUS_DESIRED("status", "desired"),
    STATUS_IDLE("status", "slurmIdle"),
    STATUS_ALLOCATED("status", "slurmAllocated"),
    STATUS_DOWN("status", "slurmDown"),
    STATUS_DRAIN("status", "slurmDrain"),
    SUNK_CURRENT("status", "currentNumberScheduled"),
    SUNK_DESIRED("status", "desiredNumberScheduled"),
    SUNK_READY("status", "numberReady"),
    SUNK_FEASIBLE("status", "numberFeasible"),
    SUNK_DRAIN("status", "numberDrain"),

    LEASE_HOLDER("spec", "holderIdentity"),
    LEASE_DURATION("spec", "leaseDurationSeconds"),
    LEASE_ACQUIRED("spec", "acquireTime"),
    LEASE_RENEWED("spec", "renewTime"),
    LEASE_TRANSITIONS("spec", "leaseTransitions"),

    TARGET_API_VERSION("spec", "scaleTargetRef", "apiVersion"),
    TARGET_KIND("spec", "scaleTargetRef", "kind"),
    TARGET_NAME("spec", "scaleTargetRef", "name"),
    HPA_MIN("spec", "minReplicas"),
    HPA_MAX("spec", "maxReplicas"),
    KEDA_MIN("spec", "minReplicaCount"),
    KEDA_MAX("spec", "maxReplicaCount");

    private static final String SEPARATOR = " ";

    private final String path;

    private static final Set<KubeField> NUMBERS = Set.copyOf(EnumSet.of(
            REPLICAS,
            STATUS_REPLICAS,
            STATUS_READY,
            STATUS_DESIRED,
            STATUS_IDLE,
            STATUS_ALLOCATED,
            STATUS_DOWN,
            STATUS_DRAIN,
            SUNK_CURRENT,
            SUNK_DESIRED,
            SUNK_READY,
            SUNK_FEASIBLE,
            SUNK_DRAIN,
            HPA_MIN,
            HPA_MAX,
            KEDA_MIN,
            KEDA_MAX));

    private static final Set<KubeField> FLAGS =
            Set.copyOf(EnumSet.of(OWNER_CONTROLLER, NODE_UNSCHEDULABLE, EPHEMERAL, PARTITION_ENABLED));

    /**
     * Fields that may have any type: amounts of resources, which are strings or numbers, and members outside the kept
     * objects.
     */
    private static final Set<KubeField> ANY = Set.copyOf(EnumSet.of(
            EVENT_CODE,
            POD_REQUEST,
            POD_INIT_REQUEST,
            NODE_CAPACITY,
            NODE_ALLOCATABLE,
            SLURMD_LIMIT,
            SLURMD_REQUEST,
            SLURMD_RESOURCE,
            CONTAINER_LIMIT,
            CONTAINER_REQUEST,
            LEASE_DURATION,
            LEASE_TRANSITIONS));

    KubeField(String... path) {
        this.path = String.join(SEPARATOR, path);
    }

    /**
     * Returns true if the token can be the field's value or the start of the field's value. For example, a replica
     * count in quotes is refused.
     */
    boolean accepts(JsonToken token) {
        if (NUMBERS.contains(this)) {
            return token == JsonToken.VALUE_NUMBER_INT;
        }
        if (FLAGS.contains(this)) {
            return token.isBoolean();
        }
        return ANY.contains(this)
                || token == JsonToken.VALUE_STRING
                // This member is a string in one API version and an object in another version.
                || (token.isStructStart() && this == EXTRA_CONF);
    }

    List<String> path() {
        return List.of(path.split(SEPARATOR, -1));
    }
}
