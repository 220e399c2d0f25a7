package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.slurm.decode.RecordUse;
import java.util.Arrays;
import java.util.List;

/** The columns of {@code squeue -O} that Sluice reads, with the corresponding members of slurmrestd's records. */
enum SqueueColumn {
    JOB_ID("JobId", SqueueValues::number, "job_id"),
    STATE("State", SqueueValues::state, "job_state"),
    REASON("Reason", SqueueValues::reason, "state_reason"),
    SYSTEM_COMMENT("system_comment", SqueueValues::text, "system_comment"),
    ARRAY("ArrayJobId", SqueueValues::number, "array_job_id"),
    /**
     * With {@code -r}, the ID of one array task. Each task that has not started has its own line; all these lines share
     * one JobId.
     */
    TASK("ArrayTaskId", SqueueValues::ignored, "array_task_string"),
    HET("HetJobId", SqueueValues::number, "het_job_id"),
    PARTITION("Partition", SqueueValues::text, "partition"),
    ACCOUNT("Account", SqueueValues::text, "account"),
    USER_ID("UserId", SqueueValues::userId, "user_id"),
    USER("UserName", SqueueValues::user, "user_name"),
    QOS("QOS", SqueueValues::text, "qos"),
    NODES("NumNodes", SqueueValues::number, "node_count"),
    CPUS("NumCPUs", SqueueValues::number, "cpus"),
    TASKS("NumTasks", SqueueValues::number, "tasks"),
    SOCKETS("Sockets", SqueueValues::number, "sockets_per_node"),
    /** Memory per node or memory per CPU; squeue does not show the difference. */
    MEMORY("MinMemory", SqueueValues::memory, "memory_per_node"),
    /** For a running or ended job, the allocated TRES. For a job without nodes, the requested TRES. */
    TRES("tres-alloc", SqueueValues::tres, "tres_alloc_str"),
    PER_JOB("tres-per-job", SqueueValues::text, "tres_per_job"),
    PER_NODE("tres-per-node", SqueueValues::text, "tres_per_node"),
    PER_SOCKET("tres-per-socket", SqueueValues::text, "tres_per_socket"),
    PER_TASK("tres-per-task", SqueueValues::text, "tres_per_task"),
    ELIGIBLE("EligibleTime", SqueueValues::number, "eligible_time"),
    SUBMITTED("SubmitTime", SqueueValues::number, "submit_time"),
    STARTED("StartTime", SqueueValues::number, "start_time"),
    ENDED("EndTime", SqueueValues::number, "end_time"),
    RAN("TimeUsed", SqueueValues::runTime, "pre_sus_time"),
    RESTARTS("RestartCnt", SqueueValues::number, "restart_cnt"),
    TIME_LIMIT("TimeLimit", SqueueValues::minutes, "time_limit"),
    PRIORITY("PriorityLong", SqueueValues::number, "priority"),
    CPUS_PER_TASK("CPUsPerTask", SqueueValues::number, "cpus_per_task"),
    TASKS_PER_NODE("NTPerNode", SqueueValues::number, "tasks_per_node"),
    CPUS_PER_NODE("MinCPUs", SqueueValues::number, "minimum_cpus_per_node"),
    THREADS_PER_CORE("Threads", SqueueValues::setNumber, "threads_per_core"),
    TASKS_PER_CORE("NTPerCore", SqueueValues::setNumber, "tasks_per_core"),
    TASKS_PER_SOCKET("NTPerSocket", SqueueValues::setNumber, "tasks_per_socket"),
    TASKS_PER_BOARD("NTPerBoard", SqueueValues::setNumber, "tasks_per_board"),
    CORE_SPEC("CoreSpec", SqueueValues::coreSpec, "core_spec"),
    OVER_SUBSCRIBE("OverSubscribe", SqueueValues::overSubscribe, "shared"),
    /**
     * Present in Slurm 26.05 and later, because OverSubscribe does not show whole-node allocations in these releases.
     */
    EXCLUSIVE("Exclusive", SqueueValues::exclusive, "shared"),
    EXIT_CODE("exit_code", SqueueValues::exitCode, "exit_code"),
    ALLOCATED_NODES("NodeList", SqueueValues::text, "nodes"),
    REQUIRED_NODES("ReqNodes", SqueueValues::text, "required_nodes"),
    EXCLUDED_NODES("ExcNodes", SqueueValues::text, "excluded_nodes"),
    FEATURES("Feature", SqueueValues::text, "features"),
    LICENSES("Licenses", SqueueValues::text, "licenses"),
    RESERVATION("Reservation", SqueueValues::text, "resv_name"),
    DEPENDENCY("Dependency", SqueueValues::text, "dependency"),
    /** A text that the user writes. */
    NAME("Name", SqueueValues::name, "name");

    private static final String EXCLUSIVE_RELEASE = "26.05";

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // A method without state.
    private final Reader reader;

    private final String field;

    private interface Reader {

        void read(SqueueValues values, String field, String value);
    }

    SqueueColumn(String title, Reader reader, String field) {
        this.title = title;
        this.reader = reader;
        this.field = field;
    }

    String title() {
        return title;
    }

    /** Puts the value of this column into slurmrestd's record. */
    void put(String value, SqueueValues record) {
        reader.read(record, field, value);
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
