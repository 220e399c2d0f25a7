package dev.sluice.exporter.model.controller;

import java.util.Locale;

/** The two schedulers of slurmctld that sdiag reports. */
public enum Scheduler {
    /** Tries the first jobs of the queue in priority order, and runs frequently. */
    MAIN,
    /** Fills gaps with lower-priority jobs from a large part of the queue, and runs rarely. */
    BACKFILL;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** Returns the label value. */
    public String label() {
        return label;
    }
}
