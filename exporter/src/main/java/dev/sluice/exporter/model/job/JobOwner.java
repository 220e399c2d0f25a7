package dev.sluice.exporter.model.job;

/**
 * Whom Slurm charges for a job.
 *
 * @param user login name; empty if slurmrestd could not resolve the name
 * @param account account; empty without accounting
 * @param qos QOS; empty without accounting
 */
public record JobOwner(String user, String account, String qos) {}
