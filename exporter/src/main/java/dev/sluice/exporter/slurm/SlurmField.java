package dev.sluice.exporter.slurm;

/**
 * Every member of slurmrestd's answers on nodes, partitions, jobs and ping that Sluice reads, and its name there. {@code []} stands for the elements of a
 * list. This is the one place that knows JSON names; {@link SlurmSchema} says which versions have which.
 */
enum SlurmField {
    LAST_UPDATE("last_update"),
    RELEASE("meta.slurm.release"),
    ERROR("errors[].error"),
    ERROR_DESCRIPTION("errors[].description"),
    ERROR_NUMBER("errors[].error_number"),

    JOB_ID("jobs[].job_id"),
    JOB_STATE("jobs[].job_state"),
    JOB_REASON("jobs[].state_reason"),
    JOB_PARTITION("jobs[].partition"),
    JOB_ACCOUNT("jobs[].account"),
    JOB_USER("jobs[].user_name"),
    JOB_ARRAY_TASKS("jobs[].array_task_string"),
    JOB_NODES("jobs[].node_count"),
    JOB_CPUS("jobs[].cpus"),
    JOB_TASKS("jobs[].tasks"),
    JOB_SOCKETS_PER_NODE("jobs[].sockets_per_node"),
    JOB_MEMORY_PER_CPU("jobs[].memory_per_cpu"),
    JOB_MEMORY_PER_NODE("jobs[].memory_per_node"),
    JOB_TRES_REQUESTED("jobs[].tres_req_str"),
    JOB_TRES_ALLOCATED("jobs[].tres_alloc_str"),
    JOB_TRES_PER_JOB("jobs[].tres_per_job"),
    JOB_TRES_PER_NODE("jobs[].tres_per_node"),
    JOB_TRES_PER_SOCKET("jobs[].tres_per_socket"),
    JOB_TRES_PER_TASK("jobs[].tres_per_task"),
    JOB_ELIGIBLE("jobs[].eligible_time"),
    JOB_SUBMITTED("jobs[].submit_time"),
    /** Of a pending job an estimate, of one that ended without a start when it ended. */
    JOB_STARTED("jobs[].start_time"),
    /** Of a job that has not ended when it would have to. */
    JOB_ENDED("jobs[].end_time"),
    JOB_RESTARTS("jobs[].restart_cnt"),
    JOB_ALLOCATED_NODES("jobs[].nodes"),
    JOB_ARRAY("jobs[].array_job_id"),
    JOB_HET("jobs[].het_job_id"),
    JOB_QOS("jobs[].qos"),
    JOB_ARRAY_LIMIT("jobs[].array_max_tasks", Reader.SCALING),
    JOB_PRIORITY("jobs[].priority"),
    JOB_HOLD("jobs[].hold"),
    JOB_CPUS_PER_TASK("jobs[].cpus_per_task", Reader.SCALING),
    JOB_TASKS_PER_NODE("jobs[].tasks_per_node", Reader.SCALING),
    JOB_CPUS_PER_NODE("jobs[].minimum_cpus_per_node", Reader.SCALING),
    JOB_MAX_NODES("jobs[].max_nodes", Reader.SCALING),
    JOB_FEATURES("jobs[].features", Reader.SCALING),
    JOB_REQUIRED_NODES("jobs[].required_nodes", Reader.SCALING),
    JOB_EXCLUDED_NODES("jobs[].excluded_nodes", Reader.SCALING),
    JOB_LICENSES("jobs[].licenses", Reader.SCALING),
    JOB_CORE_SPEC("jobs[].core_spec", Reader.SCALING),
    JOB_THREAD_SPEC("jobs[].thread_spec", Reader.SCALING),
    JOB_FLAGS("jobs[].flags", Reader.SCALING),
    /** {@code none} of a job that shares its nodes with no other; until v0.0.44, always empty since. */
    JOB_SHARED("jobs[].shared", Reader.SCALING),
    /** From v0.0.44; needed from v0.0.45, where no other member says whether a job is exclusive. */
    JOB_SUBMIT_LINE("jobs[].submit_line", Reader.SCALING),
    JOB_NAME("jobs[].name", Reader.JOB_NAMES),

    NODE_NAME("nodes[].name"),
    NODE_STATE("nodes[].state"),
    NODE_PARTITIONS("nodes[].partitions"),
    NODE_CPUS("nodes[].cpus"),
    NODE_EFFECTIVE_CPUS("nodes[].effective_cpus"),
    NODE_ALLOCATED_CPUS("nodes[].alloc_cpus"),
    NODE_MEMORY("nodes[].real_memory"),
    NODE_SPECIALIZED_MEMORY("nodes[].specialized_memory"),
    NODE_ALLOCATED_MEMORY("nodes[].alloc_memory"),
    NODE_GRES("nodes[].gres"),
    NODE_GRES_USED("nodes[].gres_used"),
    NODE_FEATURES("nodes[].active_features", Reader.SCALING),
    NODE_RESERVATION("nodes[].reservation", Reader.SCALING),
    NODE_COMMENT("nodes[].comment", Reader.SCALING),
    NODE_HOST_NAME("nodes[].hostname", Reader.SCALING),
    NODE_BOOTED("nodes[].boot_time", Reader.SCALING),
    NODE_REASON("nodes[].reason"),
    NODE_REASON_USER("nodes[].reason_set_by_user"),
    NODE_REASON_SINCE("nodes[].reason_changed_at"),

    PARTITION_NAME("partitions[].name"),
    PARTITION_STATE("partitions[].partition.state"),
    PARTITION_NODES("partitions[].nodes.configured", Reader.SCALING),
    PARTITION_NODE_SETS("partitions[].node_sets", Reader.SCALING),
    PARTITION_MAX_NODES("partitions[].maximums.nodes"),
    /** How many jobs may share a node's CPUs, 0 where each has its nodes to itself; until v0.0.44. */
    PARTITION_SHARES("partitions[].maximums.oversubscribe.jobs", Reader.SCALING),
    /** {@code NO}, {@code NODE}, {@code USER} or {@code TOPO}; from v0.0.45. */
    PARTITION_EXCLUSIVE("partitions[].partition.exclusive", Reader.SCALING),
    PARTITION_TOTAL_NODES("partitions[].nodes.total"),
    PARTITION_TOTAL_CPUS("partitions[].cpus.total"),
    /** Minutes. */
    PARTITION_MAX_TIME("partitions[].maximums.time"),
    PARTITION_QOS("partitions[].qos.assigned"),

    PING_HOST("pings[].hostname"),
    /** {@code UP} or {@code DOWN}; until v0.0.44. */
    PING_PINGED("pings[].pinged"),
    /** {@code primary} or {@code backup…}; until v0.0.44. */
    PING_MODE("pings[].mode"),
    /** From v0.0.42. */
    PING_RESPONDING("pings[].responding"),
    /** From v0.0.42. */
    PING_PRIMARY("pings[].primary");

    /** Who uses a field: what nobody uses is not read. */
    private enum Reader {
        /** Metrics, the status page and the explanation of a job. */
        EVERY_CLUSTER,
        /** The sizes of NodeSets alone. */
        SCALING,
        /** Pages that show the names of jobs. */
        JOB_NAMES
    }

    private final String path;
    private final Reader reader;

    SlurmField(String path) {
        this(path, Reader.EVERY_CLUSTER);
    }

    SlurmField(String path, Reader reader) {
        this.path = path;
        this.reader = reader;
    }

    String path() {
        return path;
    }

    /** Whether it is read for that use. */
    boolean readFor(Slurmrestd.Use use) {
        return switch (reader) {
            case EVERY_CLUSTER -> true;
            case SCALING -> use.scaling();
            case JOB_NAMES -> use.jobNames();
        };
    }

    /** Whether records have texts in common, so that it pays to remember them; a user's text is of one job. */
    boolean recurs() {
        return this != JOB_SUBMIT_LINE && this != JOB_NAME && this != NODE_COMMENT;
    }
}
