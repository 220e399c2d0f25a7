package dev.sluice.simulator;

import java.util.OptionalInt;

/** A quality of service: its weight in the priority, its limits per user, and whether others may preempt it. */
record Qos(
        String name,
        int priority,
        boolean preemptable,
        boolean preempts,
        OptionalInt jobsPerUser,
        OptionalInt gpusPerUser) {}
