package dev.sluice.exporter.truth.tool;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The classes of node reasons, copied from docs/metrics.md. */
final class NodeReasons {

    /** The beginnings of reasons with their classes. */
    private static final List<Map.Entry<Pattern, String>> CLASSES = List.of(
            entry("slurm-operator: scale-in", "scale_in"),
            entry("slurm-operator: pod", "update"),
            entry("node is cordoned", "cordon"),
            entry("NHC|health check", "health_check"),
            entry("gres/.* count reported lower|Low (RealMemory|CPUs|socket|TmpDisk)", "hardware"),
            entry("Prolog error|Epilog error|Kill task failed", "job_failure"),
            entry("Not responding", "not_responding"),
            entry("Node unexpectedly rebooted", "reboot"),
            entry("ResumeTimeout reached", "power_save"));

    private NodeReasons() {}

    private static Map.Entry<Pattern, String> entry(String beginning, String reasonClass) {
        return Map.entry(Pattern.compile(beginning), reasonClass);
    }

    static String classOf(String reason) {
        return CLASSES.stream()
                .filter(known -> known.getKey().matcher(reason).lookingAt())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("other");
    }

    static String ownerOf(String reason) {
        if (reason.isEmpty()) {
            return "slurm";
        }
        return switch (classOf(reason)) {
            case "scale_in", "update" -> "operator";
            case "cordon" -> "kubernetes";
            case "health_check" -> "health_check";
            case "other" -> "person";
            default -> "slurm";
        };
    }
}
