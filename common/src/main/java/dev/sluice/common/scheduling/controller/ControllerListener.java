package dev.sluice.common.scheduling.controller;

import dev.sluice.common.scheduling.job.SimulatedJob;

/** What others keep of a controller's work: statistics, an account of what ran. */
public interface ControllerListener {

    default void submitted(SimulatedJob job) {}

    /** The job runs; its {@code restarts} tell whether for the first time. */
    default void started(SimulatedJob job) {}

    /** The nodes of a job that started on powered down ones have booted: it begins. */
    default void booted(SimulatedJob job) {}

    /** The job has given its nodes back; its allocations still say which. It ends, or returns to the queue. */
    default void released(SimulatedJob job) {}

    /** The job has left the queue for good, with its allocations if it ever ran. */
    default void ended(SimulatedJob job) {}

    /** A node has changed, beyond the allocations of jobs. */
    default void nodeChanged() {}

    default void reserved() {}
}
