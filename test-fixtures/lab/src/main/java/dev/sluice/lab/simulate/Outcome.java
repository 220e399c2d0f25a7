package dev.sluice.lab.simulate;

/**
 * The summary of a scenario under one signal.
 *
 * @param peakNodes maximum number of nodes at a time, including starting and draining nodes
 * @param nodeHours sum over all nodes of the hours from the creation of the pod to the removal of the pod
 * @param cost cost of the node-hours, from the price of each node
 * @param usefulHours node-hours with a running job
 * @param waits wait times of started jobs and array tasks
 * @param busyDrained number of nodes that were drained during a job
 * @param undrained number of nodes that were drained, then undrained
 * @param unusedPods number of pods that ran no job, excluding the initial pods
 * @param neverStarted number of jobs and array tasks that never started
 * @param starved number of starved jobs and array tasks, as defined in {@link Patience}
 */
record Outcome(
        int peakNodes,
        double nodeHours,
        double cost,
        double usefulHours,
        Waits waits,
        int busyDrained,
        int undrained,
        int unusedPods,
        int neverStarted,
        int starved) {

    /** Returns a copy with the given number of starved jobs. */
    Outcome withStarved(int jobs) {
        return new Outcome(
                peakNodes, nodeHours, cost, usefulHours, waits, busyDrained, undrained, unusedPods, neverStarted, jobs);
    }
}
