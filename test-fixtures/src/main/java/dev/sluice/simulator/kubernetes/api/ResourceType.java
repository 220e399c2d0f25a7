package dev.sluice.simulator.kubernetes.api;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The kinds of objects of the simulated API server. */
public enum ResourceType {
    NODES("", "v1", "Node", false, "no"),
    PODS("", "v1", "Pod", true, "po"),
    CONFIG_MAPS("", "v1", "ConfigMap", true, "cm"),
    SECRETS("", "v1", "Secret", true, ""),
    API_SERVICES("apiregistration.k8s.io", "v1", "APIService", false, ""),
    STATEFUL_SETS("apps", "v1", "StatefulSet", true, "sts"),
    AUTOSCALERS("autoscaling", "v2", "HorizontalPodAutoscaler", true, "hpa"),
    NODE_SETS("slinky.slurm.net", "v1beta1", "NodeSet", true, "nss,slurmd"),
    SOPERATOR_NODE_SETS("slurm.nebius.ai", "v1alpha1", "NodeSet", true, ""),
    SUNK_NODE_SETS("sunk.coreweave.com", "v1alpha1", "NodeSet", true, ""),
    SCALED_OBJECTS("keda.sh", "v1alpha1", "ScaledObject", true, "so");

    private final String group;
    private final String version;
    private final String kind;
    private final boolean namespaced;
    private final String shortNames;

    ResourceType(String group, String version, String kind, boolean namespaced, String shortNames) {
        this.group = group;
        this.version = version;
        this.kind = kind;
        this.namespaced = namespaced;
        this.shortNames = shortNames;
    }

    /** Returns the types with the given name, in all versions. */
    static Stream<ResourceType> named(String group, String plural) {
        return Stream.of(values())
                .filter(t -> t.group.equals(group) && t.plural().equals(plural));
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

    boolean namespaced() {
        return namespaced;
    }

    List<String> shortNames() {
        return shortNames.isEmpty() ? List.of() : List.of(shortNames.split(",", -1));
    }

    String groupVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** Returns the name in error messages, such as {@code nodesets.slinky.slurm.net}. */
    String qualified() {
        return group.isEmpty() ? plural() : plural() + "." + group;
    }

    /**
     * Returns true for custom resources. Lists of custom resources have a different form. Custom resources can be
     * installed and removed.
     */
    boolean custom() {
        return switch (this) {
            case NODES, PODS, CONFIG_MAPS, SECRETS, API_SERVICES, STATEFUL_SETS, AUTOSCALERS -> false;
            case NODE_SETS, SOPERATOR_NODE_SETS, SUNK_NODE_SETS, SCALED_OBJECTS -> true;
        };
    }

    /** Returns true if clients may create and change objects of this type in the simulated API server. */
    boolean writable() {
        return this == SECRETS || this == API_SERVICES;
    }

    /** Returns true if the type has a scale subresource in the simulated API server. */
    boolean scales() {
        return this == NODE_SETS;
    }
}
