package dev.sluice.simulator.rest;

/** The faults of the simulated slurmrestd, or of a proxy in front of it. */
public enum Fault {
    /** Accepts requests and does not respond until the fault is cleared or the server closed. */
    HANG,
    /** Status 500 with a text body on every path. */
    INTERNAL_ERROR,
    /** slurmctld does not respond: 502 on every path except ping, which reports it. */
    CONTROLLER_DOWN,
    /** slurmdbd does not respond: 502 on its paths. */
    DATABASE_DOWN,
    /** A proxy's HTML page with status 200. */
    HTML_PAGE,
    /** The connection ends in the middle of the body. */
    TRUNCATED_BODY,
    /** Every token is refused, as after its expiry: 511. */
    REJECTED_TOKEN
}
