package dev.sluice.adapter.metrics;

import java.util.List;

/** The result of a request for values. */
public sealed interface Lookup {

    /**
     * Trusted values.
     *
     * @param series at least one series, in a fixed order
     */
    record Found(List<Series> series) implements Lookup {

        public Found {
            series = List.copyOf(series);
        }
    }

    /**
     * No series matches, and this result is certain.
     *
     * @param message readable message
     */
    record NotFound(String message) implements Lookup {}

    /**
     * Several series that must not be added up.
     *
     * @param message readable message with the correct request
     */
    record Ambiguous(String message) implements Lookup {}

    /**
     * The absence of a trusted value.
     *
     * @param message readable message with the problem and its start time
     */
    record Unavailable(String message) implements Lookup {}
}
