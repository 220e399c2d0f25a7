package dev.sluice.simulator.kubernetes.api;

import static dev.sluice.simulator.kubernetes.api.Trees.member;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The discovery documents: groups, versions and kinds. */
final class Discovery {
    private static final List<Object> READ = List.of("get", "list", "watch");
    private static final List<Object> SCALE = List.of("get", "patch", "update");

    private final Set<ResourceType> installed;

    /** Creates the documents of the installed kinds; the set of kinds can change later. */
    Discovery(Set<ResourceType> installed) {
        this.installed = installed;
    }

    private Stream<ResourceType> types() {
        return Stream.of(ResourceType.values()).filter(installed::contains);
    }

    /** Returns the document of a path; empty for other paths. */
    Optional<Map<String, Object>> answer(String path) {
        String[] parts = path.substring(1).split("/", -1);
        return switch (parts[0] + "/" + parts.length) {
            case "version/1" -> Optional.of(version());
            case "api/1" -> Optional.of(coreVersions());
            case "api/2" -> resources("", parts[1]);
            case "apis/1" -> Optional.of(groups());
            case "apis/2" -> group(parts[1]);
            case "apis/3" -> resources(parts[1], parts[2]);
            default -> Optional.empty();
        };
    }

    private static Map<String, Object> version() {
        return Json.of("""
                {"major": "1", "minor": "36", "emulationMajor": "1", "emulationMinor": "36",
                 "minCompatibilityMajor": "1", "minCompatibilityMinor": "35", "gitVersion": "v1.36.2",
                 "gitCommit": "simulated", "gitTreeState": "", "buildDate": "1970-01-01T00:00:00Z",
                 "goVersion": "none", "compiler": "none", "platform": "linux/amd64"}
                """);
    }

    private static Map<String, Object> coreVersions() {
        return Trees.object(
                member("kind", "APIVersions"),
                member("versions", List.of("v1")),
                member("serverAddressByClientCIDRs", List.of()));
    }

    private Map<String, Object> groups() {
        List<Object> groups = new ArrayList<>();
        types().map(ResourceType::group)
                .filter(name -> !name.isEmpty())
                .distinct()
                .forEach(name -> groups.add(members(name).orElseThrow()));
        return Trees.object(member("kind", "APIGroupList"), member("apiVersion", "v1"), member("groups", groups));
    }

    private Optional<Map<String, Object>> group(String name) {
        return members(name).map(members -> {
            Map<String, Object> head = Trees.object(member("kind", "APIGroup"), member("apiVersion", "v1"));
            for (Map.Entry<String, Object> member : members.entrySet()) {
                head = Trees.with(head, member.getKey(), member.getValue());
            }
            return head;
        });
    }

    private Optional<Map<String, Object>> members(String name) {
        return types().filter(type -> type.group().equals(name) && !name.isEmpty())
                .findFirst()
                .map(type -> {
                    Map<String, Object> version = Trees.object(
                            member("groupVersion", type.groupVersion()), member("version", type.version()));
                    return Trees.object(
                            member("name", name),
                            member("versions", List.of(version)),
                            member("preferredVersion", version));
                });
    }

    private Optional<Map<String, Object>> resources(String group, String version) {
        List<ResourceType> types = types().filter(
                        type -> type.group().equals(group) && type.version().equals(version))
                .toList();
        if (types.isEmpty()) {
            return Optional.empty();
        }
        List<Object> resources = new ArrayList<>();
        for (ResourceType type : types) {
            resources.add(Trees.object(
                    member("name", type.plural()),
                    member("singularName", type.singular()),
                    member("namespaced", type.namespaced()),
                    member("kind", type.kind()),
                    member("verbs", READ),
                    member("shortNames", type.shortNames())));
            if (type.scales()) {
                resources.add(Trees.object(
                        member("name", type.plural() + "/scale"),
                        member("singularName", ""),
                        member("namespaced", true),
                        member("group", "autoscaling"),
                        member("version", "v1"),
                        member("kind", "Scale"),
                        member("verbs", SCALE)));
            }
        }
        return Optional.of(Trees.object(
                member("kind", "APIResourceList"),
                member("apiVersion", "v1"),
                member("groupVersion", types.get(0).groupVersion()),
                member("resources", resources)));
    }
}
