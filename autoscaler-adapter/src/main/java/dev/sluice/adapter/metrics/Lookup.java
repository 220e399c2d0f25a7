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

        /** Returns the first value, which is the only value of a single NodeSet. */
        public long value() {
            return series.get(0).value();
        }
    }

    /**
     * No values.
     *
     * @param message readable message with the problem, and with its start time or the correct request if known
     */
    record Refused(Reason reason, String message) implements Lookup {

        public enum Reason {
            /** The request is invalid, or matches several series that must not be added up. */
            INVALID,
            /** No series matches, and this result is certain. */
            NOT_FOUND,
            /** No trusted value is available. */
            UNAVAILABLE
        }
    }
}
