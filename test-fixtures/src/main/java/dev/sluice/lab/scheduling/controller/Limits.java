package dev.sluice.lab.scheduling.controller;

import java.util.OptionalInt;

/** The limits on the total of a group of running jobs; empty for no limit. */
public record Limits(OptionalInt jobs, OptionalInt cpus, OptionalInt gpus) {
    public static final Limits NONE = new Limits(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

    public Limits jobs(int max) {
        return new Limits(OptionalInt.of(max), cpus, gpus);
    }

    public Limits cpus(int max) {
        return new Limits(jobs, OptionalInt.of(max), gpus);
    }

    public Limits gpus(int max) {
        return new Limits(jobs, cpus, OptionalInt.of(max));
    }

    public boolean none() {
        return equals(NONE);
    }
}
