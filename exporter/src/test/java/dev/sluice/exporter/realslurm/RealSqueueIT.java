package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.by;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.tls.ClientTls;
import dev.sluice.exporter.config.schema.HttpUrl;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.SlurmConnection;
import dev.sluice.exporter.slurm.Slurmrestd;
import dev.sluice.exporter.slurm.TokenReader;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.slurm.squeue.SlurmProgram;
import dev.sluice.exporter.slurm.squeue.Squeue;
import dev.sluice.exporter.slurm.squeue.SqueueView;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;

/** Compares jobs of a real Slurm from squeue and scontrol with jobs from slurmrestd, while jobs are submitted, start and end. */
class RealSqueueIT {

    private static final int MIN_COMPARED = 5;
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    /** squeue needs 20 ms, so the test can poll every second and see all changes. */
    private static final String POLL = "{interval: 1s, dutyCycle: 0.9}";

    private static final List<String> FAMILIES = List.of(
            "slurm_cluster_jobs",
            "slurm_queue_jobs",
            "slurm_queue_pending_jobs",
            "slurm_queue_requested_nodes",
            "slurm_queue_requested_cpus",
            "slurm_queue_requested_memory_bytes",
            "slurm_queue_requested_gpus",
            "slurm_user_cpus_allocated",
            "slurm_user_gpus_allocated",
            "slurm_user_queue_jobs",
            "slurm_account_cpus_allocated",
            "slurm_account_gpus_allocated",
            "slurm_account_queue_jobs");

    @TempDir
    private Path folder;

    @EachCluster
    void bothReadersSayTheSameUnderChurn(RealCluster cluster) throws Exception {
        Vertx vertx = Vertx.vertx();
        Slurmrestd slurmrestd = slurmrestd(vertx, cluster);
        Squeue squeue = new Squeue(
                vertx,
                SlurmProgram.of(cluster.squeue(folder), Map.of()),
                TokenReader.none(),
                slurmrestd::ownerName,
                Answers.SCALING,
                System::nanoTime);
        int compared = 0;
        try (Churn churn = Churn.start(cluster)) {
            while (!churn.ended() || compared < MIN_COMPARED) {
                Map<Long, Job> before = SqueueView.of(jobs(squeue.jobs(DEADLINE)));
                slurmrestd.forgetJobs();
                Map<Long, Job> sent = SqueueView.of(jobs(slurmrestd.jobs(DEADLINE)));
                if (before.equals(SqueueView.of(jobs(squeue.jobs(DEADLINE))))) {
                    assertSame(before, sent);
                    compared++;
                }
            }
        } finally {
            close(slurmrestd, vertx);
        }
        assertThat(compared).isGreaterThanOrEqualTo(MIN_COMPARED);
    }

    @EachCluster
    void squeueInAPodNeedsOnlyTheToken(RealCluster cluster) throws Exception {
        cluster.cli(
                "su",
                "-s",
                "/bin/bash",
                "ada",
                "-c",
                "cd /; sbatch --hold --nodes=2-3 --mem-per-cpu=1G --wrap='sleep 1'");
        Vertx vertx = Vertx.vertx();
        Slurmrestd slurmrestd = slurmrestd(vertx, cluster);
        try {
            Squeue local = new Squeue(
                    vertx,
                    SlurmProgram.of(cluster.squeue(folder), Map.of()),
                    TokenReader.none(),
                    slurmrestd::ownerName,
                    Answers.SCALING,
                    System::nanoTime);
            Squeue inPod = new Squeue(
                    vertx,
                    SlurmProgram.of(cluster.squeueInPod(folder), Map.of()).configuredBy(cluster.controller()),
                    TokenReader.ofFile(vertx, Path.of(cluster.setting("TOKEN_FILE"))),
                    slurmrestd::ownerName,
                    Answers.SCALING,
                    System::nanoTime);

            Fetched<List<Job>> fetched = whole(inPod.jobs(DEADLINE));

            assertThat(fetched.problem()).isEmpty();
            assertThat(fetched.value().orElseThrow())
                    .extracting(job -> job.owner().user())
                    .allMatch(user -> user.startsWith("uid:"));
            Awaitility.await()
                    .atMost(DEADLINE)
                    .untilAsserted(() -> assertThat(SqueueView.of(jobs(inPod.jobs(DEADLINE))))
                            .isNotEmpty()
                            .isEqualTo(SqueueView.of(jobs(local.jobs(DEADLINE)))));
        } finally {
            close(slurmrestd, vertx);
        }
    }

    private static Slurmrestd slurmrestd(Vertx vertx, RealCluster cluster) {
        return new Slurmrestd(vertx, connection(vertx, cluster), System::nanoTime, Answers.METRICS, new ReadMemory());
    }

    private static void close(Slurmrestd slurmrestd, Vertx vertx) throws Exception {
        slurmrestd.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        vertx.close();
    }

    private static void assertSame(Map<Long, Job> shown, Map<Long, Job> sent) {
        assertThat(shown.keySet()).isEqualTo(sent.keySet());
        shown.forEach((id, job) -> assertThat(job)
                .as("job %d", id)
                .usingRecursiveComparison()
                .withEqualsForFields((Long ours, Long theirs) -> ours >= theirs, "array.tasks")
                .isEqualTo(sent.get(id)));
    }

    @EachCluster
    void anExporterShowsTheSameFromEither(RealCluster cluster) throws Exception {
        Path token = Path.of(cluster.setting("TOKEN_FILE"));
        String url = cluster.setting("REST_URL");
        try (StartedExporter fromSlurmrestd = StartedExporter.start(folder, url, token, POLL);
                StartedExporter fromSqueue = StartedExporter.start(
                        folder,
                        url + "\n      squeue: " + cluster.squeue(folder) + "\n      squeueAfter: 0s",
                        token,
                        POLL)) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .untilAsserted(() -> assertSameNumbers(shown(fromSqueue), shown(fromSlurmrestd)));
            assertThat(by(fromSqueue.scrape(), "sluice_source_info", "source", "api_version"))
                    .containsKey("jobs/squeue");
            assertThat(by(fromSqueue.scrape(), "sluice_source_up", "source")).containsEntry("jobs", 1L);
        }
    }

    /**
     * Arrays that slurmrestd truncates are complete in squeue. The exporter can therefore show more pending jobs with
     * squeue.
     */
    private static void assertSameNumbers(Map<String, Long> fromSqueue, Map<String, Long> fromSlurmrestd) {
        assertThat(fromSqueue).isNotEmpty();
        assertThat(fromSqueue.keySet()).isEqualTo(fromSlurmrestd.keySet());
        fromSqueue.forEach((sample, value) -> {
            if (sample.contains("pending") || sample.contains("requested")) {
                assertThat(value).as(sample).isGreaterThanOrEqualTo(fromSlurmrestd.get(sample));
            } else {
                assertThat(value).as(sample).isEqualTo(fromSlurmrestd.get(sample));
            }
        });
    }

    private static Map<String, Long> shown(StartedExporter exporter) throws Exception {
        Map<String, Double> metrics = exporter.scrape();
        Map<String, Long> shown = new TreeMap<>();
        for (String family : FAMILIES) {
            by(metrics, family, "partition", "state", "reason", "gpu_type", "user", "account")
                    .forEach((labels, value) -> shown.put(family + " " + labels, value));
        }
        return shown;
    }

    private static List<Job> jobs(Future<Fetched<List<Job>>> answer) throws Exception {
        return whole(answer).value().orElseThrow();
    }

    private static Fetched<List<Job>> whole(Future<Fetched<List<Job>>> answer) throws Exception {
        return answer.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static SlurmConnection connection(Vertx vertx, RealCluster cluster) {
        URI url = URI.create(cluster.setting("REST_URL"));
        return new SlurmConnection(
                "brook",
                new HttpUrl(false, url.getHost(), url.getPort(), ""),
                "",
                TokenReader.ofFile(vertx, Path.of(cluster.setting("TOKEN_FILE"))),
                ClientTls.DEFAULTS,
                Optional.empty(),
                DEADLINE);
    }
}
