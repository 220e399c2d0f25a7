package dev.sluice.exporter.poll;

import java.util.Optional;

/**
 * A good response of a source.
 *
 * @param value the data; empty if the source reports no change since its last response
 * @param release release of the software that answered; empty if the response names no release
 * @param unreadable number of records that were skipped because their identifiers were missing
 * @param problem problem that the source itself reports although the response was complete
 */
public record Fetched<T>(
        Optional<T> value, String apiVersion, String release, long bytes, int unreadable, Optional<String> problem) {

    public Fetched<T> withProblem(String reported) {
        return new Fetched<>(value, apiVersion, release, bytes, unreadable, Optional.of(reported));
    }
}
