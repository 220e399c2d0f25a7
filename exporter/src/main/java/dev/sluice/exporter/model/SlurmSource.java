package dev.sluice.exporter.model;

import java.util.EnumSet;
import java.util.Set;

/**
 * The sources of a Slurm cluster, in display order: one for each kind of slurmrestd response, and the job counts of
 * slurmctld itself.
 */
public enum SlurmSource implements Labeled {
    NODES(Pace.INTERVAL, Lane.QUEUE),
    PARTITIONS(Pace.INTERVAL, Lane.PARTITIONS),
    /**
     * Polled after the nodes: a job that starts between the two polls is missing from the node data, but is never
     * counted twice.
     */
    JOBS(Pace.INTERVAL, Lane.QUEUE),
    /** Job counts by state, partition, user and account, without job records. */
    COUNTS(Pace.INTERVAL, Lane.SLURMCTLD),
    PING(Pace.INTERVAL, Lane.PING),
    DIAG(Pace.INTERVAL, Lane.CONTROLLER),
    LICENSES(Pace.SLOW, Lane.CONTROLLER),
    RESERVATIONS(Pace.SLOW, Lane.CONTROLLER),
    CONF(Pace.SLOW, Lane.CONTROLLER),
    SHARES(Pace.ACCOUNTING, Lane.CONTROLLER),
    QOS(Pace.ACCOUNTING, Lane.ACCOUNTING),
    ASSOCIATIONS(Pace.ACCOUNTING, Lane.ACCOUNTING),
    DBD(Pace.ACCOUNTING, Lane.ACCOUNTING);

    /**
     * The sources of queue and capacity. Without the data of these sources, a cluster is not ready and has no
     * autoscaling signal.
     */
    public static final Set<SlurmSource> REQUIRED = Set.copyOf(EnumSet.of(NODES, PARTITIONS, JOBS));

    private final Pace pace;
    private final Lane lane;

    /** The configured interval that applies to a source. */
    public enum Pace {
        INTERVAL,
        SLOW,
        ACCOUNTING
    }

    /** Sources of one lane are polled one after the other; lanes do not wait for each other. */
    public enum Lane {
        /**
         * Polled first in each cycle, because slurmrestd has few threads, and a slurmctld that is down blocks each
         * thread for a while.
         */
        PING,
        /** Lists that grow with the cluster or the queue; the duty cycle applies to these lists. */
        QUEUE,
        PARTITIONS,
        /** Served by slurmctld, through slurmrestd. */
        CONTROLLER,
        /** Served by slurmdbd. */
        ACCOUNTING,
        /** Served by slurmctld itself, at no cost for slurmrestd. */
        SLURMCTLD
    }

    SlurmSource(Pace pace, Lane lane) {
        this.pace = pace;
        this.lane = lane;
    }

    public Pace pace() {
        return pace;
    }

    public Lane lane() {
        return lane;
    }

    /** Returns whether a status belongs to this source. */
    public boolean is(SourceStatus status) {
        return status.source().equals(label());
    }

    /** Returns whether a status belongs to a required source. */
    public static boolean isRequired(SourceStatus status) {
        return REQUIRED.stream().anyMatch(source -> source.is(status));
    }
}
