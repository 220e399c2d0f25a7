package dev.sluice.exporter.model.controller;

import dev.sluice.exporter.model.Labeled;

/** The two schedulers of slurmctld that sdiag reports. */
public enum Scheduler implements Labeled {
    /** Tries the first jobs of the queue in priority order, and runs frequently. */
    MAIN,
    /** Fills gaps with lower-priority jobs from a large part of the queue, and runs rarely. */
    BACKFILL
}
