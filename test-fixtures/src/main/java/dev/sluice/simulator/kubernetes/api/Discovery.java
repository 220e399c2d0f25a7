package dev.sluice.simulator.kubernetes.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The discovery documents: groups, versions and kinds.
 *
 * @param installed installed kinds; the set can change later
 */
record Discovery(Set<ResourceType> installed) {

    private Stream<ResourceType> types() {
        return Stream.of(ResourceType.values()).filter(installed::contains);
    }

    /** Returns the document of a path; empty for other paths. */
    Optional<ObjectNode> answer(String path) {
        String[] parts = path.substring(1).split("/", -1);
        return switch (parts[0] + "/" + parts.length) {
            case "version/1" -> Optional.of(Trees.object("major", "1", "minor", "36", "gitVersion", "v1.36.2"));
            case "api/1" -> Optional.of(Trees.object("kind", "APIVersions", "versions", List.of("v1")));
            case "api/2" -> resources("", parts[1]);
            case "apis/1" -> Optional.of(groups());
            case "apis/2" ->
                types().filter(type -> type.group().equals(parts[1]) && !parts[1].isEmpty())
                        .findFirst()
                        .map(type -> Trees.object("kind", "APIGroup", "apiVersion", "v1")
                                .<ObjectNode>setAll(group(type)));
            case "apis/3" -> resources(parts[1], parts[2]);
            default -> Optional.empty();
        };
    }

    /** Each group has one kind. */
    private ObjectNode groups() {
        List<ObjectNode> groups = types().filter(type -> !type.group().isEmpty())
                .map(Discovery::group)
                .toList();
        return Trees.object("kind", "APIGroupList", "apiVersion", "v1", "groups", groups);
    }

    private static ObjectNode group(ResourceType type) {
        ObjectNode version = Trees.object("groupVersion", type.groupVersion(), "version", type.version());
        return Trees.object("name", type.group(), "versions", List.of(version), "preferredVersion", version);
    }

    private Optional<ObjectNode> resources(String group, String version) {
        List<ObjectNode> resources = new ArrayList<>();
        types().filter(type -> type.group().equals(group) && type.version().equals(version))
                .forEach(type -> {
                    resources.add(resource(type, type.plural(), type.kind(), List.of("get", "list", "watch")));
                    if (type.scales()) {
                        List<String> verbs = List.of("get", "patch", "update");
                        ObjectNode scale = resource(type, type.plural() + "/scale", "Scale", verbs);
                        resources.add(scale.put("group", "autoscaling").put("version", "v1"));
                    }
                });
        String groupVersion = group.isEmpty() ? version : group + "/" + version;
        return Optional.of(Trees.object(
                        "kind",
                        "APIResourceList",
                        "apiVersion",
                        "v1",
                        "groupVersion",
                        groupVersion,
                        "resources",
                        resources))
                .filter(list -> !resources.isEmpty());
    }

    private static ObjectNode resource(ResourceType type, String name, String kind, List<String> verbs) {
        boolean scale = kind.equals("Scale");
        return Trees.object(
                "name",
                name,
                "singularName",
                scale ? "" : type.singular(),
                "namespaced",
                type.namespaced(),
                "kind",
                kind,
                "verbs",
                verbs,
                "shortNames",
                scale ? Optional.empty() : List.of(type.shortName()));
    }
}
