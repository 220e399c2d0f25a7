package dev.sluice.exporter.model.job;

/**
 * Whom Slurm charges for a job.
 *
 * @param user login name; {@code uid:10001} if Slurm does not show the name
 * @param account account; empty without accounting
 * @param qos QOS; empty without accounting
 */
public record JobOwner(String user, String account, String qos) {

    /** Beginning of the name of a user whose login name is unknown. */
    public static final String UNNAMED = "uid:";
}
