package dev.sluice.lab.simulate.history;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The past jobs of a cluster.
 *
 * @param jobs jobs that ran, by submit time; the first submit time is 0
 * @param skipped number of skipped lines by reason
 * @param maxNodes number of nodes in the cluster; empty if unknown
 * @param maxProcessors number of processors in the cluster; empty if unknown
 */
public record History(
        List<HistoryJob> jobs, Map<String, Integer> skipped, OptionalInt maxNodes, OptionalInt maxProcessors) {

    private static final long MAX_SECONDS = 10L * 366 * 86_400;

    public History {
        jobs = List.copyOf(jobs);
        skipped = Collections.unmodifiableMap(new TreeMap<>(skipped));
    }

    /**
     * Parses the lines of a file: sacct output if the first line contains column names; otherwise, the Standard
     * Workload Format.
     *
     * @param name file name for error messages
     */
    public static History parse(String name, List<String> lines) throws HistoryException {
        if (!lines.isEmpty() && lines.get(0).matches("\\s*(\\W?)JobID\\b[^|]*")) {
            throw new HistoryException(name + ":1: sacct without --parsable2; run sacct --allocations --parsable2 with "
                    + SacctHistory.FORMAT);
        }
        return SacctHistory.isOne(lines) ? SacctHistory.parse(name, lines) : SwfHistory.parse(name, lines);
    }

    /** Sorts jobs by submit time, and shifts the submit times so that the first submit time is 0. */
    static List<HistoryJob> fromZero(String name, List<HistoryJob> jobs) throws HistoryException {
        if (jobs.isEmpty()) {
            throw new HistoryException(name + ": no job ran");
        }
        long first = jobs.stream().mapToLong(HistoryJob::submitAt).min().orElse(0);
        List<HistoryJob> sorted = jobs.stream()
                .map(job -> job.earlierBy(first))
                .sorted(Comparator.comparingLong(HistoryJob::submitAt).thenComparingLong(HistoryJob::number))
                .toList();
        for (HistoryJob job : sorted) {
            if (job.submitAt() + job.runtime() > MAX_SECONDS) {
                throw new HistoryException(name + ": job " + job.number()
                        + " ends more than ten years after the first was submitted; are all times in seconds?");
            }
        }
        return sorted;
    }
}
