package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.by;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the GPU-seconds, CPU-seconds and memory of jobs with sacct. Meanwhile, the exporter restarts twice with its
 * usage file, and slurmrestd stops responding. The jobs end, fail, are cancelled and are requeued. If the exporter can
 * know that the outage is long, slurmctld forgets the jobs that end in the outage.
 *
 * <p>{@value #OUTAGE_VARIABLE} sets the seconds of the outage.
 */
class RealUsageIT {

    private static final String NAME = "usage";
    private static final Duration RESTART = Duration.ofSeconds(7);
    private static final String OUTAGE_VARIABLE = "SLUICE_OUTAGE_SECONDS";
    private static final Duration SHORT_OUTAGE = Duration.ofSeconds(20);

    /** A slurmrestd that serves the configuration tells MinJobAge, but a gap has more than a minute. */
    private static final Duration GAP = Duration.ofSeconds(75);

    /** Without the configuration, the exporter assumes the default of MinJobAge. */
    private static final Duration LONG_OUTAGE = Duration.ofMinutes(5);

    private static final int KEPT_SECONDS = 86_400;
    private static final int FORGOTTEN_SECONDS = 10;

    /** Slurm's accounting and its job list differ by up to one second per end of a run that is requeued. */
    private static final double SECONDS_PER_REQUEUE = 1;

    private static final List<String> JOBS = List.of(
            "ada oak 'sleep 75' -p gpu -n1 --gres=gpu:h100:2",
            "ada oak 'sleep 9' -p gpu -n1 --gres=gpu:h100:1 --array=0-5",
            "ada oak 'sleep 40; exit 3' -p gpu -n1 --gres=gpu:a100:2",
            "ada oak 'sleep 300' -p gpu -n1 -J usage-requeue --requeue --gres=gpu:1",
            "ben elm 'sleep 300' -p gpu -n1 -J usage-cancel --gres=gpu:l40s:1",
            "ben elm 'sleep 50' -p h100 -N2 -n2 --gres=gpu:h100:3",
            "ben elm 'sleep 30' -p gpu -n1 --gres=gpu:a100_1g.10gb:2",
            "ben elm 'sleep 25' -p gpu -n1 --gres=gpu:h100:1 : -p gpu -n1 --mem=100 --gres=gpu:l40s:1",
            "dan salmon 'sleep 60' -p meadow -n3");

    private static final List<String> JOBS_IN_THE_OUTAGE = List.of(
            "ada oak 'sleep 9' -p gpu -n1 --gres=gpu:a100:1 --array=0-3",
            "ben elm 'sleep 5; exit 1' -p gpu -n1 --gres=gpu:h100:1");

    @TempDir
    private Path folder;

    @EachCluster
    void countsWhatSacctCountsAcrossTwoRestartsAndAnOutage(RealCluster cluster) throws Exception {
        long before = AccountedJobs.newestId(cluster);
        Map<String, Double> counted;
        Duration outage = outage(cluster);
        boolean forgets = cluster.servesMetrics() || outage.compareTo(LONG_OUTAGE) > 0;
        if (forgets) {
            cluster.keepEndedJobs(FORGOTTEN_SECONDS);
        }
        StartedExporter app = start(cluster);
        try {
            app.awaitJobsAfter(Instant.now());
            submit(cluster, JOBS);
            app.awaitJobsAfter(Instant.now().plusSeconds(5));
            app = restarted(cluster, app);
            app.awaitJobsAfter(Instant.now().plusSeconds(3));
            cluster.cli("scancel", "-n", "usage-cancel");
            cluster.cli("bash", "-c", "scontrol requeue $(squeue -h -a -n usage-requeue -o %A)");
            cluster.fault("pause", "slurmrestd");
            submit(cluster, JOBS_IN_THE_OUTAGE);
            RealCluster.pause(outage);
            if (forgets) {
                assertThat(cluster.cli("squeue", "-h", "-a", "-t", "all", "-n", NAME, "-o", "%T"))
                        .as("ended jobs that slurmctld still lists")
                        .doesNotContain("COMPLETED", "FAILED");
            }
            cluster.fault("continue", "slurmrestd");
            app.awaitJobsAfter(Instant.now());
            app = restarted(cluster, app);
            cluster.cli("scancel", "-n", "usage-requeue");
            AccountedUsage accounted = awaitEnd(cluster, before);
            app.awaitJobsAfter(Instant.now());
            counted = app.scrape();
            equal(counted, accounted);
        } finally {
            app.close();
        }
    }

    @AfterEach
    void cancel() throws Exception {
        for (RealCluster cluster : RealCluster.running().toList()) {
            cluster.fault("continue", "slurmrestd");
            cluster.cli("scancel", "-n", NAME + ",usage-requeue,usage-cancel");
            cluster.keepEndedJobs(KEPT_SECONDS);
        }
    }

    private static Duration outage(RealCluster cluster) {
        return Optional.ofNullable(System.getenv(OUTAGE_VARIABLE))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(cluster.servesMetrics() ? GAP : SHORT_OUTAGE);
    }

    private static void equal(Map<String, Double> counted, AccountedUsage accounted) {
        double tolerance = SECONDS_PER_REQUEUE * accounted.requeues();
        SoftAssertions.assertSoftly(softly -> {
            softly.assertThat(accounted.states())
                    .as("what the jobs were made for")
                    .contains("completed", "failed", "cancelled", "requeued");
            for (Map.Entry<String, Map<String, Long>> family : Map.of(
                            "slurm_account_gpu_seconds_total", accounted.gpuSecondsBy(AccountedUsage.Line::account),
                            "slurm_user_gpu_seconds_total", accounted.gpuSecondsBy(AccountedUsage.Line::user),
                            "slurm_job_gpu_seconds_total", accounted.gpuSecondsBy(AccountedUsage.Line::partition))
                    .entrySet()) {
                String label =
                        family.getKey().replaceAll("slurm_(\\w+?)_gpu.*", "$1").replace("job", "partition");
                near(softly, family.getKey(), shown(counted, family.getKey(), label), family.getValue(), tolerance);
            }
            near(
                    softly,
                    "slurm_job_ended_gpu_seconds_total",
                    byState(counted),
                    accounted.gpuSecondsByState(),
                    tolerance);
            near(
                    softly,
                    "slurm_account_cpu_seconds_total",
                    withoutZeros(counted, "slurm_account_cpu_seconds_total", "account"),
                    accounted.cpuSecondsByAccount(),
                    tolerance);
        });
    }

    private static Map<String, Double> shown(Map<String, Double> counted, String family, String label) {
        return withoutZeros(counted, family, label, "gpu_type");
    }

    private static Map<String, Double> byState(Map<String, Double> counted) {
        return withoutZeros(counted, "slurm_job_ended_gpu_seconds_total", "state", "gpu_type");
    }

    private static Map<String, Double> withoutZeros(Map<String, Double> counted, String family, String... labels) {
        Map<String, Double> sums = new TreeMap<>();
        by(counted, family, labels).forEach((key, value) -> {
            if (value > 0) {
                sums.put(key, (double) value);
            }
        });
        return sums;
    }

    private static void near(
            SoftAssertions softly,
            String family,
            Map<String, Double> counted,
            Map<String, Long> accounted,
            double tolerance) {
        softly.assertThat(counted.keySet()).as(family).isEqualTo(accounted.keySet());
        accounted.forEach((key, seconds) -> softly.assertThat(counted.getOrDefault(key, -1.0))
                .as("%s of %s", family, key)
                .isBetween(seconds - tolerance, seconds + tolerance));
    }

    private static AccountedUsage awaitEnd(RealCluster cluster, long before) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(150))
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> AccountedUsage.since(cluster, before), AccountedUsage::allEnded);
    }

    private static void submit(RealCluster cluster, List<String> jobs) throws Exception {
        StringBuilder script = new StringBuilder();
        for (String job : jobs) {
            String[] part = job.split(" ", 3);
            int wrapEnds = part[2].indexOf('\'', 1) + 1;
            String options = part[2].substring(wrapEnds);
            script.append("runuser -u %s -- sbatch --chdir=/tmp --output=/dev/null -A %s %s --mem=100 --wrap=%s %s\n"
                    .formatted(
                            part[0],
                            part[1],
                            options.contains("-J") ? "" : "-J " + NAME,
                            part[2].substring(0, wrapEnds),
                            options));
        }
        cluster.cli("bash", "-ec", script.toString());
    }

    private StartedExporter start(RealCluster cluster) throws Exception {
        return StartedExporter.startWithUsage(folder, cluster);
    }

    private StartedExporter restarted(RealCluster cluster, StartedExporter app) throws Exception {
        app.close();
        RealCluster.pause(RESTART);
        return start(cluster);
    }
}
