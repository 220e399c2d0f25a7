package dev.sluice.exporter.model.job;

import java.util.List;

/**
 * Whom Slurm charges for a job.
 *
 * @param user login name; {@code uid:10001} if Slurm does not show the name
 * @param account account; empty without accounting
 * @param qos QOS; empty without accounting. A pending job that may use several QOSes has a list: {@code a,b}
 */
public record JobOwner(String user, String account, String qos) {

    /** Beginning of the name of a user whose login name is unknown. */
    public static final String UNNAMED = "uid:";

    /** Returns the QOSes; several for a pending job that may use several QOSes. */
    public List<String> qosNames() {
        return List.of(qos.split(",", -1));
    }
}
