package dev.sluice.simulator.cluster;

import java.util.OptionalInt;

/** How much the jobs that a limit counts together may hold at one time; empty where there is no limit. */
public record Limits(OptionalInt jobs, OptionalInt cpus, OptionalInt gpus) {
    public static final Limits NONE = new Limits(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

    Limits jobs(int most) {
        return new Limits(OptionalInt.of(most), cpus, gpus);
    }

    Limits cpus(int most) {
        return new Limits(jobs, OptionalInt.of(most), gpus);
    }

    Limits gpus(int most) {
        return new Limits(jobs, cpus, OptionalInt.of(most));
    }

    public boolean none() {
        return equals(NONE);
    }
}
