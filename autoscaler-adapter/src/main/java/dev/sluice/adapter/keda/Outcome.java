package dev.sluice.adapter.keda;

/** What there is to say of a NodeSet. */
sealed interface Outcome {

    /**
     * A number that can be trusted.
     *
     * @param nodes not negative
     */
    record Desired(long nodes) implements Outcome {}

    /**
     * No number.
     *
     * @param message for people; says what is wrong, or how to ask
     */
    record Refused(Kind kind, String message) implements Outcome {

        /** Whose fault it is. */
        enum Kind {
            /** The question makes no sense, or is about several things. */
            INVALID_ARGUMENT,
            /** There is no such NodeSet. */
            NOT_FOUND,
            /** Nothing is known that can be trusted. */
            UNAVAILABLE
        }
    }
}
