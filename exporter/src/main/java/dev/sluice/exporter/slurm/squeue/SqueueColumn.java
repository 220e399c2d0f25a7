package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.slurm.decode.RecordUse;
import java.util.Arrays;
import java.util.List;

/** The columns of {@code squeue -O} that Sluice reads, with the corresponding members of slurmrestd's records. */
enum SqueueColumn {
    JOB_ID("JobId", Kind.NUMBER, "job_id"),
    STATE("State", Kind.STATE, "job_state"),
    REASON("Reason", Kind.REASON, "state_reason"),
    SYSTEM_COMMENT("system_comment", Kind.TEXT, "system_comment"),
    ARRAY("ArrayJobId", Kind.NUMBER, "array_job_id"),
    /**
     * With {@code -r}, the ID of one array task. Each task that has not started has its own line; all these lines share
     * one JobId.
     */
    TASK("ArrayTaskId", Kind.TASK, "array_task_string"),
    HET("HetJobId", Kind.NUMBER, "het_job_id"),
    PARTITION("Partition", Kind.TEXT, "partition"),
    ACCOUNT("Account", Kind.TEXT, "account"),
    USER("UserName", Kind.USER, "user_name"),
    QOS("QOS", Kind.TEXT, "qos"),
    NODES("NumNodes", Kind.NUMBER, "node_count"),
    CPUS("NumCPUs", Kind.NUMBER, "cpus"),
    TASKS("NumTasks", Kind.NUMBER, "tasks"),
    SOCKETS("Sockets", Kind.NUMBER, "sockets_per_node"),
    /** Memory per node or memory per CPU; squeue does not show the difference. */
    MEMORY("MinMemory", Kind.MEMORY, "memory_per_node"),
    /** For a running or ended job, the allocated TRES. For a job without nodes, the requested TRES. */
    TRES("tres-alloc", Kind.TRES, "tres_alloc_str"),
    PER_JOB("tres-per-job", Kind.TEXT, "tres_per_job"),
    PER_NODE("tres-per-node", Kind.TEXT, "tres_per_node"),
    PER_SOCKET("tres-per-socket", Kind.TEXT, "tres_per_socket"),
    PER_TASK("tres-per-task", Kind.TEXT, "tres_per_task"),
    ELIGIBLE("EligibleTime", Kind.NUMBER, "eligible_time"),
    SUBMITTED("SubmitTime", Kind.NUMBER, "submit_time"),
    STARTED("StartTime", Kind.NUMBER, "start_time"),
    ENDED("EndTime", Kind.NUMBER, "end_time"),
    RAN("TimeUsed", Kind.RUN_TIME, "pre_sus_time"),
    RESTARTS("RestartCnt", Kind.NUMBER, "restart_cnt"),
    TIME_LIMIT("TimeLimit", Kind.DURATION, "time_limit"),
    PRIORITY("PriorityLong", Kind.NUMBER, "priority"),
    CPUS_PER_TASK("CPUsPerTask", Kind.NUMBER, "cpus_per_task"),
    TASKS_PER_NODE("NTPerNode", Kind.NUMBER, "tasks_per_node"),
    CPUS_PER_NODE("MinCPUs", Kind.NUMBER, "minimum_cpus_per_node"),
    THREADS_PER_CORE("Threads", Kind.SET_NUMBER, "threads_per_core"),
    TASKS_PER_CORE("NTPerCore", Kind.SET_NUMBER, "tasks_per_core"),
    TASKS_PER_SOCKET("NTPerSocket", Kind.SET_NUMBER, "tasks_per_socket"),
    TASKS_PER_BOARD("NTPerBoard", Kind.SET_NUMBER, "tasks_per_board"),
    CORE_SPEC("CoreSpec", Kind.CORE_SPEC, "core_spec"),
    OVER_SUBSCRIBE("OverSubscribe", Kind.SHARED, "shared"),
    /**
     * Present in Slurm 26.05 and later, because OverSubscribe does not show whole-node allocations in these releases.
     */
    EXCLUSIVE("Exclusive", Kind.EXCLUSIVE, "shared"),
    EXIT_CODE("exit_code", Kind.EXIT_CODE, "exit_code.return_code"),
    ALLOCATED_NODES("NodeList", Kind.TEXT, "nodes"),
    REQUIRED_NODES("ReqNodes", Kind.TEXT, "required_nodes"),
    EXCLUDED_NODES("ExcNodes", Kind.TEXT, "excluded_nodes"),
    FEATURES("Feature", Kind.TEXT, "features"),
    LICENSES("Licenses", Kind.TEXT, "licenses"),
    RESERVATION("Reservation", Kind.TEXT, "resv_name"),
    DEPENDENCY("Dependency", Kind.TEXT, "dependency"),
    /** A text that the user writes. */
    NAME("Name", Kind.NAME, "name");

    private static final String EXCLUSIVE_RELEASE = "26.05";

    private final String title;
    private final Kind kind;
    private final String field;

    enum Kind {
        /** Digits. Any other value, such as N/A, means unknown. */
        NUMBER,
        /** Digits as in {@link #NUMBER}, but 0 means unset. */
        SET_NUMBER,
        /** A string. N/A and (null) mean unknown. */
        TEXT,
        /** A text that is kept without changes. */
        NAME,
        STATE,
        REASON,
        TASK,
        USER,
        MEMORY,
        TRES,
        DURATION,
        RUN_TIME,
        CORE_SPEC,
        SHARED,
        EXCLUSIVE,
        EXIT_CODE
    }

    SqueueColumn(String title, Kind kind, String field) {
        this.title = title;
        this.kind = kind;
        this.field = field;
    }

    String title() {
        return title;
    }

    Kind kind() {
        return kind;
    }

    String field() {
        return field;
    }

    /**
     * Returns the columns to request, in order.
     *
     * @param release release of squeue, such as {@code 24.11.5}
     */
    static List<SqueueColumn> of(String release, RecordUse use) {
        boolean tellsExclusive = release.compareTo(EXCLUSIVE_RELEASE) >= 0;
        return Arrays.stream(values())
                .filter(column -> column != EXCLUSIVE || tellsExclusive)
                .filter(column -> column != OVER_SUBSCRIBE || !tellsExclusive)
                .filter(column -> column != NAME || use.jobNames())
                .toList();
    }
}
