package dev.sluice.exporter.slurm;

/**
 * Every member of slurmrestd's answers that Sluice reads, and its name there. {@code []} stands for the elements of a
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
    NODE_REASON("nodes[].reason"),
    NODE_REASON_USER("nodes[].reason_set_by_user"),
    NODE_REASON_SINCE("nodes[].reason_changed_at"),

    PARTITION_NAME("partitions[].name"),

    PING_HOST("pings[].hostname"),
    /** {@code UP} or {@code DOWN}; until v0.0.44. */
    PING_PINGED("pings[].pinged"),
    /** {@code primary} or {@code backup…}; until v0.0.44. */
    PING_MODE("pings[].mode"),
    /** From v0.0.42. */
    PING_RESPONDING("pings[].responding"),
    /** From v0.0.42. */
    PING_PRIMARY("pings[].primary");

    private final String path;

    SlurmField(String path) {
        this.path = path;
    }

    String path() {
        return path;
    }
}
