package dev.sluice.exporter.metrics;

import static dev.sluice.exporter.metrics.Families.counter;
import static dev.sluice.exporter.metrics.Families.gauge;
import static dev.sluice.exporter.metrics.Families.seconds;

import dev.sluice.exporter.metrics.MetricCatalog.Section;
import dev.sluice.exporter.model.Buckets;
import java.util.ArrayList;
import java.util.List;

/** The families of NodeSets and of autoscaling. */
final class NodeSetFamilies {

    static final MetricFamily NODESET_DESIRED_REPLICAS = nodeSet(
            "slurm_nodeset_desired_replicas",
            "Nodes that the NodeSet should have by its busy nodes and by the jobs that wait.");
    static final MetricFamily NODESET_SPEC_REPLICAS =
            nodeSet("slurm_nodeset_spec_replicas", "Nodes that the NodeSet is asked to have now.");
    static final MetricFamily NODESET_MIN_REPLICAS =
            nodeSet("slurm_nodeset_min_replicas", "Least number of nodes that autoscaling may set.");
    static final MetricFamily NODESET_MAX_REPLICAS =
            nodeSet("slurm_nodeset_max_replicas", "Largest number of nodes that autoscaling may set.");
    static final MetricFamily NODESET_BUSY_NODES =
            nodeSet("slurm_nodeset_busy_nodes", "Nodes with jobs, those that drain too.");
    static final MetricFamily NODESET_IDLE_NODES = nodeSet("slurm_nodeset_idle_nodes", "Empty nodes that take work.");
    static final MetricFamily NODESET_STARTING_NODES =
            nodeSet("slurm_nodeset_starting_nodes", "Pods whose node has not registered with Slurm yet.");
    static final MetricFamily NODESET_DRAINING_NODES = nodeSet(
            "slurm_nodeset_draining_nodes",
            "Nodes that are to take no further job, busy ones too, by who said so.",
            "owner");
    static final MetricFamily NODESET_UNUSABLE_NODES = nodeSet(
            "slurm_nodeset_unusable_nodes",
            "Pods whose node is empty and cannot take work, by the class of the reason.",
            "reason_class");
    static final MetricFamily NODESET_GHOST_NODES =
            nodeSet("slurm_nodeset_ghost_nodes", "Records of nodes in Slurm that have no pod.");
    static final MetricFamily NODESET_PENDING_NODES = nodeSet(
            "slurm_nodeset_pending_nodes",
            "Nodes beyond the busy ones that jobs need: idle, starting or not there yet.");
    static final MetricFamily NODESET_PENDING_JOBS = nodeSet(
            "slurm_nodeset_pending_jobs", "Jobs that wait, each in one NodeSet, by whether more nodes help.", "class");
    static final MetricFamily NODESET_BLOCKED_JOBS = nodeSet(
            "slurm_nodeset_blocked_jobs",
            "Jobs that more nodes would help and that do not fit below the maximum while others run.");
    static final MetricFamily JOBS_UNSATISFIABLE = nodeSet(
            "slurm_jobs_unsatisfiable",
            "Jobs that cannot run as they and the cluster are set up; no NodeSet is named where none serves them.",
            "cause");

    static final MetricFamily PARTITION_PENDING_NODES = gauge(
            "slurm_partition_pending_nodes",
            "Nodes beyond the busy ones that a partition's jobs need; jobs of several partitions can share nodes, so"
                    + " sums over partitions mean nothing.",
            "partition");
    static final MetricFamily PARTITION_PENDING_JOBS = gauge(
            "slurm_partition_pending_jobs",
            "Jobs that wait, each in the one partition by which it came to its NodeSet, by whether more nodes help.",
            "partition",
            "class");
    static final MetricFamily JOBS_PENDING_OLDEST = seconds(
            "slurm_jobs_pending_oldest_seconds",
            "Time since the longest-waiting job of a class became eligible; absent where none is eligible.",
            "partition",
            "class");
    static final MetricFamily AUTOSCALER_TRUNCATED = gauge(
            "slurm_autoscaler_array_truncated_jobs",
            "Pending job arrays whose tasks can be counted in part only, so that demand is a lower bound.");
    static final MetricFamily AUTOSCALER_PUBLISHING = nodeSet(
            "slurm_autoscaler_publishing",
            "1 while there is a number for the NodeSet that can be trusted, else 0; no NodeSet is named before any is"
                    + " known.");
    static final MetricFamily AUTOSCALER_SIGNAL_AGE =
            seconds("slurm_autoscaler_signal_age_seconds", "Age of the oldest answer that the numbers are made of.");
    static final MetricFamily AUTOSCALER_SUPPRESSED = counter(
            "slurm_autoscaler_suppressed_total",
            "Answers on jobs that came to no number that can be trusted, by cause.",
            "cause");

    static final MetricFamily NODESET_STATUS_REPLICAS = nodeSet(
            "slurm_nodeset_status_replicas", "Pods that the NodeSet has, those that are to go too, by its controller.");
    static final MetricFamily NODESET_READY_REPLICAS =
            nodeSet("slurm_nodeset_ready_replicas", "Pods of the NodeSet that are ready, by its controller.");
    static final MetricFamily NODESET_UNSCHEDULABLE_PODS = nodeSet(
            "slurm_nodeset_unschedulable_pods",
            "Pods of the NodeSet for which there is no room on any machine; none while the list of pods is incomplete.");
    static final MetricFamily NODESET_SCALE_EVENTS = nodeSetCounter(
            "slurm_nodeset_scale_events_total",
            "Changes of the number that the NodeSet is asked to have.",
            "direction");
    static final MetricFamily NODESET_BUSY_DRAINS = nodeSetCounter(
            "slurm_nodeset_busy_drains_total",
            "Nodes that the operator began to drain, to remove them, while a job was on them.");
    static final MetricFamily NODESET_START = Families.histogram(
            "slurm_nodeset_start_seconds",
            Buckets.START_SECONDS,
            "Time from the creation of a pod until Slurm can send work to its node, as seen at the next answer on jobs.",
            ofNodeSet());
    static final MetricFamily KUBERNETES_MISMATCHES = gauge(
            "slurm_kubernetes_mismatches",
            "Nodes and pods that Slurm and Kubernetes do not agree about; none while the list of nodes, pods or NodeSets is incomplete.",
            "kind");

    static final Section DEMAND = new Section(
            "NodeSets",
            "demand",
            "What /api/v1/demand says; only where Kubernetes is read. A NodeSet is a Slinky, SUNK or soperator NodeSet or a StatefulSet. Array tasks"
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
                    JOBS_UNSATISFIABLE,
                    PARTITION_PENDING_NODES,
                    PARTITION_PENDING_JOBS,
                    JOBS_PENDING_OLDEST,
                    AUTOSCALER_TRUNCATED,
                    AUTOSCALER_PUBLISHING,
                    AUTOSCALER_SIGNAL_AGE,
                    AUTOSCALER_SUPPRESSED));

    static final Section KUBERNETES = new Section(
            "NodeSets in Kubernetes",
            "kubernetes",
            "What Kubernetes says of NodeSets, and what happened to them since Sluice started.",
            List.of(
                    NODESET_STATUS_REPLICAS,
                    NODESET_READY_REPLICAS,
                    NODESET_UNSCHEDULABLE_PODS,
                    NODESET_SCALE_EVENTS,
                    NODESET_BUSY_DRAINS,
                    NODESET_START,
                    KUBERNETES_MISMATCHES));

    private NodeSetFamilies() {}

    private static MetricFamily nodeSet(String name, String help, String... labels) {
        return gauge(name, help, ofNodeSet(labels));
    }

    private static MetricFamily nodeSetCounter(String name, String help, String... labels) {
        return counter(name, help, ofNodeSet(labels));
    }

    private static String[] ofNodeSet(String... labels) {
        List<String> all = new ArrayList<>(List.of("namespace", "nodeset"));
        all.addAll(List.of(labels));
        return all.toArray(String[]::new);
    }
}
