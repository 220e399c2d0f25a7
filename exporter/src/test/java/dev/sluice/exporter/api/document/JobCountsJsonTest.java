package dev.sluice.exporter.api.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.api.view.ClusterStatus;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.CountCorrection;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.QueueCounts;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.controller.PrivateData;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.publish.PublishedCounts;
import dev.sluice.exporter.publish.PublishedQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the source of the job counts by state, and the age of these counts. */
class JobCountsJsonTest {

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final List<Job> JOBS = List.of(JobBuilder.job(1).in("gpu").build());
    private static final QueueSummary LISTED = QueueSummary.of(JOBS, List.of("gpu"), NOW, SeriesBudgets.named(5, 5));
    private static final QueueCounts COUNTED = QueueCounts.of(
            new JobCounts(
                    Map.of(JobState.PENDING, 7L), Map.of("gpu", Map.of(JobState.PENDING, 7L)), Map.of(), Map.of(), 7),
            CountCorrection.NONE,
            List.of("gpu"),
            new SeriesBudget(5, 5, 5, 5, 5, 5, NameRule.SHOW, NameRule.SHOW));

    private static ClusterStatus status(SlurmSource source, QueueCounts counts) {
        SourceStatus jobs = SourceStatus.waiting(
                        "alpha", "jobs", new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofSeconds(90)))
                .answered(NOW.minusSeconds(60), SourceStatus.Answer.NONE, Duration.ZERO);
        return new ClusterStatus(
                "alpha",
                true,
                Optional.empty(),
                List.of(jobs),
                Optional.of(new PublishedCounts(source, counts, NOW.minusSeconds(3), NOW.plusSeconds(87))));
    }

    private static JsonNode now(ClusterStatus status, Instant now) {
        ClusterView view = new ClusterView(
                status,
                Optional.of(new PublishedQueue(JOBS, LISTED, List.of(), NOW.minusSeconds(60))),
                Optional.empty(),
                Signal.withoutKubernetes("alpha"),
                Map.of(),
                Constraints.UNKNOWN,
                PrivateData.NONE);
        ExporterStatus exporter = new ExporterStatus("1", Instant.EPOCH, "", List.of(status), Optional.empty());
        return JsonDocument.tree(NowDocument.of(
                        exporter,
                        List.of(ShownCluster.of(view, Visibility.NOBODY, now)),
                        Visibility.NOBODY,
                        false,
                        now))
                .at("/clusters/0");
    }

    @Test
    void pageShowsTheNumbersOfSlurmctldAndNoOthersBesideThem() {
        JsonNode cluster = now(status(SlurmSource.COUNTS, COUNTED), NOW);

        assertThat(cluster.at("/jobCounts/source").asText()).isEqualTo("counts");
        assertThat(cluster.at("/jobCounts/ageSeconds").asDouble()).isEqualTo(3);
        assertThat(cluster.at("/jobCounts/byState/pending").asLong()).isEqualTo(7);
        assertThat(cluster.at("/jobCounts/partitions/0/name").asText()).isEqualTo("gpu");
        assertThat(cluster.at("/jobCounts/partitions/0/byState/pending").asLong())
                .isEqualTo(7);
        assertThat(cluster.path("jobs").has("byState")).isFalse();
        assertThat(cluster.at("/jobs/partitions/0").has("byState")).isFalse();
    }

    @Test
    void pageShowsTheListWhileThatIsFresh() {
        JsonNode cluster = now(status(SlurmSource.JOBS, QueueCounts.of(LISTED)), NOW);

        assertThat(cluster.at("/jobCounts/source").asText()).isEqualTo("jobs");
        assertThat(cluster.at("/jobs/byState/pending").asLong()).isEqualTo(1);
    }

    @Test
    void countsThatAreTooOldAreShownNowhere() {
        assertThat(now(status(SlurmSource.COUNTS, COUNTED), NOW.plusSeconds(87)).has("jobCounts"))
                .isFalse();
    }
}
