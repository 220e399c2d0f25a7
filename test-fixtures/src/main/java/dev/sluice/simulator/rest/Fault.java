package dev.sluice.simulator.rest;

import java.util.Optional;

/** The faults of the simulated slurmrestd, or of a proxy in front of slurmrestd. */
public enum Fault {
    /** Accepts requests, and does not respond until the fault is cleared or the server is closed. */
    HANG,
    /** Status 500 with a text body on every path. */
    INTERNAL_ERROR,
    /** slurmctld does not respond: status 502 on every path except ping. The response to ping reports the problem. */
    CONTROLLER_DOWN,
    /** slurmdbd does not respond: status 502 on the paths of slurmdbd. */
    DATABASE_DOWN,
    /** A proxy's HTML page with status 200. */
    HTML_PAGE,
    /** The connection ends in the middle of the body. */
    TRUNCATED_BODY,
    /** Every token is refused with status 511, like an expired token. */
    REJECTED_TOKEN;

    /** Returns the response if it does not depend on the request. */
    public Optional<Answer> answer() {
        return switch (this) {
            case INTERNAL_ERROR -> Optional.of(Answer.text(500, "Internal error"));
            case HTML_PAGE ->
                Optional.of(new Answer(
                        200,
                        "text/html; charset=utf-8",
                        "<!DOCTYPE html><html><head><title>Please sign in</title></head><body></body></html>"));
            case HANG, CONTROLLER_DOWN, DATABASE_DOWN, TRUNCATED_BODY, REJECTED_TOKEN -> Optional.empty();
        };
    }
}
