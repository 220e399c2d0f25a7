package dev.sluice.common.scheduling.job;

/** The holder of a job. */
public enum Hold {
    NONE,
    USER,
    ADMIN
}
