package dev.sluice.exporter.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.derive.usage.UsageStore;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.job.Holder;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.job.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests the source of the job counts by state. While the list of jobs is fresh, the published counts are from the list.
 * Otherwise, the published counts are slurmctld's own counts. The published counts never mix both sources.
 */
class JobCountsPublicationTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration PLAIN = Duration.ofSeconds(15);

    private final Map<String, List<Sample>> published = new HashMap<>();
    private final List<SourceStatus> sources = new ArrayList<>();
    private final ClusterPublisher publisher = new ClusterPublisher(
            "alpha",
            Loaded.DEFAULTS.metrics(),
            publication -> published.put(publication.source(), Sample.of(publication.batch())),
            () -> List.copyOf(sources),
            UsageStore.NOWHERE,
            PriceList.NONE);

    private List<String> samples() {
        return published.values().stream()
                .flatMap(List::stream)
                .map(Sample::toString)
                .toList();
    }

    private static SourceStatus status(SlurmSource source, Instant at, Duration interval) {
        return SourceStatus.waiting(
                        "alpha", source.label(), new SourceStatus.Pace(PLAIN, interval, Duration.ofMinutes(10)))
                .answered(at, SourceStatus.Answer.NONE, Duration.ZERO);
    }

    /** Publishes a list of jobs that was requested at the given time. */
    private void list(Instant at, Duration interval, Job... jobs) {
        publisher.jobsAreAsked(at);
        answer(at, interval, jobs);
    }

    private void answer(Instant at, Duration interval, Job... jobs) {
        SourceStatus status = status(SlurmSource.JOBS, at, interval);
        publisher.jobs(status, new Observed<>(List.of(jobs), at));
        sources.removeIf(SlurmSource.JOBS::is);
        sources.add(status);
    }

    private void count(Instant at, JobCounts counts) {
        publisher.counts(status(SlurmSource.COUNTS, at, PLAIN), new Observed<>(List.of(counts), at));
    }

    private static JobCounts pending(long cluster, Map<String, Long> partitions) {
        Map<String, Map<JobState, Long>> byPartition = new HashMap<>();
        partitions.forEach((name, jobs) -> byPartition.put(name, Map.of(JobState.PENDING, jobs)));
        return new JobCounts(
                Map.of(JobState.PENDING, cluster),
                byPartition,
                Map.of("alice", new Holder(cluster, 0, 0, 0, 0)),
                Map.of("bio", new Holder(cluster, 0, 0, 0, 0)),
                cluster);
    }

    private static Job job(String partitions) {
        return JobBuilder.job(1).in(partitions).owner("bio", "alice", "normal").build();
    }

    @Test
    void countsOfSlurmctldStandInForAListThatWasNeverRead() {
        count(NOON, pending(7, Map.of("gpu", 7L)));

        assertThat(samples())
                .contains(
                        "slurm_cluster_jobs[alpha, pending] 7.0",
                        "slurm_cluster_jobs[alpha, running] 0.0",
                        "slurm_queue_jobs[alpha, gpu, pending] 7.0",
                        "slurm_user_queue_jobs[alpha, alice, pending] 7.0",
                        "slurm_account_queue_jobs[alpha, bio, pending] 7.0")
                // If slurmctld's counts lack a state, the exporter must not publish 0 for this state.
                .noneMatch(sample -> sample.contains("completed") || sample.contains("failed"));
        assertThat(publisher.published().counts().orElseThrow().source()).isEqualTo(SlurmSource.COUNTS);
    }

    @Test
    void aFreshListIsWhatIsPublishedAndNoFamilyIsPublishedTwice() {
        list(NOON, PLAIN, job("gpu"));
        count(NOON.plusSeconds(15), pending(7, Map.of("gpu", 7L)));

        assertThat(samples())
                .contains("slurm_cluster_jobs[alpha, pending] 1.0", "slurm_cluster_jobs[alpha, failed] 0.0");
        assertThat(publisher.published().counts().orElseThrow().at()).isEqualTo(NOON);

        count(NOON.plusSeconds(60), pending(7, Map.of("gpu", 7L)));
        assertThat(samples().stream().filter(sample -> sample.startsWith("slurm_cluster_jobs[alpha, pending]")))
                .containsExactly("slurm_cluster_jobs[alpha, pending] 7.0");
    }

    @Test
    void countsStandInWhereTheListIsPolledLessOften() {
        list(NOON, Duration.ofMinutes(5), job("gpu"));
        count(NOON.plusSeconds(1), pending(7, Map.of("gpu", 7L)));

        assertThat(samples()).contains("slurm_cluster_jobs[alpha, pending] 7.0");
    }

    @Test
    void anAnswerOnJobsDoesNotReplaceNewerCounts() {
        publisher.jobsAreAsked(NOON);
        count(NOON.plusSeconds(60), pending(7, Map.of("gpu", 7L)));
        answer(NOON, Duration.ofMinutes(5), job("gpu"));

        assertThat(samples()).contains("slurm_cluster_jobs[alpha, pending] 7.0");
    }

    @Test
    void theListReplacesCountsThatAreNoLongerMade() {
        count(NOON, pending(7, Map.of("gpu", 7L)));
        list(NOON.plusSeconds(31), Duration.ofMinutes(5), job("gpu"));

        assertThat(samples()).contains("slurm_cluster_jobs[alpha, pending] 1.0");
        assertThat(publisher.published().counts().orElseThrow().source()).isEqualTo(SlurmSource.JOBS);
    }

    @Test
    void countsStandInAtOnceWhereTheListFails() {
        list(NOON, PLAIN, job("gpu"));
        sources.set(0, sources.get(0).failed(FailureKind.TIMEOUT, "late", NOON.plusSeconds(5), Duration.ofSeconds(1)));
        count(NOON.plusSeconds(15), pending(7, Map.of("gpu", 7L)));

        assertThat(samples()).contains("slurm_cluster_jobs[alpha, pending] 7.0");
    }

    /**
     * slurmctld counts a job of several partitions in only one of these partitions. The last list had two such jobs in
     * partition gpu.
     */
    @Test
    void jobsOfSeveralPartitionsCountInEachAsInTheLastList() {
        count(NOON, pending(3, Map.of("gpu", 1L, "cpu", 2L)));
        list(NOON, PLAIN, job("gpu"), job("gpu,cpu"), job("cpu,gpu"));
        count(NOON.plusSeconds(60), pending(13, Map.of("gpu", 11L, "cpu", 2L)));

        assertThat(samples())
                .contains(
                        "slurm_cluster_jobs[alpha, pending] 13.0",
                        "slurm_queue_jobs[alpha, gpu, pending] 13.0",
                        "slurm_queue_jobs[alpha, cpu, pending] 2.0");
    }

    /** squeue shows SPECIAL_EXIT, but slurmctld counts the base state. */
    @Test
    void jobsThatSqueueShowsOtherwiseAreMovedAsInTheLastList() {
        count(NOON, pending(2, Map.of("gpu", 2L)));
        list(
                NOON,
                PLAIN,
                job("gpu"),
                JobBuilder.job(2)
                        .in("gpu")
                        .state(JobState.PENDING, JobState.SPECIAL_EXIT)
                        .build());
        count(NOON.plusSeconds(60), pending(5, Map.of("gpu", 5L)));

        assertThat(samples())
                .contains(
                        "slurm_cluster_jobs[alpha, pending] 4.0",
                        "slurm_cluster_jobs[alpha, special_exit] 1.0",
                        "slurm_queue_jobs[alpha, gpu, pending] 4.0");
    }
}
