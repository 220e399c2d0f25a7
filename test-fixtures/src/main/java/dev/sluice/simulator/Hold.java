package dev.sluice.simulator;

/** Who holds a job back. */
public enum Hold {
    NONE,
    USER,
    ADMIN
}
