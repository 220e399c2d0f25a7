package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.slurm.schema.RecordUse;
import dev.sluice.exporter.slurm.schema.SlurmField;
import java.util.Arrays;
import java.util.List;

/** The columns of {@code squeue -O} that Sluice reads, with the corresponding members of slurmrestd's records. */
enum SqueueColumn {
    JOB_ID("JobId", Kind.NUMBER, SlurmField.JOB_ID),
    STATE("State", Kind.STATE, SlurmField.JOB_STATE),
    REASON("Reason", Kind.REASON, SlurmField.JOB_REASON),
    SYSTEM_COMMENT("system_comment", Kind.TEXT, SlurmField.JOB_SYSTEM_COMMENT),
    ARRAY("ArrayJobId", Kind.NUMBER, SlurmField.JOB_ARRAY),
    /**
     * With {@code -r}, the ID of one array task. Each task that has not started has its own line; all these lines share
     * one JobId.
     */
    TASK("ArrayTaskId", Kind.TASK, SlurmField.JOB_ARRAY_TASKS),
    HET("HetJobId", Kind.NUMBER, SlurmField.JOB_HET),
    PARTITION("Partition", Kind.TEXT, SlurmField.JOB_PARTITION),
    ACCOUNT("Account", Kind.TEXT, SlurmField.JOB_ACCOUNT),
    USER("UserName", Kind.USER, SlurmField.JOB_USER),
    QOS("QOS", Kind.TEXT, SlurmField.JOB_QOS),
    NODES("NumNodes", Kind.NUMBER, SlurmField.JOB_NODES),
    CPUS("NumCPUs", Kind.NUMBER, SlurmField.JOB_CPUS),
    TASKS("NumTasks", Kind.NUMBER, SlurmField.JOB_TASKS),
    SOCKETS("Sockets", Kind.NUMBER, SlurmField.JOB_SOCKETS_PER_NODE),
    /** Memory per node or memory per CPU; squeue does not show the difference. */
    MEMORY("MinMemory", Kind.MEMORY, SlurmField.JOB_MEMORY_PER_NODE),
    /** For a running or ended job, the allocated TRES. For a job without nodes, the requested TRES. */
    TRES("tres-alloc", Kind.TRES, SlurmField.JOB_TRES_ALLOCATED),
    PER_JOB("tres-per-job", Kind.TEXT, SlurmField.JOB_TRES_PER_JOB),
    PER_NODE("tres-per-node", Kind.TEXT, SlurmField.JOB_TRES_PER_NODE),
    PER_SOCKET("tres-per-socket", Kind.TEXT, SlurmField.JOB_TRES_PER_SOCKET),
    PER_TASK("tres-per-task", Kind.TEXT, SlurmField.JOB_TRES_PER_TASK),
    ELIGIBLE("EligibleTime", Kind.NUMBER, SlurmField.JOB_ELIGIBLE),
    SUBMITTED("SubmitTime", Kind.NUMBER, SlurmField.JOB_SUBMITTED),
    STARTED("StartTime", Kind.NUMBER, SlurmField.JOB_STARTED),
    ENDED("EndTime", Kind.NUMBER, SlurmField.JOB_ENDED),
    RAN("TimeUsed", Kind.RUN_TIME, SlurmField.JOB_RAN_BEFORE),
    RESTARTS("RestartCnt", Kind.NUMBER, SlurmField.JOB_RESTARTS),
    TIME_LIMIT("TimeLimit", Kind.DURATION, SlurmField.JOB_TIME_LIMIT),
    PRIORITY("PriorityLong", Kind.NUMBER, SlurmField.JOB_PRIORITY),
    CPUS_PER_TASK("CPUsPerTask", Kind.NUMBER, SlurmField.JOB_CPUS_PER_TASK),
    TASKS_PER_NODE("NTPerNode", Kind.NUMBER, SlurmField.JOB_TASKS_PER_NODE),
    CPUS_PER_NODE("MinCPUs", Kind.NUMBER, SlurmField.JOB_CPUS_PER_NODE),
    THREADS_PER_CORE("Threads", Kind.SET_NUMBER, SlurmField.JOB_THREADS_PER_CORE),
    TASKS_PER_CORE("NTPerCore", Kind.SET_NUMBER, SlurmField.JOB_TASKS_PER_CORE),
    TASKS_PER_SOCKET("NTPerSocket", Kind.SET_NUMBER, SlurmField.JOB_TASKS_PER_SOCKET),
    TASKS_PER_BOARD("NTPerBoard", Kind.SET_NUMBER, SlurmField.JOB_TASKS_PER_BOARD),
    CORE_SPEC("CoreSpec", Kind.CORE_SPEC, SlurmField.JOB_CORE_SPEC),
    OVER_SUBSCRIBE("OverSubscribe", Kind.SHARED, SlurmField.JOB_SHARED),
    /**
     * Present in Slurm 26.05 and later, because OverSubscribe does not show whole-node allocations in these releases.
     */
    EXCLUSIVE("Exclusive", Kind.EXCLUSIVE, SlurmField.JOB_SHARED),
    EXIT_CODE("exit_code", Kind.EXIT_CODE, SlurmField.JOB_RETURN_CODE),
    ALLOCATED_NODES("NodeList", Kind.TEXT, SlurmField.JOB_ALLOCATED_NODES),
    REQUIRED_NODES("ReqNodes", Kind.TEXT, SlurmField.JOB_REQUIRED_NODES),
    EXCLUDED_NODES("ExcNodes", Kind.TEXT, SlurmField.JOB_EXCLUDED_NODES),
    FEATURES("Feature", Kind.TEXT, SlurmField.JOB_FEATURES),
    LICENSES("Licenses", Kind.TEXT, SlurmField.JOB_LICENSES),
    RESERVATION("Reservation", Kind.TEXT, SlurmField.JOB_RESERVATION),
    DEPENDENCY("Dependency", Kind.TEXT, SlurmField.JOB_DEPENDENCY),
    /** A text that the user writes. */
    NAME("Name", Kind.NAME, SlurmField.JOB_NAME);

    private static final String EXCLUSIVE_RELEASE = "26.05";

    private final String title;
    private final Kind kind;
    private final SlurmField field;

    /** The format of a value. */
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

    SqueueColumn(String title, Kind kind, SlurmField field) {
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

    SlurmField field() {
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
