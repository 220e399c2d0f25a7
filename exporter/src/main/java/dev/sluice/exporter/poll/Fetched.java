package dev.sluice.exporter.poll;

import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A good answer of a source.
 *
 * @param value the data; empty where the source says that nothing changed since its last answer
 * @param apiVersion version of the API that answered
 * @param release release of the software that answered; empty where the answer does not say
 * @param bytes size of the answer's body
 * @param unreadable records that were left out because what identifies them was missing
 * @param problem what the source itself says is wrong although the answer was whole
 */
public record Fetched<T>(
        Optional<T> value, String apiVersion, String release, long bytes, int unreadable, Optional<String> problem) {

    /** The same with other words for the problem, where it has one. */
    public Fetched<T> withProblem(UnaryOperator<String> words) {
        return new Fetched<>(value, apiVersion, release, bytes, unreadable, problem.map(words));
    }
}
