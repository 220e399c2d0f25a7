package dev.sluice.helm;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** One object that the chart renders. */
record Manifest(Map<String, Object> tree) {

    private static final Set<String> OF_THE_CLUSTER =
            Set.of("ClusterRole", "ClusterRoleBinding", "APIService", "ClusterPodMonitoring", "ClusterRules");

    String apiVersion() {
        return Yaml.text(tree, "apiVersion");
    }

    String kind() {
        return Yaml.text(tree, "kind");
    }

    String name() {
        return Yaml.text(tree, "metadata", "name");
    }

    String namespace() {
        return Yaml.text(tree, "metadata", "namespace");
    }

    boolean isNamespaced() {
        return !OF_THE_CLUSTER.contains(kind());
    }

    Map<String, Object> labels() {
        return Yaml.mapAt(tree, "metadata", "labels");
    }

    Map<String, Object> spec() {
        return Yaml.mapAt(tree, "spec");
    }

    Map<String, Object> pod() {
        return Yaml.mapAt(tree, "spec", "template", "spec");
    }

    Map<String, Object> podLabels() {
        return Yaml.mapAt(tree, "spec", "template", "metadata", "labels");
    }

    /** Returns the main container first, and the init containers last. */
    List<Map<String, Object>> containers() {
        return Stream.of("containers", "initContainers")
                .flatMap(which -> Yaml.listAt(pod(), which).stream())
                .toList();
    }

    /** Returns text such as {@code Service slurm/sluice-exporter}. */
    @Override
    public String toString() {
        return kind() + " " + (namespace().isEmpty() ? "" : namespace() + "/") + name();
    }
}
