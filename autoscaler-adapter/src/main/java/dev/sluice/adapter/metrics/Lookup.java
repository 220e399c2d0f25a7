package dev.sluice.adapter.metrics;

import java.util.List;

/** What there is to say to a question for values. */
public sealed interface Lookup {

    /**
     * Values that can be trusted.
     *
     * @param series at least one, in a fixed order
     */
    record Found(List<Series> series) implements Lookup {

        public Found {
            series = List.copyOf(series);
        }
    }

    /**
     * There is nothing of that kind, and that is certain.
     *
     * @param message for people
     */
    record NotFound(String message) implements Lookup {}

    /**
     * The question is about several things that must not be taken for one.
     *
     * @param message for people; says how to ask
     */
    record Ambiguous(String message) implements Lookup {}

    /**
     * There is no value that can be trusted.
     *
     * @param message for people; says what is wrong and since when
     */
    record Unavailable(String message) implements Lookup {}
}
