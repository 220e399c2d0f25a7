package dev.sluice.adapter.keda;

/** The desired nodes of a NodeSet, or a refusal. */
sealed interface Outcome {

    /**
     * A trusted number of nodes.
     *
     * @param nodes desired nodes, not negative
     */
    record Desired(long nodes) implements Outcome {}

    /**
     * The refusal to return a number.
     *
     * @param message readable message with the problem or the correct request
     */
    record Refused(Kind kind, String message) implements Outcome {

        /** The cause of a refusal. */
        enum Kind {
            /** The request is invalid or ambiguous. */
            INVALID_ARGUMENT,
            /** The NodeSet does not exist. */
            NOT_FOUND,
            /** No trusted demand is available. */
            UNAVAILABLE
        }
    }
}
