package dev.sluice.lab.scheduling.job;

/** Who holds the job. */
public enum Hold {
    NONE,
    USER,
    /** slurmctld, after a failed launch: to Slurm a hold of the user. */
    LAUNCH_FAILED,
    ADMIN
}
