package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.QueueCounts;
import dev.sluice.exporter.derive.QueueCounts.CountCorrection;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.metrics.Publications.Publication;
import dev.sluice.exporter.metrics.QueueMetrics;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Publishes the number of jobs by state: from the job list while the exporter polls the list at the configured
 * interval; otherwise, from slurmctld's counts. Both sources share one publication, so that no metric has two values.
 */
final class JobCountPublications {

    private static final String NAME = "job-counts";

    /** Maximum poll interval of a fresh job list, as a multiple of the configured interval. */
    private static final double PLAIN = 1.34;

    /**
     * Maximum age of a fresh job list, as a multiple of the configured interval. The next list may already be arriving
     * at this age.
     */
    private static final double FRESH = 1.5;

    private final String cluster;
    private final SeriesBudget budget;

    private CountCorrection correction = CountCorrection.NONE;
    private Optional<Observed<JobCounts>> newest = Optional.empty();
    /** The counts closest in time to the current jobs request. */
    private Optional<Observed<JobCounts>> nearest = Optional.empty();

    private volatile Optional<Instant> jobsAskedAt = Optional.empty();
    private volatile Optional<Published.Counts> shown = Optional.empty();

    JobCountPublications(String cluster, SeriesBudget budget) {
        this.cluster = cluster;
        this.budget = budget;
    }

    /** Returns the published counts. Can be called from any thread. */
    Optional<Published.Counts> shown() {
        return shown;
    }

    /** Processes slurmctld's counts. Returns no publication if the job list is fresh. */
    Optional<Publication> counted(
            SourceStatus status, Observed<JobCounts> observed, List<SourceStatus> sources, List<String> partitions) {
        newest = Optional.of(observed);
        keepNearest(observed);
        return sources.stream().anyMatch(list -> SlurmSource.JOBS.is(list) && fresh(list, observed.at()))
                ? Optional.empty()
                : Optional.of(publication(
                        SlurmSource.COUNTS,
                        QueueCounts.of(observed.value(), correction, partitions, budget),
                        observed.at(),
                        status));
    }

    /** Processes a job list. Returns no publication if slurmctld's counts are recent and the list is slow. */
    Optional<Publication> listed(SourceStatus status, Observed<List<Job>> jobs, QueueSummary summary) {
        correct(status, jobs);
        Duration grace = status.pace().configured().multipliedBy(2);
        boolean superseded = newest.filter(
                        cheap -> cheap.at().plus(grace).isAfter(jobs.at()) && !fresh(status, cheap.at()))
                .isPresent();
        return superseded
                ? Optional.empty()
                : Optional.of(publication(SlurmSource.JOBS, QueueCounts.of(summary), jobs.at(), status));
    }

    /** Call this method before each jobs request, from any thread. */
    void jobsAreAsked(Instant now) {
        jobsAskedAt = Optional.of(now);
    }

    private void keepNearest(Observed<JobCounts> observed) {
        if (nearest.isEmpty() || distance(observed).compareTo(distance(nearest.get())) < 0) {
            nearest = Optional.of(observed);
        }
    }

    private Duration distance(Observed<JobCounts> counts) {
        return jobsAskedAt
                .map(asked -> Duration.between(asked, counts.at()).abs())
                .orElse(Duration.ZERO);
    }

    /** Updates the correction if slurmctld's counts and the job list are from nearly the same time. */
    private void correct(SourceStatus status, Observed<List<Job>> jobs) {
        newest.ifPresent(this::keepNearest);
        nearest.filter(counts -> distance(counts).compareTo(status.pace().configured()) <= 0)
                .ifPresent(counts -> correction = CountCorrection.of(jobs.value(), counts.value()));
        nearest = Optional.empty();
    }

    /**
     * Returns true if the last poll of the job list succeeded, and if the poll interval and the age of the list are
     * small enough.
     */
    private static boolean fresh(SourceStatus list, Instant at) {
        Duration plain = list.pace().configured();
        return list.failure().isEmpty()
                && list.pace().interval().compareTo(times(plain, PLAIN)) <= 0
                && list.age(at)
                        .filter(age -> age.compareTo(times(plain, FRESH)) <= 0)
                        .isPresent();
    }

    private static Duration times(Duration duration, double factor) {
        return Duration.ofNanos((long) (duration.toNanos() * factor));
    }

    private Publication publication(SlurmSource source, QueueCounts counts, Instant at, SourceStatus status) {
        Instant expiresAt = at.plus(status.pace().maxAge());
        shown = Optional.of(new Published.Counts(source, counts, at, expiresAt));
        return new Publication(
                cluster,
                NAME,
                QueueMetrics.ByState.SECTION.batch(new QueueMetrics.ByState(cluster, counts)),
                expiresAt);
    }
}
