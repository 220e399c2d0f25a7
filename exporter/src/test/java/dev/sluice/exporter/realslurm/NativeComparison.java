package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.by;
import static dev.sluice.exporter.realslurm.Exposition.sum;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import dev.sluice.exporter.truth.tool.Squeue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;

/**
 * Compares the exporter's families with the families of slurmctld's own endpoint (26.05).
 * docs/deviations-from-native.md explains the intended differences. This test contains the sizes of these differences.
 */
final class NativeComparison {

    private NativeComparison() {}

    static void compare(RealCluster cluster, Squeue squeue, Map<String, Double> ours) throws Exception {
        Map<String, Double> jobs = cluster.nativeMetrics("jobs");
        Map<String, Double> partitions = cluster.nativeMetrics("partitions");
        Map<String, Double> nodes = cluster.nativeMetrics("nodes");
        Map<String, Double> holders = cluster.nativeMetrics("jobs-users-accts");
        SoftAssertions.assertSoftly(softly -> {
            jobStates(softly, squeue, ours, jobs);
            partitions(softly, ours, partitions);
            pending(softly, squeue, ours, partitions);
            nodes(softly, ours, nodes);
            holders(softly, ours, holders);
        });
    }

    private static void jobStates(
            SoftAssertions softly, Squeue squeue, Map<String, Double> ours, Map<String, Double> theirs) {
        Map<String, Long> states = by(ours, "slurm_cluster_jobs", "state");
        // Base states that are equal without conversion.
        Map.of(
                        "completed",
                        "completed",
                        "suspended",
                        "suspended",
                        "timeout",
                        "timeout",
                        "failed",
                        "failed",
                        "preempted",
                        "preempted",
                        "node_fail",
                        "node_failed")
                .forEach((state, name) -> softly.assertThat(states.getOrDefault(state, 0L))
                        .as(state)
                        .isEqualTo(sum(theirs, "slurm_jobs_" + name)));
        // For these two states, squeue and the exporter show a flag instead of the base state. slurmctld counts both
        // states as running.
        softly.assertThat(states.getOrDefault("running", 0L) + states.getOrDefault("configuring", 0L))
                .as("running")
                .isEqualTo(sum(theirs, "slurm_jobs_running"));
        softly.assertThat(states.getOrDefault("cancelled", 0L) + states.getOrDefault("completing", 0L))
                .as("cancelled, theirs in records")
                .isEqualTo(sum(theirs, "slurm_jobs_cancelled") + cancelledTasksBeyondRecords(squeue));
        softly.assertThat(states.getOrDefault("configuring", 0L))
                .as("configuring")
                .isEqualTo(sum(theirs, "slurm_jobs_configuring"));
        softly.assertThat(states.getOrDefault("completing", 0L))
                .as("completing")
                .isEqualTo(sum(theirs, "slurm_jobs_completing"));
    }

    private static void partitions(SoftAssertions softly, Map<String, Double> ours, Map<String, Double> theirs) {
        Map<String, Long> cpus = by(ours, "slurm_capacity_cpus", "partition");
        softly.assertThat(cpus).as("CPUs").isEqualTo(by(theirs, "slurm_partition_nodes_cpus_efctv", "partition"));
        softly.assertThat(only(by(ours, "slurm_capacity_cpus", "partition", "state"), "/allocated"))
                .as("allocated CPUs")
                .isEqualTo(by(theirs, "slurm_partition_nodes_cpus_alloc", "partition"));
        softly.assertThat(by(ours, "slurm_capacity_nodes", "partition"))
                .as("nodes")
                .isEqualTo(by(theirs, "slurm_partition_nodes", "partition"));
        softly.assertThat(by(ours, "slurm_capacity_memory_bytes", "partition"))
                .as("memory, theirs in MiB")
                .isEqualTo(bytes(by(theirs, "slurm_partition_nodes_mem_tot", "partition")));
        for (String state : List.of("draining", "drained", "powering_down")) {
            softly.assertThat(only(by(ours, "slurm_capacity_nodes", "partition", "state"), "/" + state))
                    .as(state)
                    .isEqualTo(by(theirs, "slurm_partition_nodes_" + state, "partition"));
        }
        softly.assertThat(only(by(ours, "slurm_queue_jobs", "partition", "state"), "/suspended"))
                .as("suspended")
                .isEqualTo(by(theirs, "slurm_partition_jobs_suspended", "partition"));
    }

    /**
     * slurmctld counts a job of several partitions in the partition that slurmctld tried last. The exporter counts the
     * job in all these partitions. If slurmrestd truncates the task list of an array, the exporter knows only a part of
     * the tasks. The totals in which each job counts once are equal.
     */
    private static void pending(
            SoftAssertions softly, Squeue squeue, Map<String, Double> ours, Map<String, Double> theirs) {
        Map<String, Long> counted = by(ours, "slurm_queue_jobs", "partition", "state");
        Map<String, Long> once = waitingInOnePartition(squeue);
        Map<String, Long> unknown = unknownTasks(squeue);
        by(theirs, "slurm_partition_jobs_pending", "partition").forEach((partition, count) -> {
            long all = counted.getOrDefault(partition + "/pending", 0L)
                    + counted.getOrDefault(partition + "/special_exit", 0L)
                    + unknown.getOrDefault(partition, 0L);
            softly.assertThat(count).as("pending in %s", partition).isBetween(once.getOrDefault(partition, 0L), all);
        });
        Map<String, Long> cluster = by(ours, "slurm_cluster_jobs", "state");
        softly.assertThat(cluster.getOrDefault("pending", 0L)
                        + cluster.getOrDefault("special_exit", 0L)
                        + unknown.values().stream().mapToLong(Long::longValue).sum())
                .as("pending in all")
                .isEqualTo(sum(theirs, "slurm_partition_jobs_pending"));
    }

    /**
     * Returns the tasks of cancelled arrays that slurmctld does not count. slurmctld counts only one task of such an
     * array.
     */
    private static long cancelledTasksBeyondRecords(Squeue squeue) {
        return squeue.lines().stream()
                .filter(line -> line.state().equals("cancelled"))
                .mapToLong(line -> line.sent() - 1)
                .sum();
    }

    /** Returns the pending tasks of jobs with only one partition, by partition. */
    private static Map<String, Long> waitingInOnePartition(Squeue squeue) {
        return squeue.lines().stream()
                .filter(line -> line.waits() && line.partitions().size() == 1)
                .collect(groupingBy(line -> line.partitions().get(0), TreeMap::new, summingLong(Squeue.Line::tasks)));
    }

    /** Returns the number of tasks that slurmrestd omits, by partition. */
    private static Map<String, Long> unknownTasks(Squeue squeue) {
        Map<String, Long> counts = new TreeMap<>();
        squeue.lines()
                .forEach(line -> line.partitions()
                        .forEach(partition -> counts.merge(partition, line.tasks() - line.sent(), Long::sum)));
        return counts;
    }

    private static void nodes(SoftAssertions softly, Map<String, Double> ours, Map<String, Double> theirs) {
        Set<String> known = by(ours, "slurm_compute_node_info", "node").keySet();
        softly.assertThat(sum(ours, "slurm_cluster_cpus"))
                .as("CPUs")
                .isEqualTo(sumOver(known, theirs, "slurm_node_cpus_effective"));
        softly.assertThat(by(ours, "slurm_cluster_cpus", "state").getOrDefault("allocated", 0L))
                .as("allocated CPUs")
                .isEqualTo(sum(theirs, "slurm_node_cpus_alloc"));
        softly.assertThat(sum(ours, "slurm_cluster_memory_bytes"))
                .as("memory, theirs in MiB")
                .isEqualTo(sumOver(known, theirs, "slurm_node_memory_bytes") << 20);
        softly.assertThat(sum(ours, "slurm_cluster_gpus"))
                .as("GPUs")
                .isEqualTo(sumOver(known, theirs, "slurm_node_gpus"));
        softly.assertThat(only(by(ours, "slurm_cluster_gpus", "gpu_type", "state"), "/allocated").values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .as("allocated GPUs")
                .isEqualTo(sum(theirs, "slurm_node_gpus_alloc"));
        for (String state : List.of("draining", "drained")) {
            softly.assertThat(by(ours, "slurm_cluster_nodes", "state").getOrDefault(state, 0L))
                    .as(state)
                    .isEqualTo(sum(theirs, "slurm_nodes_" + state));
        }
    }

    /** slurmctld counts FUTURE nodes. sinfo, slurmrestd and the exporter omit FUTURE nodes. */
    private static long sumOver(Set<String> nodes, Map<String, Double> theirs, String family) {
        return by(theirs, family, "node").entrySet().stream()
                .filter(entry -> nodes.contains(entry.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static void holders(SoftAssertions softly, Map<String, Double> ours, Map<String, Double> theirs) {
        softly.assertThat(by(ours, "slurm_user_gpus_allocated", "user"))
                .as("GPUs of users")
                .isEqualTo(by(theirs, "slurm_user_jobs_gpus_alloc", "username"));
        softly.assertThat(by(ours, "slurm_account_gpus_allocated", "account"))
                .as("GPUs of accounts")
                .isEqualTo(by(theirs, "slurm_account_jobs_gpus_alloc", "account"));
    }

    /** Returns the entries whose key has the given suffix. Removes the suffix from the keys. */
    private static Map<String, Long> only(Map<String, Long> values, String end) {
        Map<String, Long> chosen = new TreeMap<>();
        values.forEach((key, value) -> {
            if (key.endsWith(end)) {
                chosen.put(key.substring(0, key.length() - end.length()), value);
            }
        });
        return chosen;
    }

    private static Map<String, Long> bytes(Map<String, Long> mebibytes) {
        Map<String, Long> bytes = new TreeMap<>();
        mebibytes.forEach((key, value) -> bytes.put(key, value << 20));
        return bytes;
    }
}
