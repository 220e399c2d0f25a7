package dev.sluice.common.scheduling.job;

/** Who holds a job back. */
public enum Hold {
    NONE,
    USER,
    ADMIN
}
