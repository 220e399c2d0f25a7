package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.derive.life.RunTimes;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.Arrays;
import java.util.List;

/** How long it takes until the last job of each node is expected to end. */
public final class ExpectedEnds {

    /** Of a node of which nobody can say when its jobs end. */
    static final long UNKNOWN = Long.MAX_VALUE;

    private static final long NO_JOB = -1;

    private final long[] left;
    private final long now;

    /**
     * Looks at all running jobs.
     *
     * @param now seconds since the epoch
     */
    public ExpectedEnds(List<Job> jobs, NodeIndex nodes, RunTimes times, long now) {
        this.now = now;
        left = new long[nodes.words() * NodeIndex.WORD];
        Arrays.fill(left, NO_JOB);
        for (Job job : jobs) {
            if (job.holdsNodes() && !job.nodes().isEmpty()) {
                add(nodes.list(job.nodes()), secondsLeft(job, times.expectedSeconds(job), now));
            }
        }
    }

    private void add(NodeBits nodes, long seconds) {
        for (int i = 0; i < nodes.at().length; i++) {
            for (long rest = nodes.words()[i]; rest != 0; rest &= rest - 1) {
                int node = nodes.at()[i] * NodeIndex.WORD + Long.numberOfTrailingZeros(rest);
                left[node] = Math.max(left[node], seconds);
            }
        }
    }

    /** A job that runs for longer than others like it can take all of its limit; an epilog has none. */
    private static long secondsLeft(Job job, long expected, long now) {
        long ran = now - job.startedAt();
        if (job.base() != JobState.RUNNING || job.state() == JobState.COMPLETING || expected == RunTimes.UNKNOWN) {
            return UNKNOWN;
        }
        long end = ran <= expected ? expected : job.timeLimit();
        return ran <= end ? end - Math.max(0, ran) : UNKNOWN;
    }

    /** For how many seconds a job has been able to start. */
    long waited(Job job) {
        return now - Math.max(job.submittedAt(), job.eligibleAt());
    }

    /** Seconds; {@link #UNKNOWN} also of a node on which there is no job. */
    long secondsLeft(int node) {
        return left[node] == NO_JOB ? UNKNOWN : left[node];
    }
}
