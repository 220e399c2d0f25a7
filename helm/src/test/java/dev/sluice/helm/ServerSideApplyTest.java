package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests that each key occurs only once in a list that Kubernetes merges by key. Helm 4 uses server-side apply, which
 * rejects duplicate keys.
 */
class ServerSideApplyTest {

    private static final Map<String, List<String>> KEYS = Map.of(
            "containers", List.of("name"),
            "initContainers", List.of("name"),
            "volumes", List.of("name"),
            "imagePullSecrets", List.of("name"),
            "env", List.of("name"),
            "volumeMounts", List.of("mountPath"),
            "topologySpreadConstraints", List.of("topologyKey", "whenUnsatisfiable"),
            "groups", List.of("name"));

    @EachInstallation
    void noKeyComesTwice(Installation installation) {
        for (Manifest manifest : installation.manifests()) {
            assertThat(repeated(manifest.tree())).as("%s", manifest).isEmpty();
        }
    }

    @EachInstallation
    void noObjectComesTwice(Installation installation) {
        assertThat(installation.manifests())
                .extracting(manifest -> manifest.apiVersion().replaceFirst("/.*", "") + " " + manifest)
                .doesNotHaveDuplicates();
    }

    @Test
    void aRepeatedKeyWouldBeFound() {
        assertThat(repeated(Yaml.document("{spec: {containers: [{name: a, env: [{name: X}, {name: X}]}]}}")))
                .containsExactly("env [X]");
        assertThat(repeated(Yaml.document(
                        "{ports: [{containerPort: 1, protocol: TCP}, {containerPort: 1," + " protocol: TCP}]}")))
                .containsExactly("ports [1, TCP]");
    }

    private static List<String> repeated(Map<String, Object> tree) {
        List<String> found = new ArrayList<>();
        Yaml.everyMap(tree)
                .forEach(map -> map.forEach((name, value) -> {
                    if (value instanceof List<?> list && list.stream().allMatch(Map.class::isInstance)) {
                        List<String> seen = new ArrayList<>();
                        for (Map<String, Object> entry : Yaml.listAt(map, name)) {
                            List<String> key = keyOf(name, entry);
                            if (!key.isEmpty() && seen.contains(key.toString())) {
                                found.add(name + " " + key);
                            }
                            seen.add(key.toString());
                        }
                    }
                }));
        return found;
    }

    private static List<String> keyOf(String list, Map<String, Object> entry) {
        List<String> names = KEYS.getOrDefault(list, List.of());
        if (list.equals("ports")) {
            names = List.of(entry.containsKey("containerPort") ? "containerPort" : "port", "protocol");
        }
        return names.stream().map(name -> String.valueOf(entry.get(name))).toList();
    }
}
