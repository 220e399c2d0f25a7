package dev.sluice.simulator.kubernetes.api;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The kinds of objects of the simulated API server. */
public enum ResourceType {
    NODES("v1", "Node"),
    PODS("v1", "Pod"),
    CONFIG_MAPS("v1", "ConfigMap"),
    STATEFUL_SETS("apps/v1", "StatefulSet"),
    AUTOSCALERS("autoscaling/v2", "HorizontalPodAutoscaler"),
    NODE_SETS("slinky.slurm.net/v1beta1", "NodeSet"),
    SOPERATOR_NODE_SETS("slurm.nebius.ai/v1alpha1", "NodeSet"),
    SUNK_NODE_SETS("sunk.coreweave.com/v1alpha1", "NodeSet"),
    SCALED_OBJECTS("keda.sh/v1alpha1", "ScaledObject");

    private final String groupVersion;
    private final String kind;

    ResourceType(String groupVersion, String kind) {
        this.groupVersion = groupVersion;
        this.kind = kind;
    }

    static Optional<ResourceType> of(String group, String version, String plural) {
        return Stream.of(values())
                .filter(type -> type.groupVersion.equals(group.isEmpty() ? version : group + "/" + version)
                        && type.plural().equals(plural))
                .findFirst();
    }

    String groupVersion() {
        return groupVersion;
    }

    /** Returns the group; empty for the core group. */
    String group() {
        return groupVersion.replaceFirst("/?[^/]*$", "");
    }

    String kind() {
        return kind;
    }

    String plural() {
        return kind.toLowerCase(Locale.ROOT) + "s";
    }

    /** Returns true for custom resources, which can be installed and removed, and whose lists have another form. */
    boolean custom() {
        return groupVersion.contains(".");
    }
}
