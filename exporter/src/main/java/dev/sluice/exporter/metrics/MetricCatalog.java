package dev.sluice.exporter.metrics;

import static dev.sluice.exporter.metrics.Families.bytes;
import static dev.sluice.exporter.metrics.Families.counter;
import static dev.sluice.exporter.metrics.Families.gauge;
import static dev.sluice.exporter.metrics.Families.info;
import static dev.sluice.exporter.metrics.Families.seconds;
import static dev.sluice.exporter.metrics.MetricType.COUNTER;
import static dev.sluice.exporter.metrics.MetricType.GAUGE;
import static dev.sluice.exporter.metrics.MetricType.INFO;

import dev.sluice.exporter.model.SlurmSource;
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
    public static final MetricFamily USER_CPUS_ALLOCATED = gauge(
            "slurm_user_cpus_allocated",
            "CPUs that a user's running jobs hold; Slurm gives those of suspended jobs to others.",
            "user");
    public static final MetricFamily USER_GPUS_ALLOCATED =
            gauge("slurm_user_gpus_allocated", "GPUs that a user's running and suspended jobs hold.", "user");
    public static final MetricFamily ACCOUNT_QUEUE_JOBS = gauge(
            "slurm_account_queue_jobs",
            "Jobs of an account that are pending, running or suspended.",
            "account",
            "state");
    public static final MetricFamily ACCOUNT_CPUS_ALLOCATED = gauge(
            "slurm_account_cpus_allocated",
            "CPUs that an account's running jobs hold; Slurm gives those of suspended jobs to others.",
            "account");
    public static final MetricFamily ACCOUNT_GPUS_ALLOCATED =
            gauge("slurm_account_gpus_allocated", "GPUs that an account's running and suspended jobs hold.", "account");
    public static final MetricFamily SERIES_FOLDED = gauge(
            "sluice_series_folded",
            "Users, accounts, queues, jobs, and accounts or QOS with limits, for which there is no room of their own.",
            "label");

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
            "What a node is: its partitions and GPU types, separated by commas, and what it is in Kubernetes.",
            "node",
            "partitions",
            "gpu_type",
            "namespace",
            "nodeset",
            "pod",
            "kube_node");
    public static final MetricFamily NODE_STATE = gauge(
            "slurm_compute_node_state", "1 for the state that the node is in, 0 for the others.", "node", "state");
    public static final MetricFamily NODE_UNAVAILABLE = seconds(
            "slurm_compute_node_unavailable_seconds",
            "Time since the reason was set for which a node takes no work, the kind of that reason, and who set it.",
            "node",
            "reason_class",
            "owner");

    public static final MetricFamily CONTROLLER_UP =
            gauge("slurm_controller_up", "1 for a slurmctld that answers slurmrestd, else 0.", "host", "role");

    public static final MetricFamily SOURCE_UP = gauge(
            "sluice_source_up",
            "1 where the newest poll of the source was good and its data is younger than its limit, else 0.",
            "source");
    public static final MetricFamily SOURCE_AGE = seconds(
            "sluice_source_age_seconds", "Age of the source's data; absent until the first good poll.", "source");
    public static final MetricFamily SOURCE_MAX_AGE =
            seconds("sluice_source_max_age_seconds", "Age at which the source's data is withdrawn.", "source");
    public static final MetricFamily SOURCE_POLL =
            seconds("sluice_source_poll_seconds", "How long the newest poll took.", "source");
    public static final MetricFamily SOURCE_INTERVAL = seconds(
            "sluice_source_interval_seconds",
            "Time between two polls that is in force: longer than configured where the source is slow to answer or fails.",
            "source");
    public static final MetricFamily SOURCE_CONFIGURED_INTERVAL = seconds(
            "sluice_source_configured_interval_seconds",
            "Time between two polls as configured; a source is polled less often where sluice_source_interval_seconds is"
                    + " longer.",
            "source");
    public static final MetricFamily SOURCE_RESPONSE =
            bytes("sluice_source_response_bytes", "Size of the newest answer.", "source");
    public static final MetricFamily SOURCE_UNREADABLE = gauge(
            "sluice_source_unreadable_records",
            "Records of the newest answer that were left out: without a name or a state, with a value of another type, or"
                    + " there for the second time.",
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

    public static final MetricFamily UNCAUGHT_ERRORS = new MetricFamily(
            "sluice_uncaught_errors_total",
            COUNTER,
            "",
            List.of(),
            "Errors that no part of the exporter has handled; each is a defect, and its stack is in the log.");

    private static final List<Section> SECTIONS = withFurther(List.of(
            new Section(
                    "Queue",
                    SlurmSource.JOBS,
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
            LifeFamilies.SECTION,
            LifeFamilies.EACH_JOB,
            new Section(
                    "Users and accounts",
                    SlurmSource.JOBS,
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
                    SlurmSource.NODES,
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
            new Section("Each node", SlurmSource.NODES, "", List.of(NODE_INFO, NODE_STATE, NODE_UNAVAILABLE)),
            NodeSetFamilies.DEMAND,
            NodeSetFamilies.KUBERNETES,
            new Section(
                    "Controllers",
                    SlurmSource.PING,
                    "",
                    List.of(CONTROLLER_UP, SlurmFactFamilies.CONTROLLER_IN_CHARGE)),
            new Section(
                    "Sluice itself",
                    "sluice",
                    "Made anew for every scrape, so that ages are exact. A failed source's numbers are served until their age"
                            + " passes the largest allowed, and then withdrawn; a failure never shows as zero.",
                    List.of(
                            SOURCE_UP,
                            SlurmFactFamilies.SOURCE_ABSENT,
                            SOURCE_AGE,
                            SOURCE_MAX_AGE,
                            SOURCE_POLL,
                            SOURCE_INTERVAL,
                            SOURCE_CONFIGURED_INTERVAL,
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
                            START_TIME,
                            UNCAUGHT_ERRORS)),
            CloudWatchFamilies.SECTION));

    private MetricCatalog() {}

    /** With those that have classes of their own: Slurm's before what Sluice says of itself, other sinks' after it. */
    private static List<Section> withFurther(List<Section> sections) {
        List<Section> all = new ArrayList<>(sections);
        all.addAll(sections.size() - 2, SlurmFactFamilies.SECTIONS);
        all.add(OtlpFamilies.SECTION);
        all.add(AccessFamilies.SECTION);
        return List.copyOf(all);
    }

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
    record Section(String title, String source, String text, List<MetricFamily> families) {

        Section(String title, SlurmSource source, String text, List<MetricFamily> families) {
            this(title, source.label(), text, families);
        }
    }
}
