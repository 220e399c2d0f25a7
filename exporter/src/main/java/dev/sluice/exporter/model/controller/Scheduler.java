package dev.sluice.exporter.model.controller;

import java.util.Locale;

/** The two schedulers of slurmctld that sdiag reports. */
public enum Scheduler {
    /** Tries jobs in priority order, frequently but not deep into the queue. */
    MAIN,
    /** Fills gaps with lower-priority jobs, rarely but deep into the queue. */
    BACKFILL;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** Returns the label value. */
    public String label() {
        return label;
    }
}
