package dev.sluice.exporter.simulate;

import java.util.List;

/**
 * How long jobs waited for their start, in seconds.
 *
 * @param started how many started; without any the others say nothing
 * @param mean the mean
 * @param p95 what 95 in 100 did not exceed (nearest rank)
 * @param longest the longest
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
