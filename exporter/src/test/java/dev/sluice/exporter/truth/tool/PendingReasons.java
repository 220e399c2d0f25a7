package dev.sluice.exporter.truth.tool;

/** The reasons that squeue prints, with their classes, copied from docs/metrics.md. */
public final class PendingReasons {

    private PendingReasons() {}

    /** Returns Slurm's name of a reason. For some reasons, squeue shows a description instead of the name. */
    static String name(String shown) {
        if (shown.startsWith("Nodes required for job are DOWN")) {
            return "Resources";
        }
        if (shown.startsWith("Job's QOS not permitted to use this partition")) {
            return "QOSNotAllowed";
        }
        return switch (shown) {
            case "job requeued in held state" -> "RequeuedHeld";
            case "job requeued in special exit state" -> "SpecialExit";
            case "launch failed requeued held" -> "LaunchFailed";
            case "user env retrieval failed requeued held" -> "EnvironmentFailed";
            default -> shown.replaceAll("[,:].*", "");
        };
    }

    public static String classOf(String reason) {
        if (reason.matches(
                "Assoc.*|QOS(Grp|Max|Min|Job|Resource|Time|Usage).*|Max.*Per(Account|User)|JobArrayTaskLimit")) {
            return "limit";
        }
        return switch (reason) {
            case "Resources" -> "resources";
            case "None", "Priority" -> "priority";
            case "Dependency", "DependencyNeverSatisfied" -> "dependency";
            case "JobHeldAdmin",
                    "JobHeldUser",
                    "JobHoldMaxRequeue",
                    "RequeuedHeld",
                    "SpecialExit",
                    "LaunchFailed",
                    "EnvironmentFailed" -> "held";
            case "BeginTime" -> "begin_time";
            case "Licenses" -> "license";
            case "Reservation", "ReservationDeleted" -> "reservation";
            case "NodeDown", "PartitionDown", "PartitionInactive", "ReqNodeNotAvail" -> "unavailable";
            case "BadConstraints",
                    "InvalidAccount",
                    "InvalidQOS",
                    "MaxMemPerLimit",
                    "PartitionConfig",
                    "PartitionNodeLimit",
                    "PartitionTimeLimit",
                    "QOSNotAllowed" -> "impossible";
            default -> "other";
        };
    }
}
