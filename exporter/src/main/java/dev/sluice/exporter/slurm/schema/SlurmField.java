package dev.sluice.exporter.slurm.schema;

/**
 * The members that Sluice reads in slurmrestd's records of nodes, partitions, jobs and controllers, with the path of
 * each member. {@code []} stands for the elements of a list. {@link SlurmSchema} defines which versions have which
 * members.
 */
public enum SlurmField {
    JOB_ID("jobs[].job_id", Type.NUMBER),
    JOB_STATE("jobs[].job_state", Type.NAME),
    JOB_REASON("jobs[].state_reason", Type.NAME),
    /** Slurm's own words on the reason; empty for most jobs. */
    JOB_REASON_TEXT("jobs[].state_description", Type.NAME),
    /** slurmctld's words on a failure; empty for most jobs. */
    JOB_SYSTEM_COMMENT("jobs[].system_comment", Type.NAME),
    JOB_PARTITION("jobs[].partition", Type.TEXT),
    JOB_ACCOUNT("jobs[].account", Type.NAME),
    JOB_USER("jobs[].user_name", Type.NAME),
    /** Names the user if slurmrestd's host does not know the user. */
    JOB_USER_ID("jobs[].user_id", Type.NUMBER),
    JOB_ASSOCIATION("jobs[].association_id", Type.NUMBER),
    JOB_CLUSTER("jobs[].cluster", Type.NAME),
    JOB_ARRAY_TASKS("jobs[].array_task_string", Type.TEXT),
    JOB_NODES("jobs[].node_count", Type.NUMBER),
    JOB_CPUS("jobs[].cpus", Type.NUMBER),
    JOB_TASKS("jobs[].tasks", Type.NUMBER),
    JOB_SOCKETS_PER_NODE("jobs[].sockets_per_node", Type.NUMBER),
    JOB_MEMORY_PER_CPU("jobs[].memory_per_cpu", Type.NUMBER),
    JOB_MEMORY_PER_NODE("jobs[].memory_per_node", Type.NUMBER),
    JOB_TRES_REQUESTED("jobs[].tres_req_str", Type.GRES),
    JOB_TRES_ALLOCATED("jobs[].tres_alloc_str", Type.GRES),
    JOB_TRES_PER_JOB("jobs[].tres_per_job", Type.GRES),
    JOB_TRES_PER_NODE("jobs[].tres_per_node", Type.GRES),
    JOB_TRES_PER_SOCKET("jobs[].tres_per_socket", Type.GRES),
    JOB_TRES_PER_TASK("jobs[].tres_per_task", Type.GRES),
    JOB_ELIGIBLE("jobs[].eligible_time", Type.NUMBER),
    JOB_SUBMITTED("jobs[].submit_time", Type.NUMBER),
    /** For a pending job, an estimate. For a job that ended before it started, the end time. */
    JOB_STARTED("jobs[].start_time", Type.NUMBER),
    /** For a job that has not ended, the time by which the job must end. */
    JOB_ENDED("jobs[].end_time", Type.NUMBER),
    JOB_RAN_BEFORE("jobs[].pre_sus_time", Type.NUMBER),
    JOB_SUSPENDED_OR_RESUMED("jobs[].suspend_time", Type.NUMBER),
    JOB_RESTARTS("jobs[].restart_cnt", Type.NUMBER),
    JOB_ALLOCATED_NODES("jobs[].nodes", Type.TEXT),
    JOB_ARRAY("jobs[].array_job_id", Type.NUMBER),
    JOB_HET("jobs[].het_job_id", Type.NUMBER),
    JOB_QOS("jobs[].qos", Type.NAME),
    /** In minutes; unset or infinite for a job without a limit. */
    JOB_TIME_LIMIT("jobs[].time_limit", Type.NUMBER),
    JOB_ARRAY_LIMIT("jobs[].array_max_tasks", Type.NUMBER),
    JOB_PRIORITY("jobs[].priority", Type.NUMBER),
    JOB_HOLD("jobs[].hold", Type.FLAG),
    JOB_CPUS_PER_TASK("jobs[].cpus_per_task", Type.NUMBER),
    JOB_TASKS_PER_NODE("jobs[].tasks_per_node", Type.NUMBER),
    JOB_CPUS_PER_NODE("jobs[].minimum_cpus_per_node", Type.NUMBER),
    JOB_MAX_NODES("jobs[].max_nodes", Type.NUMBER),
    /** The allowed numbers of nodes and ranges of numbers, if a job accepts only some numbers between the limits. */
    JOB_NODE_COUNTS("jobs[].job_size_str", Type.NAME),
    /** In minutes; unset for a job without a minimum. */
    JOB_TIME_MINIMUM("jobs[].time_minimum", Type.NUMBER),
    JOB_FEATURES("jobs[].features", Type.TEXT),
    JOB_REQUIRED_NODES("jobs[].required_nodes", Type.TEXT),
    JOB_EXCLUDED_NODES("jobs[].excluded_nodes", Type.TEXT),
    JOB_LICENSES("jobs[].licenses", Type.TEXT),
    JOB_CORE_SPEC("jobs[].core_spec", Type.NUMBER),
    JOB_THREAD_SPEC("jobs[].thread_spec", Type.NUMBER),
    /** This field and the next three fields are unset or infinite if the job does not set the option. */
    JOB_THREADS_PER_CORE("jobs[].threads_per_core", Type.NUMBER),
    JOB_TASKS_PER_CORE("jobs[].tasks_per_core", Type.NUMBER),
    JOB_TASKS_PER_SOCKET("jobs[].tasks_per_socket", Type.NUMBER),
    JOB_TASKS_PER_BOARD("jobs[].tasks_per_board", Type.NUMBER),
    JOB_RESERVATION("jobs[].resv_name", Type.NAME),
    JOB_FLAGS("jobs[].flags", Type.NAME),
    /** Number of nodes that must be in one block. Present in v0.0.43 and later. */
    JOB_SEGMENT("jobs[].segment_size", Type.NUMBER),
    JOB_SWITCHES("jobs[].required_switches", Type.NUMBER),
    /**
     * In v0.0.44 and earlier, {@code none} for a job that does not share its nodes. In v0.0.45 and later, always empty.
     */
    JOB_SHARED("jobs[].shared", Type.NAME),
    /** Present in v0.0.44 and later. In v0.0.45 and later, no other member shows whether a job is exclusive. */
    JOB_SUBMIT_LINE("jobs[].submit_line", Type.TEXT),
    /** The remaining dependencies. */
    JOB_DEPENDENCY("jobs[].dependency", Type.TEXT),
    JOB_RETURN_CODE("jobs[].exit_code.return_code", Type.NUMBER),
    JOB_SIGNAL("jobs[].exit_code.signal.id", Type.NUMBER),
    JOB_NAME("jobs[].name", Type.NAME, Reader.JOB_NAMES),
    /** slurm-bridge writes the pods of an external job into this text. */
    JOB_ADMIN_COMMENT("jobs[].admin_comment", Type.TEXT, Reader.KUBERNETES),
    /** One text per node of a job with generic resources. Present only in responses to {@code flags=DETAIL}. */
    JOB_GRES_DETAIL("jobs[].gres_detail", Type.GRES, Reader.JOB_GPUS),

    NODE_NAME("nodes[].name", Type.NAME),
    NODE_STATE("nodes[].state", Type.NAME),
    NODE_PARTITIONS("nodes[].partitions", Type.NAME),
    NODE_CPUS("nodes[].cpus", Type.NUMBER),
    NODE_EFFECTIVE_CPUS("nodes[].effective_cpus", Type.NUMBER),
    NODE_BOARDS("nodes[].boards", Type.NUMBER),
    NODE_SOCKETS("nodes[].sockets", Type.NUMBER),
    NODE_CORES("nodes[].cores", Type.NUMBER),
    NODE_THREADS("nodes[].threads", Type.NUMBER),
    /** The user whose job with --exclusive=user has reserved the node for this user. */
    NODE_OWNER("nodes[].owner", Type.NAME),
    NODE_ALLOCATED_CPUS("nodes[].alloc_cpus", Type.NUMBER),
    NODE_MEMORY("nodes[].real_memory", Type.NUMBER),
    NODE_SPECIALIZED_MEMORY("nodes[].specialized_memory", Type.NUMBER),
    NODE_ALLOCATED_MEMORY("nodes[].alloc_memory", Type.NUMBER),
    NODE_GRES("nodes[].gres", Type.GRES),
    NODE_GRES_USED("nodes[].gres_used", Type.GRES),
    NODE_FEATURES("nodes[].active_features", Type.NAME),
    NODE_RESERVATION("nodes[].reservation", Type.NAME),
    /** Unset if only topology.conf defines the node's place. Present in v0.0.43 and later. */
    NODE_TOPOLOGY("nodes[].topology", Type.TEXT),
    NODE_COMMENT("nodes[].comment", Type.TEXT, Reader.KUBERNETES),
    NODE_REASON("nodes[].reason", Type.NAME),
    NODE_REASON_USER("nodes[].reason_set_by_user", Type.NAME),
    NODE_REASON_SINCE("nodes[].reason_changed_at", Type.NUMBER),
    NODE_SLURMD_START("nodes[].slurmd_start_time", Type.NUMBER, Reader.KUBERNETES),

    PARTITION_NAME("partitions[].name", Type.NAME),
    PARTITION_STATE("partitions[].partition.state", Type.NAME),
    PARTITION_NODES("partitions[].nodes.configured", Type.TEXT, Reader.KUBERNETES),
    PARTITION_NODE_SETS("partitions[].node_sets", Type.TEXT, Reader.KUBERNETES),
    PARTITION_MAX_NODES("partitions[].maximums.nodes", Type.NUMBER),
    PARTITION_MAX_CPUS_PER_NODE("partitions[].maximums.cpus_per_node", Type.NUMBER),
    PARTITION_MAX_CPUS_PER_SOCKET("partitions[].maximums.cpus_per_socket", Type.NUMBER),
    /**
     * Number of jobs that may share a node's CPUs; 0 if each job has exclusive nodes. Present in v0.0.44 and earlier.
     */
    PARTITION_SHARES("partitions[].maximums.oversubscribe.jobs", Type.NUMBER),
    /** Contains {@code force} if jobs share CPUs without a request to share. Present in v0.0.44 and earlier. */
    PARTITION_SHARE_FLAGS("partitions[].maximums.oversubscribe.flags", Type.NAME),
    /** {@code NO}, {@code YES:4} or {@code FORCE:4}. Present in v0.0.45 and later. */
    PARTITION_OVERSUBSCRIBE("partitions[].partition.oversubscribe", Type.NAME),
    /** {@code NO}, {@code NODE}, {@code USER} or {@code TOPO}. Present in v0.0.45 and later. */
    PARTITION_EXCLUSIVE("partitions[].partition.exclusive", Type.NAME),
    PARTITION_TOTAL_NODES("partitions[].nodes.total", Type.NUMBER),
    PARTITION_TOTAL_CPUS("partitions[].cpus.total", Type.NUMBER),
    /** In minutes. */
    PARTITION_MAX_TIME("partitions[].maximums.time", Type.NUMBER),
    PARTITION_PRIORITY_TIER("partitions[].priority.tier", Type.NUMBER, Reader.KUBERNETES),
    PARTITION_QOS("partitions[].qos.assigned", Type.NAME),

    PING_HOST("pings[].hostname", Type.NAME),
    /** {@code UP} or {@code DOWN}. Present in v0.0.44 and earlier. */
    PING_PINGED("pings[].pinged", Type.NAME),
    /** {@code primary} or {@code backup…}. Present in v0.0.44 and earlier. */
    PING_MODE("pings[].mode", Type.NAME),
    /** Present in v0.0.42 and later. */
    PING_RESPONDING("pings[].responding", Type.FLAG),
    /** Present in v0.0.42 and later. */
    PING_PRIMARY("pings[].primary", Type.FLAG);

    /** The type of a value; a value of another type makes the record unreadable. */
    public enum Type {
        /** A number, plain or wrapped. */
        NUMBER,
        /** True or false. */
        FLAG,
        /** A name or a list of names, limited in length. */
        NAME,
        /** Any text, such as a list of nodes. */
        TEXT,
        /** A list of generic resources. */
        GRES
    }

    /** The users of a field; an unused field is not read. */
    private enum Reader {
        /** Metrics, the status page and the explanation of a job. */
        EVERY_CLUSTER,
        /** Only clusters on Kubernetes: the pods of nodes and jobs, and the nodes on which jobs of a NodeSet can run. */
        KUBERNETES,
        /** Pages that show job names. */
        JOB_NAMES,
        /** Series that show the GPUs of a job. */
        JOB_GPUS
    }

    private final String path;
    private final Type type;
    private final Reader reader;

    SlurmField(String path, Type type) {
        this(path, type, Reader.EVERY_CLUSTER);
    }

    SlurmField(String path, Type type, Reader reader) {
        this.path = path;
        this.type = type;
        this.reader = reader;
    }

    public String path() {
        return path;
    }

    public Type type() {
        return type;
    }

    /** Returns whether the field is read for this use. */
    boolean readFor(RecordUse use) {
        return switch (reader) {
            case EVERY_CLUSTER -> true;
            case KUBERNETES -> use.scaling();
            case JOB_NAMES -> use.jobNames();
            case JOB_GPUS -> use.jobGpus();
        };
    }

    /** Returns whether the text itself is kept in a record, and not only parsed. */
    public boolean kept() {
        return switch (this) {
            case JOB_ADMIN_COMMENT, JOB_ARRAY_TASKS, JOB_SUBMIT_LINE, JOB_TRES_REQUESTED, JOB_TRES_ALLOCATED -> false;
            default -> true;
        };
    }

    /**
     * Returns whether many records have equal texts in this field, so that a shared text saves memory. A text that a
     * user writes usually occurs in only one job.
     */
    public boolean recurs() {
        return switch (this) {
            case JOB_SYSTEM_COMMENT, JOB_NAME, JOB_DEPENDENCY, NODE_COMMENT -> false;
            default -> kept();
        };
    }
}
