package dev.sluice.exporter.model;

/** Why a request to a source failed, for metric labels, log fields and readiness reasons. Closed list. */
public enum FailureKind implements Labeled {
    /** The connection failed, or broke before the response was complete. */
    UNREACHABLE,
    /** The response was not complete within the timeout. */
    TIMEOUT,
    /** The source does not accept the credentials: HTTP 401, 403 or 511, or Slurm's own authentication error. */
    UNAUTHORIZED,
    /** The response has another unsuccessful status, or reports an error. */
    UNEXPECTED_STATUS,
    /** The response is successful, but its body is invalid. */
    UNDECODABLE,
    /** The response exceeds the limits for one response. */
    TOO_LARGE,
    /** No request was sent, because the predicted cost of the response exceeds the budget. */
    OVER_BUDGET
}
