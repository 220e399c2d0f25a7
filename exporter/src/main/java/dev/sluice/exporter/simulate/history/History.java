package dev.sluice.exporter.simulate.history;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What a cluster once ran.
 *
 * @param jobs the jobs that ran, by time of submission, which begins at 0
 * @param skipped how many lines were left out, by why
 * @param maxNodes how many nodes the cluster had, where the history says it
 * @param maxProcessors how many processors it had, where the history says it
 */
public record History(
        List<HistoryJob> jobs, Map<String, Integer> skipped, OptionalInt maxNodes, OptionalInt maxProcessors) {

    private static final long MAX_SECONDS = 10L * 366 * 86_400;

    public History {
        jobs = List.copyOf(jobs);
        skipped = Collections.unmodifiableMap(new TreeMap<>(skipped));
    }

    /**
     * Reads a file's lines: sacct's output where its first line names columns, else the Standard Workload Format.
     *
     * @param name what errors call it
     */
    public static History parse(String name, List<String> lines) throws HistoryException {
        return SacctHistory.isOne(lines) ? SacctHistory.parse(name, lines) : SwfHistory.parse(name, lines);
    }

    /** Jobs in the order of their submission, the first at 0. */
    static List<HistoryJob> fromZero(String name, List<HistoryJob> jobs) throws HistoryException {
        if (jobs.isEmpty()) {
            throw new HistoryException(name + ": no job in it ran");
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
