package dev.sluice.exporter.model;

import dev.sluice.common.log.OutsideText;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The state of one source of one cluster, for the status API, readiness and {@code sluice_source_*}.
 *
 * @param source source name, such as {@code nodes}
 * @param pace poll interval and maximum age of the data
 * @param observedAt when the served data was observed, by the steady clock; empty until the first good poll
 * @param answer newest good response; {@link Answer#NONE} before the first
 * @param lastDuration duration of the newest poll; zero before the first
 * @param failures number of failed polls since start, by kind
 * @param failure failure of the newest poll; empty if the newest poll was good
 * @param absent why the source is not available; empty if the source is available
 */
public record SourceStatus(
        String cluster,
        String source,
        Pace pace,
        Optional<Instant> observedAt,
        Answer answer,
        Duration lastDuration,
        Map<FailureKind, Long> failures,
        Optional<Failure> failure,
        Optional<String> absent) {

    /** The API version of data that comes from the command squeue, not from slurmrestd. */
    public static final String SQUEUE = "squeue";

    public SourceStatus {
        failures = Map.copyOf(failures);
        absent = absent.map(OutsideText::message);
    }

    private SourceStatus(
            String cluster, String source, Pace pace, Answer answer, Duration took, Map<FailureKind, Long> failures) {
        this(cluster, source, pace, Optional.empty(), answer, took, failures, Optional.empty(), Optional.empty());
    }

    /**
     * The poll interval of a source and the maximum age of its data.
     *
     * @param configured configured time between two polls
     * @param interval effective time between two polls
     * @param maxAge age at which data is withdrawn
     */
    public record Pace(Duration configured, Duration interval, Duration maxAge) {

        /** Creates a pace at the configured interval. */
        public Pace(Duration configured, Duration maxAge) {
            this(configured, configured, maxAge);
        }

        public Pace withInterval(Duration inForce) {
            return new Pace(configured, inForce, maxAge);
        }
    }

    /**
     * A good response.
     *
     * @param release release of the software behind the source, such as {@code 26.05.5}; empty until known
     * @param apiVersion API version in use, such as {@code v0.0.45}; empty until negotiated
     * @param bytes size of the response body in bytes
     * @param unreadable number of records that were skipped because their identifiers were missing
     * @param problem problem that the source itself reports although the response was complete
     */
    public record Answer(String release, String apiVersion, long bytes, int unreadable, Optional<String> problem) {

        public static final Answer NONE = new Answer("", "", 0, 0, Optional.empty());

        public Answer {
            problem = problem.map(OutsideText::message);
        }
    }

    /**
     * A failed poll.
     *
     * @param kind kind of failure
     * @param message one human-readable line: what happened and, if known, what to do; never a secret
     * @param since time of the first of the consecutive failures
     */
    public record Failure(FailureKind kind, String message, Instant since) {

        public Failure {
            message = OutsideText.message(message);
        }
    }

    /** The state of a source in one word. */
    public enum SourceState {
        /** The newest poll succeeded, and the values of this poll are served. */
        OK,
        /** The newest poll failed. Values of an earlier poll are still served if they exist. */
        FAILING,
        /** No poll has finished yet. */
        WAITING,
        /** The values are too old and have been withdrawn. */
        STALE,
        /** The cluster does not have the source, or the exporter may not read the source. This is not a failure. */
        ABSENT
    }

    public SourceState state(Instant now) {
        if (absent.isPresent()) {
            return SourceState.ABSENT;
        }
        if (stale(now)) {
            return SourceState.STALE;
        }
        return failure.isPresent()
                ? SourceState.FAILING
                : observedAt.isPresent() ? SourceState.OK : SourceState.WAITING;
    }

    /** Returns the status before the end of the first poll. */
    public static SourceStatus waiting(String cluster, String source, Pace pace) {
        return new SourceStatus(cluster, source, pace, Answer.NONE, Duration.ZERO, Map.of());
    }

    /** Returns the status after a good poll. */
    public SourceStatus answered(Instant askedAt, Answer good, Duration took) {
        return new SourceStatus(cluster, source, pace, good, took, failures).observed(askedAt);
    }

    /** Returns the status after a failed poll; existing data keeps its age and its maximum age. */
    public SourceStatus failed(FailureKind kind, String message, Instant askedAt, Duration took) {
        Instant since = failure.map(Failure::since).orElse(askedAt);
        Map<FailureKind, Long> counts = new EnumMap<>(FailureKind.class);
        counts.putAll(failures);
        counts.merge(kind, 1L, Amounts::sum);
        Optional<Failure> newest = Optional.of(new Failure(kind, message, since));
        return new SourceStatus(cluster, source, pace, observedAt, answer, took, counts, newest, Optional.empty());
    }

    /** Returns the status after a poll that found the source not available. */
    public SourceStatus missing(String reason, Duration took) {
        return new SourceStatus(
                cluster,
                source,
                pace,
                Optional.empty(),
                Answer.NONE,
                took,
                failures,
                Optional.empty(),
                Optional.of(reason));
    }

    public SourceStatus withPace(Pace changed) {
        return new SourceStatus(cluster, source, changed, observedAt, answer, lastDuration, failures, failure, absent);
    }

    /** Returns the status with data of this time. */
    public SourceStatus observed(Instant at) {
        return new SourceStatus(
                cluster, source, pace, Optional.of(at), answer, lastDuration, failures, failure, absent);
    }

    /** Returns the status with the times of another clock. */
    public SourceStatus shifted(Duration ahead) {
        return new SourceStatus(
                cluster,
                source,
                pace,
                observedAt.map(at -> at.plus(ahead)),
                answer,
                lastDuration,
                failures,
                failure.map(since ->
                        new Failure(since.kind(), since.message(), since.since().plus(ahead))),
                absent);
    }

    /** Returns whether the data comes from the command squeue, which omits some of slurmrestd's data. */
    public boolean readBySqueue() {
        return answer.apiVersion().equals(SQUEUE);
    }

    /** Returns the time at which the data is withdrawn; {@link Instant#MIN} without data. */
    public Instant expiresAt() {
        return observedAt.map(at -> at.plus(pace.maxAge())).orElse(Instant.MIN);
    }

    /** Returns the age of the data, never negative; empty without data. */
    public Optional<Duration> age(Instant now) {
        return observedAt.map(at -> at.isAfter(now) ? Duration.ZERO : Duration.between(at, now));
    }

    /** Returns whether the data is too old to be served. */
    public boolean stale(Instant now) {
        return age(now).filter(age -> age.compareTo(pace.maxAge()) >= 0).isPresent();
    }
}
