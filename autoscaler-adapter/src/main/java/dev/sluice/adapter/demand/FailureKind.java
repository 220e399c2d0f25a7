package dev.sluice.adapter.demand;

import java.util.Locale;

/** Why an exporter gave no usable answer. */
public enum FailureKind {
    /** No connection, or it broke. */
    UNREACHABLE,
    /** No whole answer in time. */
    TIMEOUT,
    /** The exporter, or something in front of it, wants other credentials. */
    UNAUTHORIZED,
    /** A status that is not part of the contract. */
    UNEXPECTED_STATUS,
    /** Not the JSON of the contract. */
    UNDECODABLE,
    /** A contract of a version that this adapter does not know. */
    UNSUPPORTED_VERSION;

    /** As metrics and log lines spell it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
