package dev.sluice.exporter.model;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * One question to a source of one cluster, and what came of it.
 *
 * @param cluster name of the cluster
 * @param source name of the source
 * @param startedAt when it was asked
 * @param took until the answer was decoded, or none was to be had
 * @param result what came of it
 */
public record Poll(String cluster, String source, Instant startedAt, Duration took, Result result) {

    /** What came of it. */
    public sealed interface Result {}

    /**
     * A good answer.
     *
     * @param apiVersion version of the API that answered
     * @param bytes size of the answer's body
     * @param records how many records it had; empty where it said that nothing has changed
     */
    public record Answered(String apiVersion, long bytes, OptionalInt records) implements Result {}

    /**
     * No answer that can be used.
     *
     * @param kind why
     * @param message the same for people, on one line without secrets
     */
    public record Failed(FailureKind kind, String message) implements Result {}

    /**
     * The cluster does not have what was asked for.
     *
     * @param reason why not, for people
     */
    public record Absent(String reason) implements Result {}
}
