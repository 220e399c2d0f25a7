package dev.sluice.lab.simulate;

import dev.sluice.exporter.model.GpuCounts;
import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The past jobs of a cluster.
 *
 * @param jobs jobs that ran, by submit time; the first submit time is 0
 * @param skipped number of skipped lines by reason
 */
public record History(List<Job> jobs, Map<String, Integer> skipped) {

    private static final long MAX_SECONDS = 10L * 366 * 86_400;

    public History {
        jobs = List.copyOf(jobs);
        skipped = Collections.unmodifiableMap(new TreeMap<>(skipped));
    }

    /**
     * A past job, or one task of an array.
     *
     * @param submitAt seconds since the start of the history
     * @param runTime run time in seconds; at least 1
     * @param timeLimit time limit in seconds, at least the run time
     * @param user user; empty if unknown
     * @param partition partition; empty if unknown
     * @param nodes number of nodes; 0 if unknown
     * @param cpus total number of CPUs
     * @param gpus total number of GPUs by type
     */
    public record Job(
            long submitAt,
            long runTime,
            long timeLimit,
            String user,
            String partition,
            int nodes,
            long cpus,
            GpuCounts gpus) {}

    /**
     * Parses the lines of a file: sacct output if the first line contains column names; otherwise, the Standard
     * Workload Format.
     *
     * @param name file name for error messages
     * @throws IOException if the file is not a job history; the message contains the position and the reason
     */
    public static History parse(String name, List<String> lines) throws IOException {
        if (!lines.isEmpty() && lines.get(0).matches("\\s*(\\W?)JobID\\b[^|]*")) {
            throw new IOException(name + ":1: sacct without --parsable2; run sacct --allocations --parsable2 with "
                    + SacctHistory.FORMAT);
        }
        boolean sacct = !lines.isEmpty() && lines.get(0).contains("|");
        return sacct ? SacctHistory.parse(name, lines) : SwfHistory.parse(name, lines);
    }

    /** Sorts jobs by submit time, and shifts the submit times so that the first submit time is 0. */
    static List<Job> fromZero(String name, List<Job> jobs) throws IOException {
        if (jobs.isEmpty()) {
            throw new IOException(name + ": no job ran");
        }
        long first = jobs.stream().mapToLong(Job::submitAt).min().orElse(0);
        List<Job> sorted = jobs.stream()
                .map(job -> new Job(
                        job.submitAt - first,
                        job.runTime,
                        job.timeLimit,
                        job.user,
                        job.partition,
                        job.nodes,
                        job.cpus,
                        job.gpus))
                .sorted(Comparator.comparingLong(Job::submitAt))
                .toList();
        if (sorted.stream().anyMatch(job -> job.submitAt + job.runTime > MAX_SECONDS)) {
            throw new IOException(name + ": the jobs span more than ten years; are all times in seconds?");
        }
        return sorted;
    }
}
