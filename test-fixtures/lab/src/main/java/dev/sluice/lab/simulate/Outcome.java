package dev.sluice.lab.simulate;

import java.util.List;

/**
 * The summary of a scenario under one signal.
 *
 * @param peakNodes maximum number of nodes at a time, including starting and draining nodes
 * @param nodeHours sum over all nodes of the hours from the creation of the pod to the removal of the pod
 * @param cost cost of the node-hours, from the price of each node
 * @param waits wait times of started jobs and array tasks
 * @param busyDrained number of nodes that were drained during a job
 * @param neverStarted number of jobs and array tasks that never started
 * @param starved number of starved jobs and array tasks, see {@link Comparison}
 */
record Outcome(
        int peakNodes, double nodeHours, double cost, Waits waits, int busyDrained, int neverStarted, int starved) {

    /** Returns a copy with the given number of starved jobs. */
    Outcome withStarved(int jobs) {
        return new Outcome(peakNodes, nodeHours, cost, waits, busyDrained, neverStarted, jobs);
    }

    /** Returns the cost, or the node-hours if the nodes have no price. */
    double price() {
        return cost > 0 ? cost : nodeHours;
    }

    /**
     * Wait times of jobs before their start, in seconds.
     *
     * @param started number of started jobs; if no job started, the other values have no meaning
     * @param p95 95th percentile (nearest rank)
     */
    record Waits(int started, double mean, long p95, long longest) {

        static Waits of(List<Long> waits) {
            if (waits.isEmpty()) {
                return new Waits(0, 0, 0, 0);
            }
            List<Long> sorted = waits.stream().sorted().toList();
            double mean = sorted.stream().mapToLong(Long::longValue).sum() / (double) sorted.size();
            int rank = (int) Math.ceil(0.95 * sorted.size());
            return new Waits(sorted.size(), mean, sorted.get(rank - 1), sorted.get(sorted.size() - 1));
        }
    }
}
