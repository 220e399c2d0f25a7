package dev.sluice.exporter.sink.cloudwatch.delivery;

import java.util.Locale;

/**
 * What became of one request.
 *
 * @param kind in one word
 * @param message for people, on one line; empty where it was accepted
 */
public record Answer(Kind kind, String message) {

    /** The kinds, which are label values. */
    public enum Kind {
        ACCEPTED,
        /** Something in the data is not to CloudWatch's liking. */
        REFUSED,
        /** Too many requests in the account, ours or others'. */
        THROTTLED,
        /** No region or no credentials are to be found, or they may not publish. */
        UNAUTHORIZED,
        /** No answer, or one that says that CloudWatch itself has failed. */
        UNAVAILABLE;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether the same request may be accepted a little later. */
        boolean passing() {
            return this == THROTTLED || this == UNAVAILABLE;
        }
    }

    public static Answer accepted() {
        return new Answer(Kind.ACCEPTED, "");
    }
}
