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
 * @param cluster cluster name
 * @param source source name, such as {@code nodes}
 * @param pace how often it is polled and how old its data may get
 * @param observedAt when the data that is served was observed; empty until the first good poll
 * @param answer the newest good answer; {@link Answer#NONE} before the first
 * @param polls how long the newest poll took, and the failed ones since start
 * @param failure what is wrong with the newest poll; empty where it was good
 * @param absent why the cluster does not have what the source reads, or not for us; empty where it has
 */
public record SourceStatus(
        String cluster,
        String source,
        Pace pace,
        Optional<Instant> observedAt,
        Answer answer,
        Polls polls,
        Optional<Failure> failure,
        Optional<String> absent) {

    /** The API version of what the command squeue has answered in place of slurmrestd. */
    public static final String SQUEUE = "squeue";

    public SourceStatus {
        absent = absent.map(OutsideText::message);
    }

    /**
     * How often a source is polled and how old its data may get.
     *
     * @param configured time between two polls as configured
     * @param interval time between two polls that is in force now
     * @param maxAge how old data may get before it is withdrawn
     */
    public record Pace(Duration configured, Duration interval, Duration maxAge) {

        /** At the configured interval. */
        public Pace(Duration configured, Duration maxAge) {
            this(configured, configured, maxAge);
        }

        public Pace withInterval(Duration inForce) {
            return new Pace(configured, inForce, maxAge);
        }
    }

    /**
     * A good answer.
     *
     * @param release release of the software behind the source, such as {@code 26.05.5}; empty until it is known
     * @param apiVersion API version in use, such as {@code v0.0.45}; empty until one is agreed
     * @param bytes size of its body
     * @param unreadable records that were left out because what identifies them was missing
     * @param problem what the source itself says is wrong with an answer that was nevertheless whole
     */
    public record Answer(String release, String apiVersion, long bytes, int unreadable, Optional<String> problem) {

        public static final Answer NONE = new Answer("", "", 0, 0, Optional.empty());

        public Answer {
            problem = problem.map(OutsideText::message);
        }
    }

    /**
     * What polls cost and how they failed.
     *
     * @param lastDuration how long the newest poll took; zero before the first
     * @param failures how many polls failed since start, by kind
     */
    public record Polls(Duration lastDuration, Map<FailureKind, Long> failures) {

        public static final Polls NONE = new Polls(Duration.ZERO, Map.of());

        public Polls {
            failures = Map.copyOf(failures);
        }

        private Polls took(Duration duration) {
            return new Polls(duration, failures);
        }

        private Polls failed(FailureKind kind, Duration duration) {
            Map<FailureKind, Long> counts = new EnumMap<>(FailureKind.class);
            counts.putAll(failures);
            counts.merge(kind, 1L, Long::sum);
            return new Polls(duration, counts);
        }
    }

    /**
     * A failed poll.
     *
     * @param kind its kind
     * @param message one line for people: what happened and, where we know it, what to do; never a secret
     * @param since when the first of the consecutive failures was seen
     */
    public record Failure(FailureKind kind, String message, Instant since) {

        public Failure {
            message = OutsideText.message(message);
        }
    }

    /** Of a source that no poll of which has ended yet. */
    public static SourceStatus waiting(String cluster, String source, Pace pace) {
        return new SourceStatus(
                cluster, source, pace, Optional.empty(), Answer.NONE, Polls.NONE, Optional.empty(), Optional.empty());
    }

    /** After a good poll. */
    public SourceStatus answered(Instant askedAt, Answer good, Duration took) {
        return new SourceStatus(
                cluster,
                source,
                pace,
                Optional.of(askedAt),
                good,
                polls.took(took),
                Optional.empty(),
                Optional.empty());
    }

    /** After a failed poll; data that is held keeps its age and its limit. */
    public SourceStatus failed(FailureKind kind, String message, Instant askedAt, Duration took) {
        Instant since = failure.map(Failure::since).orElse(askedAt);
        return new SourceStatus(
                cluster,
                source,
                pace,
                observedAt,
                answer,
                polls.failed(kind, took),
                Optional.of(new Failure(kind, message, since)),
                Optional.empty());
    }

    /** After a poll that found the cluster without it. */
    public SourceStatus missing(String reason, Duration took) {
        return new SourceStatus(
                cluster,
                source,
                pace,
                Optional.empty(),
                Answer.NONE,
                polls.took(took),
                Optional.empty(),
                Optional.of(reason));
    }

    public SourceStatus withPace(Pace changed) {
        return new SourceStatus(cluster, source, changed, observedAt, answer, polls, failure, absent);
    }

    public String release() {
        return answer.release();
    }

    public String apiVersion() {
        return answer.apiVersion();
    }

    /** Whether the data comes from the command squeue, which leaves out some of what slurmrestd says. */
    public boolean readBySqueue() {
        return answer.apiVersion().equals(SQUEUE);
    }

    public long lastBytes() {
        return answer.bytes();
    }

    public int unreadable() {
        return answer.unreadable();
    }

    public Optional<String> problem() {
        return answer.problem();
    }

    public Duration lastDuration() {
        return polls.lastDuration();
    }

    public Map<FailureKind, Long> failures() {
        return polls.failures();
    }

    public Duration interval() {
        return pace.interval();
    }

    public Duration maxAge() {
        return pace.maxAge();
    }

    /** How old the data is; empty where there is none, never negative. */
    public Optional<Duration> age(Instant now) {
        return observedAt.map(at -> at.isAfter(now) ? Duration.ZERO : Duration.between(at, now));
    }

    /** Whether the data is too old to be served. */
    public boolean stale(Instant now) {
        return age(now).filter(age -> age.compareTo(pace.maxAge()) >= 0).isPresent();
    }
}
