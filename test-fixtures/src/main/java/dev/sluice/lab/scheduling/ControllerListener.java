package dev.sluice.lab.scheduling;

/** Receives a controller's events, for statistics and accounting. */
public interface ControllerListener {

    default void submitted(SimulatedJob job) {}

    /** Reports that the job has started; {@code restarts} is 0 at its first start. */
    default void started(SimulatedJob job) {}

    /** Reports that the nodes of a configuring job have booted. */
    default void booted(SimulatedJob job) {}

    /**
     * Reports that the job has released its nodes. The job's allocations still list the nodes. The job ends or is
     * requeued next.
     */
    default void released(SimulatedJob job) {}

    /** Reports the final end of the job. A job that ran still has its allocations. */
    default void ended(SimulatedJob job) {}

    /** Reports a change to a node, except a change of the jobs allocated on the node. */
    default void nodeChanged() {}
}
