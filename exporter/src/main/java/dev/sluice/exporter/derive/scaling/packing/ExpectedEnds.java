package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.derive.life.RunTimes;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** When the last job of each node is expected to end. */
public final class ExpectedEnds {

    /** The value for a node whose jobs have no known end. */
    static final long UNKNOWN = Long.MAX_VALUE;

    private final Map<Integer, List<Job>> jobsByNode = new HashMap<>();
    private final RunTimes times;
    private final long now;

    /**
     * Collects all running jobs by node.
     *
     * @param now seconds since the epoch
     */
    public ExpectedEnds(List<Job> jobs, NodeIndex nodes, RunTimes times, long now) {
        this.times = times;
        this.now = now;
        for (Job job : jobs) {
            if (job.holdsNodes() && !job.allocation().nodes().isEmpty()) {
                nodes.list(job.allocation().nodes()).nodes().stream()
                        .forEach(node -> jobsByNode
                                .computeIfAbsent(node, first -> new ArrayList<>(1))
                                .add(job));
            }
        }
    }

    /**
     * Returns the seconds until the last job is expected to end; {@link #UNKNOWN} if an end is unknown or the node has
     * no job.
     */
    long secondsLeft(int node) {
        return jobsByNode.getOrDefault(node, List.of()).stream()
                .mapToLong(this::secondsLeft)
                .max()
                .orElse(UNKNOWN);
    }

    private long secondsLeft(Job job) {
        long expected = times.expectedSeconds(job);
        long ran = job.times().ranSeconds(now);
        return isEpilog(job) || expected == RunTimes.UNKNOWN || ran > expected ? UNKNOWN : expected - ran;
    }

    /** The duration of an epilog has no limit. */
    private static boolean isEpilog(Job job) {
        return job.status().base() != JobState.RUNNING || job.status().state() == JobState.COMPLETING;
    }
}
