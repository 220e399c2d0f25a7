package dev.sluice.exporter.kubernetes.decode;

import com.fasterxml.jackson.core.JsonToken;
import java.util.List;

/**
 * The members to read, by path. In a path, {@code []} is any element of a list and {@code *} any member of an object.
 * The path of an object's member starts at the object. The path of an envelope's member starts at the root of the
 * response.
 */
public enum KubeField {
    LIST_VERSION("metadata.resourceVersion"),
    LIST_CONTINUE("metadata.continue"),

    EVENT_TYPE("type"),
    EVENT_CODE("object.code", Type.ANY),

    GROUP("groups.[].versions.[]"),
    GROUP_VERSION("groups.[].versions.[].groupVersion"),

    NAME("metadata.name"),
    NAMESPACE("metadata.namespace"),
    VERSION("metadata.resourceVersion"),
    CREATED("metadata.creationTimestamp"),
    DELETED("metadata.deletionTimestamp"),
    LABEL("metadata.labels.*"),
    ANNOTATION("metadata.annotations.*"),
    OWNER("metadata.ownerReferences.[]"),
    OWNER_API_VERSION("metadata.ownerReferences.[].apiVersion"),
    OWNER_KIND("metadata.ownerReferences.[].kind"),
    OWNER_NAME("metadata.ownerReferences.[].name"),
    OWNER_CONTROLLER("metadata.ownerReferences.[].controller", Type.FLAG),
    CONDITION("status.conditions.[]"),
    CONDITION_TYPE("status.conditions.[].type"),
    CONDITION_STATUS("status.conditions.[].status"),
    CONDITION_REASON("status.conditions.[].reason"),
    CONDITION_MESSAGE("status.conditions.[].message"),

    POD_NODE("spec.nodeName"),
    POD_HOSTNAME("spec.hostname"),
    POD_PHASE("status.phase"),
    POD_CONTAINER("spec.containers.[]"),
    POD_REQUEST("spec.containers.[].resources.requests.*", Type.ANY),
    POD_INIT_CONTAINER("spec.initContainers.[]"),
    POD_INIT_RESTART("spec.initContainers.[].restartPolicy"),
    POD_INIT_REQUEST("spec.initContainers.[].resources.requests.*", Type.ANY),

    NODE_UNSCHEDULABLE("spec.unschedulable", Type.FLAG),
    NODE_CAPACITY("status.capacity.*", Type.ANY),
    NODE_ALLOCATABLE("status.allocatable.*", Type.ANY),

    CONTROLLER("spec.controllerRef.name"),
    REPLICAS("spec.replicas", Type.NUMBER),
    SCALING_MODE("spec.scalingMode"),
    EPHEMERAL("spec.ephemeralNodes", Type.FLAG),
    /** A string in one API version and an object in another version. */
    EXTRA_CONF("spec.extraConf", Type.TEXT_OR_OBJECT),
    PARTITION_ENABLED("spec.partition.enabled", Type.FLAG),
    TEMPLATE_HOSTNAME("spec.template.spec.hostname"),
    SLURMD_LIMIT("spec.slurmd.resources.limits.*", Type.ANY),
    SLURMD_REQUEST("spec.slurmd.resources.requests.*", Type.ANY),
    /** soperator has one value per resource, in place of limits and requests. */
    SLURMD_RESOURCE("spec.slurmd.resources.*", Type.ANY),
    CONTAINER("spec.template.spec.containers.[]"),
    CONTAINER_NAME("spec.template.spec.containers.[].name"),
    CONTAINER_LIMIT("spec.template.spec.containers.[].resources.limits.*", Type.ANY),
    CONTAINER_REQUEST("spec.template.spec.containers.[].resources.requests.*", Type.ANY),
    STATUS_REPLICAS("status.replicas", Type.NUMBER),
    STATUS_READY("status.readyReplicas", Type.NUMBER),
    STATUS_DESIRED("status.desired", Type.NUMBER),
    STATUS_IDLE("status.slurmIdle", Type.NUMBER),
    STATUS_ALLOCATED("status.slurmAllocated", Type.NUMBER),
    STATUS_DOWN("status.slurmDown", Type.NUMBER),
    STATUS_DRAIN("status.slurmDrain", Type.NUMBER),
    SUNK_CURRENT("status.currentNumberScheduled", Type.NUMBER),
    SUNK_DESIRED("status.desiredNumberScheduled", Type.NUMBER),
    SUNK_READY("status.numberReady", Type.NUMBER),
    SUNK_FEASIBLE("status.numberFeasible", Type.NUMBER),
    SUNK_DRAIN("status.numberDrain", Type.NUMBER),

    LEASE_HOLDER("spec.holderIdentity"),
    LEASE_DURATION("spec.leaseDurationSeconds", Type.ANY),
    LEASE_ACQUIRED("spec.acquireTime"),
    LEASE_RENEWED("spec.renewTime"),
    LEASE_TRANSITIONS("spec.leaseTransitions", Type.ANY),

    TARGET_API_VERSION("spec.scaleTargetRef.apiVersion"),
    TARGET_KIND("spec.scaleTargetRef.kind"),
    TARGET_NAME("spec.scaleTargetRef.name"),
    HPA_MIN("spec.minReplicas", Type.NUMBER),
    HPA_MAX("spec.maxReplicas", Type.NUMBER),
    HPA_UP_POLICY("spec.behavior.scaleUp.selectPolicy"),
    HPA_DOWN_POLICY("spec.behavior.scaleDown.selectPolicy"),
    KEDA_MIN("spec.minReplicaCount", Type.NUMBER),
    KEDA_MAX("spec.maxReplicaCount", Type.NUMBER);

    /** The type of a value; a value of another type makes the object unreadable. */
    private enum Type {
        TEXT,
        TEXT_OR_OBJECT,
        NUMBER,
        FLAG,
        /** Amounts of resources, which are strings or numbers, and members outside the kept objects. */
        ANY
    }

    private final String path;
    private final Type type;

    KubeField(String path) {
        this(path, Type.TEXT);
    }

    KubeField(String path, Type type) {
        this.path = path;
        this.type = type;
    }

    /**
     * Returns true if the token can be the field's value or the start of the field's value. For example, a replica
     * count in quotes is refused.
     */
    boolean accepts(JsonToken token) {
        return switch (type) {
            case TEXT -> token == JsonToken.VALUE_STRING;
            case TEXT_OR_OBJECT -> token == JsonToken.VALUE_STRING || token.isStructStart();
            case NUMBER -> token == JsonToken.VALUE_NUMBER_INT;
            case FLAG -> token.isBoolean();
            case ANY -> true;
        };
    }

    List<String> path() {
        return List.of(path.split("\\.", -1));
    }
}
