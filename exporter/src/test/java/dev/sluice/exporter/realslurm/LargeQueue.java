package dev.sluice.exporter.realslurm;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * A queue of many separate job records on 5,000 nodes of a real cluster. Each node has 16 CPUs and 64,000 MiB. All nodes
 * are drained, like nodes without pods, so that the jobs stay pending. Each job of the queue requests one CPU and 1 GiB.
 */
final class LargeQueue {

    static final String PARTITION = "large";
    static final int CPUS_OF_NODE = 16;
    private static final String NODES = "big[0001-5000]";

    /** MaxArraySize is one more. */
    private static final int TASKS = 10_000;

    /** slurmctld forgets the jobs of an earlier run. */
    private static final int KEPT_SECONDS = 60;

    private final RealCluster cluster;

    private LargeQueue(RealCluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Creates the nodes, which slurm-operator seems to have created for pods of a NodeSet, and the partition.
     *
     * @param nodeSet name of the NodeSet
     */
    static LargeQueue on(RealCluster cluster, String nodeSet) throws IOException, InterruptedException {
        cluster.keepEndedJobs(KEPT_SECONDS);
        cluster.cli("sh", "-c", """
                scontrol show node big0001 >/dev/null 2>&1 ||
                  scontrol create nodename=%s state=cloud cpus=%d realmemory=64000
                scontrol show partition %s >/dev/null 2>&1 || scontrol create partitionname=%s nodes=%s
                scontrol update nodename=%s state=drain reason=scaled-in comment='%s'
                """.formatted(
                        NODES,
                        CPUS_OF_NODE,
                        PARTITION,
                        PARTITION,
                        NODES,
                        NODES,
                        "{\"namespace\":\"slurm\",\"podName\":\"" + nodeSet
                                + "-0\",\"node\":\"kube-1\",\"nodeSetName\":\"" + nodeSet + "\"}"));
        return new LargeQueue(cluster);
    }

    /** Cancels all pending jobs, and submits this number of job records, a multiple of 10,000. */
    void fill(int records) throws IOException, InterruptedException {
        clear();
        for (int left = records; left > 0; left -= TASKS) {
            String array = submit("--ntasks=1 --mem=1G --time=60 --array=0-" + (TASKS - 1));
            // An update of some tasks gives each of them a record of its own.
            cluster.cli("scontrol", "update", "jobid=" + array + "_[0-" + (TASKS - 2) + "]", "nice=1");
        }
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> records() == records);
    }

    /** Submits a job that needs a whole node. Returns the JobId. */
    String submitWholeNode() throws IOException, InterruptedException {
        return submit("--nodes=1 --exclusive --time=60");
    }

    void clear() throws IOException, InterruptedException {
        cluster.cli("scancel", "--state=PENDING", "--partition=" + PARTITION);
    }

    private String submit(String options) throws IOException, InterruptedException {
        return cluster.cli(
                        "su",
                        "ada",
                        "-c",
                        "cd /; sbatch --parsable --partition=" + PARTITION + " " + options + " --wrap='sleep 60'")
                .get(0);
    }

    private int records() throws IOException, InterruptedException {
        // squeue shows the pending tasks of an array in one line, even if the tasks have separate records.
        List<String> lines = cluster.cli(
                "sh", "-c", "scontrol -o show job | grep -c 'JobState=PENDING.* Partition=" + PARTITION + " ' || true");
        return Integer.parseInt(lines.get(0).strip());
    }
}
