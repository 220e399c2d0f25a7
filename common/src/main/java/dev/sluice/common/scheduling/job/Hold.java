package dev.sluice.common.scheduling.job;

/** Who holds the job. */
public enum Hold {
    NONE,
    USER,
    ADMIN
}
