package dev.sluice.exporter.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.api.ExporterStatus.Publisher;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.SourceState;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.publish.PublishedCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The JSON of /api/v1/status. */
record StatusDocument(
        String version,
        Instant startedAt,
        String metricsAddress,
        boolean ready,
        List<ClusterSources> clusters,
        Optional<Publisher> cloudwatch) {

    record ClusterSources(
            String name,
            boolean ready,
            Optional<Instant> tokenExpiresAt,
            Optional<CountsInStatus> jobCounts,
            List<SourceInStatus> sources) {

        static ClusterSources of(ClusterView cluster, Instant now) {
            return new ClusterSources(
                    cluster.name(),
                    cluster.ready(),
                    cluster.tokenExpiresAt(),
                    cluster.countsAt(now).map(counts -> CountsInStatus.of(counts, now)),
                    cluster.sources().stream()
                            .map(source -> SourceInStatus.of(source, now))
                            .toList());
        }
    }

    /** The numbers of jobs by state, with their source. */
    record CountsInStatus(
            String source,
            @JsonUnwrapped ClusterAnswer.DataAge observed,
            Map<JobState, Long> byState,
            List<PartitionCounts> partitions) {

        static CountsInStatus of(PublishedCounts counts, Instant now) {
            return new CountsInStatus(
                    counts.source().label(),
                    ClusterAnswer.DataAge.at(counts.at(), now),
                    counts.counts().cluster(),
                    counts.counts().partitions().entrySet().stream()
                            .map(partition -> new PartitionCounts(partition.getKey(), partition.getValue()))
                            .toList());
        }
    }

    record PartitionCounts(String name, Map<JobState, Long> byState) {}

    record SourceInStatus(
            String name,
            SourceState state,
            String apiVersion,
            String release,
            Optional<String> reader,
            Optional<Instant> observedAt,
            Optional<Duration> ageSeconds,
            Duration maxAgeSeconds,
            Duration lastDurationSeconds,
            long lastBytes,
            Duration intervalSeconds,
            Duration configuredIntervalSeconds,
            long unreadableRecords,
            Optional<String> problem,
            Optional<String> absent,
            Optional<SourceStatus.Failure> failure) {

        static SourceInStatus of(SourceStatus source, Instant now) {
            boolean readsJobs =
                    SlurmSource.JOBS.is(source) && source.observedAt().isPresent();
            return new SourceInStatus(
                    source.source(),
                    source.state(now),
                    source.answer().apiVersion(),
                    source.answer().release(),
                    readsJobs
                            ? Optional.of(source.readBySqueue() ? SourceStatus.SQUEUE : "slurmrestd")
                            : Optional.empty(),
                    source.observedAt(),
                    source.age(now),
                    source.pace().maxAge(),
                    source.lastDuration(),
                    source.answer().bytes(),
                    source.pace().interval(),
                    source.pace().configured(),
                    source.answer().unreadable(),
                    source.answer().problem(),
                    source.absent(),
                    source.failure());
        }
    }

    static StatusDocument of(ExporterStatus status, Instant now) {
        return new StatusDocument(
                status.version(),
                status.startedAt(),
                status.metricsAddress(),
                status.ready(),
                status.clusters().stream()
                        .map(cluster -> ClusterSources.of(cluster, now))
                        .toList(),
                status.publisher());
    }
}
