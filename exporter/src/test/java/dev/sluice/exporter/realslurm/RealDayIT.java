package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.by;
import static dev.sluice.exporter.realslurm.Exposition.sums;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the GPU-seconds and CPU-seconds of a simulated day with sacct and sreport, on a cluster whose clock is fast
 * ({@code real-slurm start DIR 24}). On this day, the exporter restarts twice with its usage file, and slurmrestd does
 * not respond for half an hour. slurmctld forgets the jobs that end in this half hour.
 *
 * <p>{@value #HOURS_VARIABLE} sets the hours of the day.
 */
class RealDayIT {

    private static final String HOURS_VARIABLE = "SLUICE_DAY_HOURS";
    private static final Duration DAY =
            Duration.ofHours(Long.parseLong(System.getenv().getOrDefault(HOURS_VARIABLE, "24")));
    private static final Duration FIRST_RESTART = DAY.dividedBy(4);
    private static final Duration OUTAGE = DAY.dividedBy(2);
    private static final Duration SECOND_RESTART = OUTAGE.plus(Duration.ofHours(1));

    /** The last jobs have an hour to end, so that all usage is within the day. */
    private static final Duration SUBMITTING = DAY.minusHours(1);

    private static final Duration BETWEEN_SUBMISSIONS = Duration.ofMinutes(2);
    private static final int KEPT_SECONDS = 300;
    private static final double MAX_DIFFERENCE = 0.005;

    private static final List<String> USERS =
            List.of("ada oak", "ben oak", "ben elm", "cleo trout", "dan salmon", "eve trout", "eve river", "finn elm");

    private static final List<String> REQUESTS = List.of(
            "-p gpu -n1 --gres=gpu:h100:1",
            "-p gpu -n1 --gres=gpu:h100:2 --array=0-2",
            "-p h100 -N2 -n2 --gres=gpu:h100:4",
            "-p gpu -n2 --gres=gpu:a100:1",
            "-p gpu -n1 --gres=gpu:a100_1g.10gb:1",
            "-p gpu -n1 --gres=gpu:l40s:2",
            "-p gpu -n1 --gres=gpu:1",
            "-p meadow -n4",
            "-p meadow -n3 --array=0-4",
            "-p bank -n8 -q ebb");

    @TempDir
    private Path folder;

    private final Random random = new Random(24);
    private final List<String> table = new ArrayList<>();

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.realslurm.RealCluster#fast")
    @EnabledIf(
            value = "dev.sluice.exporter.realslurm.RealCluster#oneIsFast",
            disabledReason = "no real Slurm with a fast clock runs here")
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void aDayCountsLikeInSacctAndSreport(RealCluster cluster) throws Exception {
        cluster.renewToken(Duration.ofDays(3).toSeconds());
        cluster.keepEndedJobs(KEPT_SECONDS);
        Clock clock = cluster.clock();
        long before = AccountedJobs.newestId(cluster);
        StartedExporter app = StartedExporter.startWithUsage(folder, cluster, clock);
        try {
            app.awaitJobsAfter(Instant.now());
            Instant start = clock.instant();
            submitUntil(cluster, clock, start.plus(FIRST_RESTART));
            app = restarted(cluster, clock, app, Duration.ofMinutes(3));
            submitUntil(cluster, clock, start.plus(OUTAGE));
            cluster.fault("pause", "slurmrestd");
            submitUntil(cluster, clock, start.plus(OUTAGE).plus(Duration.ofMinutes(30)));
            cluster.fault("continue", "slurmrestd");
            submitUntil(cluster, clock, start.plus(SECOND_RESTART));
            app = restarted(cluster, clock, app, Duration.ofMinutes(15));
            submitUntil(cluster, clock, start.plus(SUBMITTING));
            AccountedUsage accounted = awaitEnd(cluster, before);
            app.awaitJobsAfter(Instant.now());
            Map<String, Double> counted = app.scrape();
            Files.writeString(
                    Path.of("target", "real-day-" + cluster.setting("SLURM_RELEASE") + "-metrics.txt"), app.text());

            assertThat(accounted.states()).contains("completed", "failed", "cancelled", "requeued", "timeout");
            SoftAssertions softly = new SoftAssertions();
            equalsAccounting(softly, counted, accounted);
            equalsReport(softly, counted, Report.of(cluster, start, clock.instant()));
            stepsAddUp(softly, counted);
            softly.assertAll();
        } finally {
            app.close();
            cluster.fault("continue", "slurmrestd");
            Files.write(Path.of("target", "real-day-" + cluster.setting("SLURM_RELEASE") + ".md"), table);
        }
    }

    private StartedExporter restarted(RealCluster cluster, Clock clock, StartedExporter app, Duration away)
            throws Exception {
        app.close();
        submitUntil(cluster, clock, clock.instant().plus(away));
        return StartedExporter.startWithUsage(folder, cluster, clock);
    }

    private void submitUntil(RealCluster cluster, Clock clock, Instant end) throws Exception {
        Instant next = clock.instant();
        while (next.isBefore(end)) {
            cluster.cli("bash", "-c", submission());
            next = next.plus(BETWEEN_SUBMISSIONS);
            Instant turn = next;
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> !clock.instant().isBefore(turn));
        }
    }

    /** Returns a command that submits a job, and sometimes cancels or requeues a running one. */
    private String submission() {
        String[] user = pick(USERS).split(" ", -1);
        long seconds = Math.min(2400, Math.round(300 * Math.exp(random.nextGaussian())));
        boolean times = random.nextInt(20) == 0;
        String exit = random.nextInt(8) == 0 ? "; exit 1" : "";
        String script =
                "runuser -u %s -- sbatch --chdir=/tmp --output=/dev/null -A %s --mem=100 --requeue %s --wrap='sleep %d%s' %s"
                        .formatted(
                                user[0],
                                user[1],
                                times ? "-t 1" : "-t 60",
                                times ? 900 : seconds,
                                exit,
                                pick(REQUESTS));
        // The job may end before the command. The ID is that of one task: the requeue of an array also requeues its
        // ended
        // tasks, and Slurm's accounting then has the time of the requeue as their end.
        String toOne = "%s; squeue -h -r -t R -o %%i | shuf -n 1 | xargs -r %s || true";
        return switch (random.nextInt(12)) {
            case 0 -> toOne.formatted(script, "scancel");
            case 1 -> toOne.formatted(script, "scontrol requeue");
            default -> script;
        };
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static AccountedUsage awaitEnd(RealCluster cluster, long before) throws Exception {
        cluster.cli("bash", "-c", "for u in ada ben cleo dan eve finn; do scancel -t PENDING -u $u; done");
        return Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> AccountedUsage.since(cluster, before), AccountedUsage::allEnded);
    }

    private void equalsAccounting(SoftAssertions softly, Map<String, Double> counted, AccountedUsage accounted) {
        table.add(accounted.lines().size() + " runs, " + accounted.requeues() + " requeued");
        near(softly, counted, "slurm_account_gpu_seconds_total", accounted.gpuSecondsBy(AccountedUsage.Line::account));
        near(softly, counted, "slurm_user_gpu_seconds_total", accounted.gpuSecondsBy(AccountedUsage.Line::user));
        near(softly, counted, "slurm_job_gpu_seconds_total", accounted.gpuSecondsBy(AccountedUsage.Line::partition));
        near(softly, counted, "slurm_job_ended_gpu_seconds_total", accounted.gpuSecondsByState());
        near(softly, counted, "slurm_account_cpu_seconds_total", accounted.cpuSecondsByAccount());
    }

    private void equalsReport(SoftAssertions softly, Map<String, Double> counted, Report report) {
        near(softly, counted, "slurm_user_cpu_seconds_total", report.userCpuSeconds());
        Map<String, Long> users = by(counted, "slurm_user_gpu_seconds_total", "user");
        near(softly, "sreport, GPU-seconds", users, report.userGpuSeconds());
    }

    private void near(SoftAssertions softly, Map<String, Double> counted, String family, Map<String, Long> accounted) {
        String[] labels = switch (family) {
            case "slurm_account_gpu_seconds_total" -> new String[] {"account", "gpu_type"};
            case "slurm_user_gpu_seconds_total" -> new String[] {"user", "gpu_type"};
            case "slurm_job_gpu_seconds_total" -> new String[] {"partition", "gpu_type"};
            case "slurm_job_ended_gpu_seconds_total" -> new String[] {"state", "gpu_type"};
            case "slurm_account_cpu_seconds_total" -> new String[] {"account"};
            default -> new String[] {"user"};
        };
        near(softly, family, by(counted, family, labels), accounted);
    }

    private void near(SoftAssertions softly, String what, Map<String, Long> counted, Map<String, Long> accounted) {
        softly.assertThat(counted.keySet()).as(what).isEqualTo(new TreeMap<>(accounted).keySet());
        accounted.forEach((key, seconds) -> {
            long here = counted.getOrDefault(key, -1L);
            table.add("| %s | %s | %d | %d |".formatted(what, key, here, seconds));
            softly.assertThat((double) here)
                    .as("%s, %s", what, key)
                    .isBetween(seconds * (1 - MAX_DIFFERENCE), seconds * (1 + MAX_DIFFERENCE));
        });
    }

    /** All jobs have ended, so all sums of their GPU-seconds are equal. The states of GPUs cover the same time. */
    private static void stepsAddUp(SoftAssertions softly, Map<String, Double> counted) {
        Map<String, Long> jobs = by(counted, "slurm_job_gpu_seconds_total", "gpu_type");
        for (String family : List.of(
                "slurm_job_ended_gpu_seconds_total",
                "slurm_account_gpu_seconds_total",
                "slurm_user_gpu_seconds_total")) {
            softly.assertThat(by(counted, family, "gpu_type")).as(family).isEqualTo(jobs);
        }
        Map<String, Double> gpus = sums(counted, "slurm_cluster_gpus", "gpu_type");
        Map<String, Double> seconds = sums(counted, "slurm_cluster_gpu_seconds_total", "gpu_type");
        double counting = seconds.get("h100") / gpus.get("h100");
        gpus.forEach((type, count) ->
                softly.assertThat(seconds.get(type)).as(type).isCloseTo(counting * count, offset(1e-3)));
    }

    /**
     * The usage of sreport.
     *
     * @param userCpuSeconds CPU-seconds by user
     * @param userGpuSeconds GPU-seconds by user
     */
    private record Report(Map<String, Long> userCpuSeconds, Map<String, Long> userGpuSeconds) {

        /** Returns the usage of whole hours, which contain the time. slurmdbd sums an hour up after its end. */
        static Report of(RealCluster cluster, Instant start, Instant end) throws Exception {
            Instant from = start.truncatedTo(ChronoUnit.HOURS);
            Instant to = end.truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(1));
            Clock clock = cluster.clock();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> clock.instant().isAfter(to.plus(Duration.ofMinutes(20))));
            List<String> lines = cluster.cli(
                    "sreport",
                    "-n",
                    "-P",
                    "-t",
                    "seconds",
                    "-T",
                    "cpu,gres/gpu",
                    "cluster",
                    "AccountUtilizationByUser",
                    "start=" + text(from),
                    "end=" + text(to),
                    "format=account,login,tresname,used");
            return new Report(used(lines, "cpu"), used(lines, "gres/gpu"));
        }

        private static String text(Instant time) {
            return time.toString().replace("Z", "");
        }

        private static Map<String, Long> used(List<String> lines, String resource) {
            return lines.stream()
                    .map(line -> line.split("\\|", -1))
                    .filter(cells -> !cells[1].isEmpty() && cells[2].equals(resource))
                    .filter(cells -> Long.parseLong(cells[3]) > 0)
                    .collect(Collectors.groupingBy(
                            cells -> cells[1],
                            TreeMap::new,
                            Collectors.summingLong(cells -> Long.parseLong(cells[3]))));
        }
    }
}
