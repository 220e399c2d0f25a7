package dev.sluice.lab.simulate;

import java.util.List;

/**
 * Wait times of jobs before their start, in seconds.
 *
 * @param started number of started jobs; if no job started, the other values have no meaning
 * @param mean mean wait time
 * @param p95 95th percentile of the wait times (nearest rank)
 * @param longest longest wait time
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
