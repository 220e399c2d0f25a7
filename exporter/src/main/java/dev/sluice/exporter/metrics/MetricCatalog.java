package dev.sluice.exporter.metrics;

import static dev.sluice.exporter.metrics.MetricType.COUNTER;
import static dev.sluice.exporter.metrics.MetricType.GAUGE;
import static dev.sluice.exporter.metrics.MetricType.INFO;

import java.util.ArrayList;
import java.util.List;

/**
 * Every family that the exporter publishes, in the order in which they stand on /metrics. {@code docs/metrics.md} is
 * rendered from it.
 */
public final class MetricCatalog {

    public static final MetricFamily QUEUE_JOBS = gauge(
            "slurm_queue_jobs",
                    "Jobs by the state that squeue shows, in every partition they are in or could start in.",
            "partition", "state");
    public static final MetricFamily CLUSTER_JOBS =
            gauge("slurm_cluster_jobs", "Jobs by the state that squeue shows, each job once.", "state");
    public static final MetricFamily QUEUE_PENDING_JOBS = gauge(
            "slurm_queue_pending_jobs",
            "Jobs that wait, by Slurm's reason and by the class of that reason.",
            "partition",
            "reason_class",
            "reason");
    public static final MetricFamily QUEUE_REQUESTED_NODES = gauge(
            "slurm_queue_requested_nodes",
            "Nodes that pending jobs ask for: the least number, for a job that gives a range.",
            "partition",
            "reason_class");
    public static final MetricFamily QUEUE_REQUESTED_CPUS =
            gauge("slurm_queue_requested_cpus", "CPUs that pending jobs ask for.", "partition", "reason_class");
    public static final MetricFamily QUEUE_REQUESTED_MEMORY = bytes(
            "slurm_queue_requested_memory_bytes", "Memory that pending jobs ask for.", "partition", "reason_class");
    public static final MetricFamily QUEUE_REQUESTED_GPUS = gauge(
            "slurm_queue_requested_gpus",
            "GPUs that pending jobs ask for; gpu_type is any where the job names none.",
            "partition",
            "reason_class",
            "gpu_type");
    public static final MetricFamily QUEUE_OLDEST_PENDING = seconds(
            "slurm_queue_oldest_pending_seconds",
            "Time since the longest-waiting pending job became eligible; absent where no pending job is eligible.",
            "partition",
            "reason_class");
    public static final MetricFamily QUEUE_TRUNCATED_ARRAYS = gauge(
            "slurm_queue_truncated_arrays",
            "Pending job arrays whose list of tasks slurmrestd cut short, so that all job numbers are lower bounds;"
                    + " SLURM_BITSTR_LEN=0 in slurmrestd's environment cures it.");

    public static final MetricFamily USER_QUEUE_JOBS =
            gauge("slurm_user_queue_jobs", "Jobs of a user that are pending, running or suspended.", "user", "state");
    public static final MetricFamily USER_CPUS_ALLOCATED =
            gauge("slurm_user_cpus_allocated", "CPUs that a user's running and suspended jobs hold.", "user");
    public static final MetricFamily USER_GPUS_ALLOCATED =
            gauge("slurm_user_gpus_allocated", "GPUs that a user's running and suspended jobs hold.", "user");
    public static final MetricFamily ACCOUNT_QUEUE_JOBS = gauge(
            "slurm_account_queue_jobs",
            "Jobs of an account that are pending, running or suspended.",
            "account",
            "state");
    public static final MetricFamily ACCOUNT_CPUS_ALLOCATED =
            gauge("slurm_account_cpus_allocated", "CPUs that an account's running and suspended jobs hold.", "account");
    public static final MetricFamily ACCOUNT_GPUS_ALLOCATED =
            gauge("slurm_account_gpus_allocated", "GPUs that an account's running and suspended jobs hold.", "account");
    public static final MetricFamily SERIES_FOLDED =
            gauge("sluice_series_folded", "Users or accounts that are folded into other.", "label");

    public static final MetricFamily CAPACITY_NODES =
            gauge("slurm_capacity_nodes", "Nodes by state, in every partition.", "partition", "state");
    public static final MetricFamily CAPACITY_CPUS =
            gauge("slurm_capacity_cpus", "CPUs by use, in every partition.", "partition", "state");
    public static final MetricFamily CAPACITY_MEMORY =
            bytes("slurm_capacity_memory_bytes", "Memory by use, in every partition.", "partition", "state");
    public static final MetricFamily CAPACITY_GPUS = gauge(
            "slurm_capacity_gpus",
            "GPUs by type and use, in every partition; gpu_type is untyped where Slurm has no type.",
            "partition",
            "gpu_type",
            "state");
    public static final MetricFamily CLUSTER_NODES =
            gauge("slurm_cluster_nodes", "Nodes by state, each node once.", "state");
    public static final MetricFamily CLUSTER_CPUS =
            gauge("slurm_cluster_cpus", "CPUs by use, each node once.", "state");
    public static final MetricFamily CLUSTER_MEMORY =
            bytes("slurm_cluster_memory_bytes", "Memory by use, each node once.", "state");
    public static final MetricFamily CLUSTER_GPUS =
            gauge("slurm_cluster_gpus", "GPUs by type and use, each node once.", "gpu_type", "state");

    public static final MetricFamily NODE_INFO = info(
            "slurm_compute_node_info",
            "What a node is: its partitions and GPU types, separated by commas.",
            "node",
            "partitions",
            "gpu_type");
    public static final MetricFamily NODE_STATE = gauge(
            "slurm_compute_node_state", "1 for the state that the node is in, 0 for the others.", "node", "state");
    public static final MetricFamily NODE_UNAVAILABLE = seconds(
            "slurm_compute_node_unavailable_seconds",
            "Time since the reason was set for which a node takes no work, the kind of that reason, and who set it.",
            "node",
            "reason_class",
            "owner");

    public static final MetricFamily NODESET_DESIRED_REPLICAS = nodeSet(
            "slurm_nodeset_desired_replicas",
            "Nodes that the NodeSet should have by its busy nodes and by the jobs that wait.");
    public static final MetricFamily NODESET_SPEC_REPLICAS =
            nodeSet("slurm_nodeset_spec_replicas", "Nodes that the NodeSet is asked to have now.");
    public static final MetricFamily NODESET_MIN_REPLICAS =
            nodeSet("slurm_nodeset_min_replicas", "Least number of nodes that autoscaling may set.");
    public static final MetricFamily NODESET_MAX_REPLICAS =
            nodeSet("slurm_nodeset_max_replicas", "Largest number of nodes that autoscaling may set.");
    public static final MetricFamily NODESET_BUSY_NODES =
            nodeSet("slurm_nodeset_busy_nodes", "Nodes with jobs, those that drain too.");
    public static final MetricFamily NODESET_IDLE_NODES =
            nodeSet("slurm_nodeset_idle_nodes", "Empty nodes that take work.");
    public static final MetricFamily NODESET_STARTING_NODES =
            nodeSet("slurm_nodeset_starting_nodes", "Pods whose node has not registered with Slurm yet.");
    public static final MetricFamily NODESET_DRAINING_NODES =
            nodeSet("slurm_nodeset_draining_nodes", "Nodes that are to take no further job, busy ones too.");
    public static final MetricFamily NODESET_UNUSABLE_NODES =
            nodeSet("slurm_nodeset_unusable_nodes", "Pods whose node is empty and cannot take work.");
    public static final MetricFamily NODESET_GHOST_NODES =
            nodeSet("slurm_nodeset_ghost_nodes", "Records of nodes in Slurm that have no pod.");
    public static final MetricFamily NODESET_PENDING_NODES = nodeSet(
            "slurm_nodeset_pending_nodes",
            "Nodes beyond the busy ones that jobs need: idle, starting or not there yet.");
    public static final MetricFamily NODESET_PENDING_JOBS = nodeSet(
            "slurm_nodeset_pending_jobs", "Jobs that wait, each in one NodeSet, by whether more nodes help.", "class");
    public static final MetricFamily NODESET_BLOCKED_JOBS = nodeSet(
            "slurm_nodeset_blocked_jobs",
            "Jobs that more nodes would help and that do not fit below the maximum while others run.");
    public static final MetricFamily JOBS_UNSATISFIABLE = nodeSet(
            "slurm_jobs_unsatisfiable",
            "Jobs that cannot run as they and the cluster are set up; no NodeSet is named where none serves them.",
            "cause");

    public static final MetricFamily CONTROLLER_UP =
            gauge("slurm_controller_up", "1 for a slurmctld that answers slurmrestd, else 0.", "host", "role");

    public static final MetricFamily SOURCE_UP =
            gauge("sluice_source_up", "1 where the newest poll of the source was good, else 0.", "source");
    public static final MetricFamily SOURCE_AGE = seconds(
            "sluice_source_age_seconds", "Age of the source's data; absent until the first good poll.", "source");
    public static final MetricFamily SOURCE_MAX_AGE =
            seconds("sluice_source_max_age_seconds", "Age at which the source's data is withdrawn.", "source");
    public static final MetricFamily SOURCE_POLL =
            seconds("sluice_source_poll_seconds", "How long the newest poll took.", "source");
    public static final MetricFamily SOURCE_INTERVAL = seconds(
            "sluice_source_interval_seconds",
            "Time between two polls that is in force: longer than configured where the source is slow to answer.",
            "source");
    public static final MetricFamily SOURCE_RESPONSE =
            bytes("sluice_source_response_bytes", "Size of the newest answer.", "source");
    public static final MetricFamily SOURCE_UNREADABLE = gauge(
            "sluice_source_unreadable_records",
            "Records of the newest answer that were left out because what identifies them was missing.",
            "source");
    public static final MetricFamily SOURCE_PROBLEM = gauge(
            "sluice_source_problem",
            "1 where the source reports an error beside its data; /api/v1/status says which.",
            "source");
    public static final MetricFamily SOURCE_FAILURES =
            counter("sluice_source_failures_total", "Polls that failed, by kind of failure.", "source", "kind");
    public static final MetricFamily SOURCE_INFO = info(
            "sluice_source_info", "API version in use, and the release behind it.", "source", "api_version", "release");
    public static final MetricFamily TOKEN_EXPIRY = seconds(
            "sluice_token_expiry_timestamp_seconds",
            "When the token in use expires, seconds since the epoch; absent where it does not say.");
    public static final MetricFamily SERIES =
            gauge("sluice_series", "Series that are served for the cluster, without those of Sluice itself.");
    public static final MetricFamily BUILD_INFO = new MetricFamily(
            "sluice_build_info",
            INFO,
            "",
            List.of("version", "java"),
            "Version of Sluice and of the Java that runs it.");
    public static final MetricFamily CPU = new MetricFamily(
            "process_cpu_seconds_total", COUNTER, "seconds", List.of(), "CPU time that the process has used.");
    public static final MetricFamily RESIDENT_MEMORY = new MetricFamily(
            "process_resident_memory_bytes", GAUGE, "bytes", List.of(), "Memory of the process that is in RAM.");
    public static final MetricFamily START_TIME = new MetricFamily(
            "process_start_time_seconds",
            GAUGE,
            "seconds",
            List.of(),
            "When the process started, seconds since the epoch.");

    private static final List<Section> SECTIONS = List.of(
            new Section(
                    "Queue",
                    "jobs",
                    "Array tasks are counted one by one. A job that was submitted to several partitions counts in each of them,"
                            + " so sums over partitions are larger than the cluster's number.",
                    List.of(
                            QUEUE_JOBS,
                            CLUSTER_JOBS,
                            QUEUE_PENDING_JOBS,
                            QUEUE_REQUESTED_NODES,
                            QUEUE_REQUESTED_CPUS,
                            QUEUE_REQUESTED_MEMORY,
                            QUEUE_REQUESTED_GPUS,
                            QUEUE_OLDEST_PENDING,
                            QUEUE_TRUNCATED_ARRAYS)),
            new Section(
                    "Users and accounts",
                    "jobs",
                    "The top N by GPUs, then CPUs, then jobs (`metrics.topUsers`, `metrics.topAccounts`); the rest is `other`.",
                    List.of(
                            USER_QUEUE_JOBS,
                            USER_CPUS_ALLOCATED,
                            USER_GPUS_ALLOCATED,
                            ACCOUNT_QUEUE_JOBS,
                            ACCOUNT_CPUS_ALLOCATED,
                            ACCOUNT_GPUS_ALLOCATED,
                            SERIES_FOLDED)),
            new Section(
                    "Nodes, CPUs, memory and GPUs",
                    "nodes",
                    "A node counts in each of its partitions in `slurm_capacity_*` and once in `slurm_cluster_*`. Amounts are"
                            + " `allocated`, `idle` (free on a node to which Slurm could send work now) or `unavailable` (free on"
                            + " one that is down, draining, powered down, powering up or under maintenance).",
                    List.of(
                            CAPACITY_NODES,
                            CAPACITY_CPUS,
                            CAPACITY_MEMORY,
                            CAPACITY_GPUS,
                            CLUSTER_NODES,
                            CLUSTER_CPUS,
                            CLUSTER_MEMORY,
                            CLUSTER_GPUS)),
            new Section("Each node", "nodes", "", List.of(NODE_INFO, NODE_STATE, NODE_UNAVAILABLE)),
            new Section(
                    "NodeSets",
                    "demand",
                    "Not published yet: this version does not read Kubernetes. What /api/v1/demand says. A NodeSet is a Slinky, SUNK or soperator NodeSet or a StatefulSet. Array tasks"
                            + " are counted one by one, and a job in one NodeSet alone, whatever the number of its partitions."
                            + " `slurm_nodeset_desired_replicas` is what should be there in all, never a difference. All are"
                            + " withdrawn while no number can be trusted.",
                    List.of(
                            NODESET_DESIRED_REPLICAS,
                            NODESET_SPEC_REPLICAS,
                            NODESET_MIN_REPLICAS,
                            NODESET_MAX_REPLICAS,
                            NODESET_BUSY_NODES,
                            NODESET_IDLE_NODES,
                            NODESET_STARTING_NODES,
                            NODESET_DRAINING_NODES,
                            NODESET_UNUSABLE_NODES,
                            NODESET_GHOST_NODES,
                            NODESET_PENDING_NODES,
                            NODESET_PENDING_JOBS,
                            NODESET_BLOCKED_JOBS,
                            JOBS_UNSATISFIABLE)),
            new Section("Controllers", "ping", "", List.of(CONTROLLER_UP)),
            new Section(
                    "Sluice itself",
                    "sluice",
                    "Made anew for every scrape, so that ages are exact. A failed source's numbers are served until their age"
                            + " passes the largest allowed, and then withdrawn; a failure never shows as zero.",
                    List.of(
                            SOURCE_UP,
                            SOURCE_AGE,
                            SOURCE_MAX_AGE,
                            SOURCE_POLL,
                            SOURCE_INTERVAL,
                            SOURCE_RESPONSE,
                            SOURCE_UNREADABLE,
                            SOURCE_PROBLEM,
                            SOURCE_FAILURES,
                            SOURCE_INFO,
                            TOKEN_EXPIRY,
                            SERIES,
                            BUILD_INFO,
                            CPU,
                            RESIDENT_MEMORY,
                            START_TIME)));

    private MetricCatalog() {}

    /** All families, in order. */
    public static List<MetricFamily> families() {
        return SECTIONS.stream().flatMap(section -> section.families().stream()).toList();
    }

    static List<Section> sections() {
        return SECTIONS;
    }

    /**
     * Families that belong together.
     *
     * @param title heading in the documentation
     * @param source the source that they come from
     * @param text what is to be said of all of them
     * @param families the families
     */
    record Section(String title, String source, String text, List<MetricFamily> families) {}

    private static MetricFamily gauge(String name, String help, String... labels) {
        return ofCluster(name, GAUGE, "", help, labels);
    }

    private static MetricFamily bytes(String name, String help, String... labels) {
        return ofCluster(name, GAUGE, "bytes", help, labels);
    }

    private static MetricFamily seconds(String name, String help, String... labels) {
        return ofCluster(name, GAUGE, "seconds", help, labels);
    }

    private static MetricFamily counter(String name, String help, String... labels) {
        return ofCluster(name, COUNTER, "", help, labels);
    }

    private static MetricFamily info(String name, String help, String... labels) {
        return ofCluster(name, INFO, "", help, labels);
    }

    private static MetricFamily nodeSet(String name, String help, String... labels) {
        List<String> all = new ArrayList<>(List.of("namespace", "nodeset"));
        all.addAll(List.of(labels));
        return gauge(name, help, all.toArray(String[]::new));
    }

    /** Everything that belongs to a cluster says first to which. */
    private static MetricFamily ofCluster(String name, MetricType type, String unit, String help, String... labels) {
        List<String> all = new ArrayList<>(List.of("cluster"));
        all.addAll(List.of(labels));
        return new MetricFamily(name, type, unit, all, help);
    }
}
