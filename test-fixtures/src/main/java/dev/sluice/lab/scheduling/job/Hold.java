package dev.sluice.lab.scheduling.job;

/** Who holds the job. */
public enum Hold {
    NONE,
    USER,
    ADMIN
}
