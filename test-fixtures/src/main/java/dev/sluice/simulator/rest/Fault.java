package dev.sluice.simulator.rest;

/** Ways in which the simulated slurmrestd, or what stands before it, can fail. */
public enum Fault {
    /** Accepts requests and answers none until it is healed or closed. */
    HANG,
    /** Status 500 with a text body on every path. */
    INTERNAL_ERROR,
    /** slurmctld does not answer: 502 on every path but ping, which says so. */
    CONTROLLER_DOWN,
    /** slurmdbd does not answer: 502 on its paths. */
    DATABASE_DOWN,
    /** A proxy's HTML page with status 200. */
    HTML_PAGE,
    /** The connection ends in the middle of the body. */
    TRUNCATED_BODY,
    /** Every token is refused, as after its expiry: 511. */
    REJECTED_TOKEN
}
