package dev.sluice.simulator.kubernetes.api;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The kinds of objects of the simulated API server. */
public enum ResourceType {
    NODES("", "v1", "Node", "no"),
    PODS("", "v1", "Pod", "po"),
    CONFIG_MAPS("", "v1", "ConfigMap", "cm"),
    STATEFUL_SETS("apps", "v1", "StatefulSet", "sts"),
    AUTOSCALERS("autoscaling", "v2", "HorizontalPodAutoscaler", "hpa"),
    NODE_SETS("slinky.slurm.net", "v1beta1", "NodeSet", "nss"),
    SOPERATOR_NODE_SETS("slurm.nebius.ai", "v1alpha1", "NodeSet", "nebius"),
    SUNK_NODE_SETS("sunk.coreweave.com", "v1alpha1", "NodeSet", "sunk"),
    SCALED_OBJECTS("keda.sh", "v1alpha1", "ScaledObject", "so");

    private final String group;
    private final String version;
    private final String kind;
    private final String shortName;

    ResourceType(String group, String version, String kind, String shortName) {
        this.group = group;
        this.version = version;
        this.kind = kind;
        this.shortName = shortName;
    }

    static Optional<ResourceType> of(String group, String version, String plural) {
        return Stream.of(values())
                .filter(t -> t.group.equals(group)
                        && t.version.equals(version)
                        && t.plural().equals(plural))
                .findFirst();
    }

    String group() {
        return group;
    }

    String version() {
        return version;
    }

    String plural() {
        return singular() + "s";
    }

    String singular() {
        return kind.toLowerCase(Locale.ROOT);
    }

    String kind() {
        return kind;
    }

    String shortName() {
        return shortName;
    }

    boolean namespaced() {
        return this != NODES;
    }

    String groupVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** Returns the name in error messages, such as {@code nodesets.slinky.slurm.net}. */
    String qualified() {
        return group.isEmpty() ? plural() : plural() + "." + group;
    }

    /** Returns true for custom resources, which can be installed and removed, and whose lists have another form. */
    boolean custom() {
        return group.contains(".");
    }

    /** Returns true if the type has a scale subresource in the simulated API server. */
    boolean scales() {
        return this == NODE_SETS;
    }
}
