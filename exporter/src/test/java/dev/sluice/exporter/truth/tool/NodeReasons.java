package dev.sluice.exporter.truth.tool;

/** The classes of node reasons, copied from docs/metrics.md. */
final class NodeReasons {

    private NodeReasons() {}

    static String classOf(String reason) {
        if (reason.startsWith("slurm-operator: scale-in")) {
            return "scale_in";
        }
        if (reason.startsWith("slurm-operator: pod")) {
            return "update";
        }
        if (reason.startsWith("node is cordoned")) {
            return "cordon";
        }
        if (reason.startsWith("NHC") || reason.startsWith("health check")) {
            return "health_check";
        }
        return bySlurm(reason);
    }

    private static String bySlurm(String reason) {
        if (reason.matches("gres/.* count reported lower.*|Low (RealMemory|CPUs|socket|TmpDisk).*")) {
            return "hardware";
        }
        if (reason.matches("Prolog error.*|Epilog error.*|Kill task failed.*")) {
            return "job_failure";
        }
        if (reason.startsWith("Not responding")) {
            return "not_responding";
        }
        if (reason.startsWith("Node unexpectedly rebooted")) {
            return "reboot";
        }
        return reason.startsWith("ResumeTimeout reached") ? "power_save" : "other";
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
