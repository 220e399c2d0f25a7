package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.ListType;
import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.config.schema.ValueType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The paths of all keys that the loader accepts. Also creates files in which one key has a given value. */
final class ConfigKeys {

    private ConfigKeys() {}

    static List<String> paths() {
        return paths("", ExporterConfig.SECTION).collect(Collectors.toList());
    }

    static boolean isSection(String path) {
        return paths().stream().anyMatch(other -> other.startsWith(path + "."));
    }

    private static Stream<String> paths(String above, SectionType<?> section) {
        return section.keys().stream().flatMap(key -> {
            String path = above + key.name();
            ValueType<?> type = key.type();
            if (type instanceof ListType<?> list) {
                return Stream.concat(Stream.of(path), paths(path + "[0].", list.item()));
            }
            Stream<String> below = type instanceof SectionType<?> child ? paths(path + ".", child) : Stream.of();
            return Stream.concat(Stream.of(path), below);
        });
    }

    static String fileWith(String path, String value) {
        if (path.equals("clusters")) {
            return "clusters: " + value;
        }
        if (path.startsWith("clusters[0].slurm.")) {
            return cluster("name: a, slurm: {" + nested(path.substring("clusters[0].slurm.".length()), value) + "}");
        }
        if (path.startsWith("clusters[0].")) {
            return cluster(nested(path.substring("clusters[0].".length()), value));
        }
        return cluster("name: a") + "\n" + nested(path, value);
    }

    private static String cluster(String keys) {
        return "clusters: [{" + keys + "}]";
    }

    private static String nested(String path, String value) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            return path + ": " + value;
        }
        String inner = "{" + nested(path.substring(dot + 1), value) + "}";
        String key = path.substring(0, dot);
        return key.endsWith("[0]")
                ? key.substring(0, key.length() - "[0]".length()) + ": [" + inner + "]"
                : key + ": " + inner;
    }
}
