package dev.sluice.exporter.model;

import java.util.Locale;

/** Why a request to a source failed: metric label, log key and readiness reason alike. Closed list. */
public enum FailureKind {
    /** No connection, or it broke before the answer was whole. */
    UNREACHABLE,
    /** The answer was not whole when its deadline passed. */
    TIMEOUT,
    /** The source does not accept the credentials: HTTP 401, 403 or 511, or Slurm's own authentication error. */
    UNAUTHORIZED,
    /** Any other status that is not a success, or an error that the answer itself reports. */
    UNEXPECTED_STATUS,
    /** A success whose body is not what it should be. */
    UNDECODABLE,
    /** The answer holds more than is kept of one answer. */
    TOO_LARGE,
    /** Not asked for: the answer is predicted to cost the source more than it may. */
    OVER_BUDGET;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The label value under which the kind is published. */
    public String label() {
        return label;
    }
}
