package dev.sluice.exporter.simulate;

/**
 * What came of a scenario.
 *
 * @param signal what decided
 * @param peakNodes the most nodes at a time, starting and draining ones too
 * @param nodeHours hours of all nodes from the creation of the pod to its removal
 * @param cost what these hours cost, by the price of each node
 * @param usefulHours those in which a job ran on the node
 * @param waits of the jobs and array tasks that started
 * @param busyDrained how many nodes were told to go while a job ran on them
 * @param undrained how many nodes were drained and taken back
 * @param unusedPods how many nodes were asked for, beyond the initial ones, on which no job ran
 * @param neverStarted jobs and array tasks that never started
 * @param starved those that waited far longer than with all nodes, or never started although they do then
 */
record Outcome(
        String signal,
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

    /** The same with a number of starved jobs. */
    Outcome withStarved(int jobs) {
        return new Outcome(
                signal,
                peakNodes,
                nodeHours,
                cost,
                usefulHours,
                waits,
                busyDrained,
                undrained,
                unusedPods,
                neverStarted,
                jobs);
    }
}
