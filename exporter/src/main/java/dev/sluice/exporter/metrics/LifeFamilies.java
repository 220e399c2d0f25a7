package dev.sluice.exporter.metrics;

import static dev.sluice.exporter.metrics.Families.counter;
import static dev.sluice.exporter.metrics.Families.gauge;
import static dev.sluice.exporter.metrics.Families.histogram;
import static dev.sluice.exporter.metrics.Families.info;

import dev.sluice.exporter.metrics.MetricCatalog.Section;
import dev.sluice.exporter.model.Buckets;
import dev.sluice.exporter.model.SlurmSource;
import java.util.List;

/** The families of what happens to jobs. */
final class LifeFamilies {

    static final MetricFamily JOB_WAIT = histogram(
            "slurm_job_wait_seconds",
            Buckets.JOB_SECONDS,
            "Time from submission, or from a requeue, to the start, observed at the start.",
            "partition",
            "qos");
    static final MetricFamily JOB_RUN = histogram(
            "slurm_job_run_seconds",
            Buckets.JOB_SECONDS,
            "Time from the start to the end, or to the requeue, suspensions included.",
            "partition",
            "qos");
    static final MetricFamily JOB_WAIT_BY_CAUSE = histogram(
            "slurm_job_wait_by_cause_seconds",
            Buckets.JOB_SECONDS,
            "How much of its wait a job spent on each cause for which it waited at all, observed at the start.",
            "partition",
            "cause");
    static final MetricFamily JOB_SUBMISSIONS =
            counter("slurm_job_submissions_total", "Jobs that were submitted.", "partition");
    static final MetricFamily JOB_STARTS =
            counter("slurm_job_starts_total", "Starts of jobs, those after a requeue too.", "partition");
    static final MetricFamily JOB_REQUEUES =
            counter("slurm_job_requeues_total", "Runs that ended with the job back in the queue.", "partition");
    static final MetricFamily JOB_ENDS =
            counter("slurm_job_ends_total", "Jobs that ended, by how.", "partition", "state");

    static final MetricFamily JOB_INFO = info(
            "slurm_job_info",
            "Whose a running or suspended job is; array_job_id is there for tasks of an array.",
            "job_id",
            "array_job_id",
            "user",
            "account",
            "partition",
            "qos");
    static final MetricFamily JOB_NODE = gauge(
            "slurm_job_node",
            "1 for each node that a running or suspended job holds, with its pod and machine in Kubernetes.",
            "job_id",
            "node",
            "namespace",
            "pod",
            "kube_node");

    private static final String JOIN = """
            How busy the GPUs of each job are, with dcgm-exporter's `namespace` and `pod` being those of the slurmd pod (where
            Prometheus has renamed them, `exported_namespace` and `exported_pod`). Of jobs that share a pod nobody can tell
            which GPU is whose, so they are left out:

            ```promql
            avg by (cluster, job_id, user, account) (
              DCGM_FI_DEV_GPU_UTIL{pod!=""}
                * on (namespace, pod) group_left (cluster, job_id)
                  (
                    max by (cluster, namespace, pod, job_id) (slurm_job_node{pod!=""})
                      unless on (namespace, pod) (count by (namespace, pod) (slurm_job_node{pod!=""}) > 1)
                  )
                * on (cluster, job_id) group_left (user, account)
                  max by (cluster, job_id, user, account) (slurm_job_info)
            )
            ```""";

    static final Section SECTION = new Section(
            "Job life",
            SlurmSource.JOBS,
            "What happened since Sluice started, from changes between one answer and the next. Array tasks are counted one"
                    + " by one, a heterogeneous job once, by its first component, and a job that names several partitions"
                    + " in the first of them until it has started. Nothing is missed as long as answers are no further"
                    + " apart than slurmctld keeps jobs that have ended (MinJobAge, 5 minutes unless configured);"
                    + " [decision 11](decisions/0011-job-life-from-snapshots.md) says what is when they are. Histograms"
                    + " have one series for each bucket and one each for sum and count; there are no more than"
                    + " `metrics.queues` pairs of partition and QOS, and the rest of a partition has qos `other`.",
            List.of(JOB_WAIT, JOB_RUN, JOB_WAIT_BY_CAUSE, JOB_SUBMISSIONS, JOB_STARTS, JOB_REQUEUES, JOB_ENDS));

    static final Section EACH_JOB = new Section(
            "Each job",
            SlurmSource.JOBS,
            "Only with `metrics.jobs.enabled`, and no more series than `metrics.jobs.budget`: jobs that hold the most GPUs"
                    + " come first, then those with the most CPUs, then the oldest. `slurm_job_node` has the labels that"
                    + " tie what others say of a node or a pod to a job. `job_id` is Slurm's own number, also of array"
                    + " tasks.\n\n" + JOIN,
            List.of(JOB_INFO, JOB_NODE));

    private LifeFamilies() {}
}
