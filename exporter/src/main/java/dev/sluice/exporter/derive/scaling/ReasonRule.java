package dev.sluice.exporter.derive.scaling;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What Slurm's reason for waiting says about whether more nodes can help. */
enum ReasonRule {
    /** Nodes are what it waits for. */
    ELIGIBLE("None Priority Resources"),

    /** So slurmctld speaks of a partition that has too few nodes, or none, at present. */
    CONDITIONAL("NodeDown PartitionConfig PartitionNodeLimit ReqNodeNotAvail"),

    /** It is to begin later. */
    BEGIN_TIME("BeginTime"),

    /** More nodes change nothing; names that begin as {@link #LIMITS} do are of this rule too. */
    WAITING("""
            AccountNotAllowed AccountingPolicy Cleaning DeadLine Dependency DependencyNeverSatisfied FedJobLock
            FrontEndDown InactiveLimit InvalidAccount InvalidQOS JobArrayTaskLimit JobHeldAdmin JobHeldUser
            JobHoldMaxRequeue JobLaunchFailure Licenses MpiPortsBusy NonZeroExitCode NvidiaImexChannels OutOfMemory
            PowerNotAvail PowerReserved Prolog RaisedSignal Reservation ReservationDeleted ReservationInvalid
            SchedDefer SystemFailure TimeLimit
            """),

    /** It cannot run as it is. */
    IMPOSSIBLE(
            "BadConstraints Constraints FAIL_CONSTRAINTS MaxMemPerLimit PartitionDown PartitionInactive PartitionTimeLimit"),

    /** Slurm itself has no name for it, or a newer Slurm has one that is not known here. */
    UNCLASSIFIED("InvalidReason");

    /** Limits of associations, of QOS and of the cluster have hundreds of names, and each release adds some. */
    private static final List<String> LIMITS = List.of("Assoc", "QOS", "Max", "BurstBuffer");

    private static final Map<String, ReasonRule> BY_REASON = byReason();

    private final String reasons;

    ReasonRule(String reasons) {
        this.reasons = reasons;
    }

    static ReasonRule of(String reason) {
        ReasonRule rule = BY_REASON.get(reason);
        if (rule != null) {
            return rule;
        }
        return LIMITS.stream().anyMatch(reason::startsWith) ? WAITING : UNCLASSIFIED;
    }

    /** What is impossible about a job with that reason; empty where nothing is. */
    static Optional<UnsatisfiableCause> impossibility(String reason) {
        return switch (reason) {
            case "PartitionDown", "PartitionInactive" -> Optional.of(UnsatisfiableCause.PARTITION_DOWN);
            case "PartitionTimeLimit", "MaxMemPerLimit" -> Optional.of(UnsatisfiableCause.PARTITION_LIMIT);
            default -> of(reason) == IMPOSSIBLE ? Optional.of(UnsatisfiableCause.FEATURE_UNKNOWN) : Optional.empty();
        };
    }

    private static Map<String, ReasonRule> byReason() {
        Map<String, ReasonRule> byReason = new HashMap<>();
        for (ReasonRule rule : values()) {
            for (String reason : rule.reasons.strip().split("\\s+", -1)) {
                byReason.put(reason, rule);
            }
        }
        return Map.copyOf(byReason);
    }
}
