package dev.sluice.exporter.publish;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.derive.usage.UsageStore;
import dev.sluice.exporter.metrics.MetricsConfig;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.fixtures.Capture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the samples of consecutive job responses. */
class JobsPublicationTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private static final MetricsConfig EACH_JOB =
            changed(Loaded.DEFAULTS.metrics(), "jobs", new MetricsConfig.Jobs(true, 1000, 1000));

    private final List<String> published = new ArrayList<>();

    private ClusterPublisher publisher(MetricsConfig config) {
        return new ClusterPublisher(
                "alpha",
                config,
                publication -> published.addAll(Sample.texts(publication.batch())),
                () -> List.of(Sample.status("qos", NOON)),
                UsageStore.NOWHERE,
                PriceList.NONE);
    }

    private void publish(ClusterPublisher publisher, Instant at, List<Job> jobs) {
        SourceStatus status = Sample.status("jobs", at);
        published.clear();
        publisher.jobs(status, new Observed<>(jobs, at));
    }

    private static List<Job> captured() throws Exception {
        return Answers.jobRecords(Capture.of("26.05").bytes("rest/v0.0.45/slurm/jobs-flags-all.json"));
    }

    @Test
    void countsGoOnFromAnswerToAnswer() throws Exception {
        ClusterPublisher publisher = publisher(Loaded.DEFAULTS.metrics());
        publish(publisher, NOON, List.of());
        publish(publisher, NOON.plusSeconds(15), captured());
        // Jobs 50 and 51 of partition cloud are configuring. Job 52 is running.
        assertThat(published)
                .contains(
                        "slurm_job_starts_total[alpha, cloud] 1.0",
                        "slurm_job_wait_seconds[alpha, cloud, normal] 1.0",
                        "slurm_job_ends_total[alpha, cpu, deadline] 1.0");

        publish(publisher, NOON.plusSeconds(30), List.of());
        publish(publisher, NOON.plusSeconds(45), captured());
        assertThat(published)
                .contains(
                        "slurm_job_starts_total[alpha, cloud] 1.0",
                        "slurm_job_wait_seconds[alpha, cloud, normal] 1.0",
                        "slurm_job_ends_total[alpha, cpu, deadline] 1.0");
    }

    /** At the start, the limits can arrive after the jobs. The same list again counts nothing twice. */
    @Test
    void judgesTheJobsAgainWhenTheLimitsArrive() {
        Qos qos = new Qos("normal", List.of(new Limit(LimitKind.GRP_TRES, "cpu", 4)));
        Job larger = JobBuilder.job(7)
                .reason("QOSGrpCpuLimit")
                .request(new JobRequest(1, 8, 0, GpuCounts.NONE))
                .build();
        ClusterPublisher publisher = publisher(Loaded.DEFAULTS.metrics());
        publish(publisher, NOON.minusSeconds(15), List.of());
        publish(publisher, NOON, List.of(larger));
        assertThat(published).contains("slurm_queue_pending_jobs[alpha, cpu, limit, QOSGrpCpuLimit] 1.0");

        published.clear();
        publisher.qos(Sample.status("qos", NOON), new Observed<>(List.of(qos), NOON.plusSeconds(1)));
        assertThat(published)
                .contains(
                        "slurm_queue_pending_jobs[alpha, cpu, impossible, QOSGrpCpuLimit] 1.0",
                        "slurm_job_submissions_total[alpha, cpu] 1.0");

        published.clear();
        publisher.qos(Sample.status("qos", NOON), new Observed<>(List.of(qos), NOON.plusSeconds(2)));
        assertThat(published).noneMatch(sample -> sample.startsWith("slurm_queue_pending_jobs"));

        publish(publisher, NOON.plusSeconds(90), List.of(larger));
        assertThat(published).contains("slurm_queue_pending_jobs[alpha, cpu, limit, QOSGrpCpuLimit] 1.0");
    }

    @Test
    void singleJobsHaveSeriesOnlyWhereThatIsAskedFor() throws Exception {
        publish(publisher(Loaded.DEFAULTS.metrics()), NOON, captured());
        assertThat(published)
                .noneMatch(sample -> sample.startsWith("slurm_job_info") || sample.startsWith("slurm_job_node"));

        publish(publisher(EACH_JOB), NOON, captured());
        assertThat(published)
                .contains("slurm_job_info[alpha, 13, , alice, ml-train, debug, normal, native] 1.0")
                .anyMatch(sample -> sample.startsWith("slurm_user_queue_jobs[alpha, alice,"));
    }

    /** The job has all 8 GPUs of its node, because it requested a whole node, and it requested only 1 GPU. */
    @Test
    void findingsOfAJobHaveSeriesWhileItsNodesAreCurrent() {
        Node node = NodeBuilder.node("n1")
                .state(NodeBaseState.ALLOCATED, Set.of())
                .usable(128, 1L << 40, GpuCounts.of("h100", 8))
                .build();
        Job job = JobBuilder.job(7)
                .in("gpu")
                .runningOn("n1")
                .gpus("h100", 1)
                .exclusive()
                .allocation(Tres.parse("cpu=128,mem=1024G,node=1,gres/gpu:h100=8"), "n1")
                .build();
        ClusterPublisher publisher = publisher(EACH_JOB);
        publish(publisher, NOON, List.of(job));
        assertThat(findings()).isEmpty();

        publisher.nodes(Sample.status("nodes", NOON), new Observed<>(List.of(node), NOON));
        publish(publisher, NOON.plusSeconds(15), List.of(job));
        assertThat(findings()).containsExactly("slurm_job_finding[alpha, 7, whole_node] 1.0");

        publish(publisher, NOON.plusSeconds(90), List.of(job));
        assertThat(findings()).isEmpty();
    }

    private List<String> findings() {
        return published.stream()
                .filter(sample -> sample.startsWith("slurm_job_finding"))
                .toList();
    }
}
