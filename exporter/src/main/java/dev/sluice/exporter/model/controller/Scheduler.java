package dev.sluice.exporter.model.controller;

import java.util.Locale;

/** slurmctld has two schedulers, and sdiag tells of each. */
public enum Scheduler {
    /** Tries jobs in the order of priority, often and not far. */
    MAIN,
    /** Fills gaps with jobs of lower priority, seldom and far. */
    BACKFILL;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The label value under which it is published. */
    public String label() {
        return label;
    }
}
