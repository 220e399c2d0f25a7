package dev.sluice.simulator.job;

/** Who holds a job back. */
public enum Hold {
    NONE,
    USER,
    ADMIN
}
