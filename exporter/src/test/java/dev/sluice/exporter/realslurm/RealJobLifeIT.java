package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.by;
import static dev.sluice.exporter.realslurm.Exposition.sum;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the job life with accounting. While exporters poll a real Slurm, jobs start, finish, fail, reach their time
 * limit, and are cancelled, requeued and preempted. A node and slurmctld also fail. The counts must equal the counts
 * from sacct.
 */
class RealJobLifeIT {

    private static final String OFTEN = "{interval: 1s, dutyCycle: 1.0}";
    private static final String SELDOM = "{interval: 11s}";

    @TempDir
    private static Path folder;

    private static final Map<RealCluster, CompletableFuture<Watched>> WATCHED = new HashMap<>();

    /**
     * The results for one cluster.
     *
     * @param often metrics of an exporter that polled every second
     * @param seldom metrics of an exporter that polled every 11 s
     * @param after metrics of an exporter that was started after all jobs had ended
     */
    private record Watched(
            AccountedJobs accounted,
            Map<String, Double> often,
            Map<String, Double> seldom,
            Map<String, Double> after) {}

    /** Runs the jobs on all clusters at the same time. This method is therefore not part of a test. */
    @BeforeAll
    static void letJobsRun() {
        RealCluster.running()
                .forEach(cluster -> WATCHED.put(cluster, CompletableFuture.supplyAsync(() -> {
                    try {
                        return watch(cluster);
                    } catch (Exception e) {
                        throw new IllegalStateException(cluster.toString(), e);
                    }
                })));
    }

    @EachCluster
    void countsEachJobOnceAtAnyPollInterval(RealCluster cluster) {
        Watched seen = watched(cluster);

        assertThat(seen.accounted().states())
                .as("what the jobs were made for")
                .containsExactlyInAnyOrder(
                        "completed",
                        "failed",
                        "timeout",
                        "cancelled",
                        "preempted",
                        "node_fail",
                        "requeued",
                        "deadline");
        counts(seen.accounted(), seen.often());
        counts(
                seen.accounted().tracelessTasksShownBy(sum(seen.seldom(), "slurm_job_submissions_total")),
                seen.seldom());
    }

    private static void counts(AccountedJobs accounted, Map<String, Double> metrics) {
        SoftAssertions.assertSoftly(softly -> {
            softly.assertThat(by(metrics, "slurm_job_submissions_total", "partition"))
                    .as("submissions")
                    .isEqualTo(accounted.submissionsByPartition());
            softly.assertThat(by(metrics, "slurm_job_starts_total", "partition"))
                    .as("starts")
                    .isEqualTo(accounted.startsByPartition());
            softly.assertThat(by(metrics, "slurm_job_requeues_total", "partition"))
                    .as("requeues")
                    .isEqualTo(accounted.requeuesByPartition());
            softly.assertThat(by(metrics, "slurm_job_ends_total", "partition", "state"))
                    .as("ends")
                    .isEqualTo(accounted.endsByPartitionAndState());
        });
    }

    @EachCluster
    void measuresTheWaitAndTheRunOfEachJob(RealCluster cluster) {
        Watched seen = watched(cluster);
        AccountedJobs accounted = seen.accounted();
        Map<String, Long> causes = by(seen.often(), "slurm_job_wait_by_cause_seconds_sum", "cause");

        SoftAssertions.assertSoftly(softly -> {
            softly.assertThat(by(seen.often(), "slurm_job_wait_seconds_count", "partition", "qos"))
                    .as("waits")
                    .isEqualTo(accounted.runsByQueue());
            softly.assertThat(by(seen.often(), "slurm_job_wait_seconds_sum", "partition", "qos"))
                    .as("seconds of waiting")
                    .isEqualTo(accounted.waitSecondsByQueue());
            softly.assertThat(by(seen.often(), "slurm_job_run_seconds_count", "partition", "qos"))
                    .as("runs")
                    .isEqualTo(accounted.runsByQueue());
            // For the exporter, a run that ends in a requeue ends when slurmctld queues the job. This is up to one
            // second later.
            Map<String, Long> ran = by(seen.often(), "slurm_job_run_seconds_sum", "partition", "qos");
            softly.assertThat(ran.keySet())
                    .isEqualTo(accounted.runSecondsByQueue().keySet());
            accounted
                    .runSecondsByQueue()
                    .forEach((queue, seconds) -> softly.assertThat(ran.getOrDefault(queue, -1L))
                            .as("seconds of running in %s", queue)
                            .isBetween(
                                    seconds,
                                    seconds + accounted.requeuesByQueue().getOrDefault(queue, 0L)));
            softly.assertThat(sum(seen.often(), "slurm_job_wait_by_cause_seconds_sum"))
                    .as("seconds of waiting for all causes")
                    .isEqualTo(accounted.waitSeconds());
            softly.assertThat(causes)
                    .as("seconds of being held")
                    .containsEntry("held", accounted.ineligibleSeconds("-H"));
            softly.assertThat(causes)
                    .as("seconds of waiting for another job")
                    .containsEntry("dependency", accounted.ineligibleSeconds("-d"));
            softly.assertThat(causes)
                    .as("seconds of waiting for a time")
                    .containsEntry(
                            "begin_time",
                            accounted.ineligibleSeconds("--begin") + accounted.ineligibleSecondsOfRequeued());
        });
    }

    /** One request can fail, because slurmctld is restarting. */
    @EachCluster
    void readsNodesAllTheWhile(RealCluster cluster) {
        Map<String, Long> failures = by(watched(cluster).often(), "sluice_source_failures_total", "source");

        assertThat(failures.getOrDefault("nodes", 0L)).isBetween(0L, 2L);
    }

    @EachCluster
    void inventsNoPastOfJobsThatHadEnded(RealCluster cluster) {
        Map<String, Double> after = watched(cluster).after();

        assertThat(after.keySet()).anyMatch(sample -> sample.startsWith("slurm_job_ends_total"));
        Map<String, Double> counted = new TreeMap<>(after);
        counted.entrySet().removeIf(sample -> sample.getValue() == 0);
        assertThat(counted.keySet()).noneMatch(RealJobLifeIT::ofJobLife);
    }

    private static boolean ofJobLife(String sample) {
        return sample.matches("slurm_job_(submissions|starts|requeues|ends|wait|run).*");
    }

    private static Watched watched(RealCluster cluster) {
        return WATCHED.get(cluster).join();
    }

    private static Watched watch(RealCluster cluster) throws Exception {
        long before = AccountedJobs.newestId(cluster);
        try (StartedExporter often = start(cluster, OFTEN);
                StartedExporter seldom = start(cluster, SELDOM)) {
            awaitCounting(often);
            awaitCounting(seldom);
            cluster.live();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> AccountedJobs.since(cluster, before).allEnded());
            AccountedJobs accounted = AccountedJobs.since(cluster, before);
            often.awaitJobsAfter(Instant.now());
            seldom.awaitJobsAfter(Instant.now());
            try (StartedExporter after = start(cluster, OFTEN)) {
                awaitCounting(after);
                return new Watched(accounted, often.scrape(), seldom.scrape(), after.scrape());
            }
        }
    }

    private static StartedExporter start(RealCluster cluster, String poll) throws Exception {
        return StartedExporter.start(folder, cluster.setting("REST_URL"), Path.of(cluster.setting("TOKEN_FILE")), poll);
    }

    private static void awaitCounting(StartedExporter exporter) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> exporter.scrape().keySet().stream().anyMatch(RealJobLifeIT::ofJobLife));
    }
}
