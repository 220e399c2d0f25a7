package dev.sluice.lab.scheduling;

/** The reason why a job is pending or ended, as in slurmrestd's {@code state_reason}. */
public enum JobReason {
    NONE("None"),
    PRIORITY("Priority"),
    RESOURCES("Resources"),
    DEPENDENCY("Dependency"),
    DEPENDENCY_NEVER_SATISFIED("DependencyNeverSatisfied"),
    BEGIN_TIME("BeginTime"),
    JOB_HELD_USER("JobHeldUser"),
    JOB_HELD_ADMIN("JobHeldAdmin"),
    JOB_ARRAY_TASK_LIMIT("JobArrayTaskLimit"),
    LICENSES("Licenses"),
    QOS_GRP_JOBS("QOSGrpJobsLimit"),
    QOS_GRP_CPU("QOSGrpCpuLimit"),
    QOS_GRP_GRES("QOSGrpGRES"),
    QOS_MAX_CPU_PER_USER("QOSMaxCpuPerUserLimit"),
    QOS_MAX_GRES_PER_USER("QOSMaxGRESPerUser"),
    QOS_MAX_JOBS_PER_USER("QOSMaxJobsPerUserLimit"),
    ASSOC_GRP_JOBS("AssocGrpJobsLimit"),
    ASSOC_GRP_CPU_LIMIT("AssocGrpCpuLimit"),
    ASSOC_GRP_GRES("AssocGrpGRES"),
    PARTITION_DOWN("PartitionDown"),
    PARTITION_CONFIG("PartitionConfig"),
    PARTITION_NODE_LIMIT("PartitionNodeLimit"),
    PARTITION_TIME_LIMIT("PartitionTimeLimit"),
    REQ_NODE_NOT_AVAIL("ReqNodeNotAvail"),
    RESERVATION("Reservation"),
    BAD_CONSTRAINTS("BadConstraints"),
    NON_ZERO_EXIT_CODE("NonZeroExitCode"),
    TIME_LIMIT("TimeLimit"),
    NODE_DOWN("NodeDown"),
    OUT_OF_MEMORY("OutOfMemory");

    private final String slurmName;

    JobReason(String slurmName) {
        this.slurmName = slurmName;
    }

    /** Returns the name as Slurm prints it. */
    public String slurmName() {
        return slurmName;
    }

    /** Returns the reason of a job with this final state. */
    public static JobReason of(JobState ending) {
        return switch (ending) {
            case FAILED -> NON_ZERO_EXIT_CODE;
            case TIMEOUT -> TIME_LIMIT;
            case NODE_FAIL -> NODE_DOWN;
            case OUT_OF_MEMORY -> OUT_OF_MEMORY;
            case PENDING, RUNNING, COMPLETED, CANCELLED -> NONE;
        };
    }
}
