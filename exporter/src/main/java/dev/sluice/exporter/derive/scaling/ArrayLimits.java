package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.job.Job;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts how many tasks of each array may still start. An array can have several pending records. */
public final class ArrayLimits {

    private final Map<Long, Long> started = new HashMap<>();

    public ArrayLimits(List<Job> jobs) {
        for (Job job : jobs) {
            if (job.array().jobId() > 0 && job.allocated()) {
                started.merge(job.array().jobId(), 1L, Amounts::sum);
            }
        }
    }

    /** Returns how many of the job's tasks may start. */
    public long allowed(Job job) {
        long tasks = Math.max(1, job.array().tasks());
        if (!isLimited(job)) {
            return tasks;
        }
        long left = job.array().taskLimit() - started.getOrDefault(job.array().jobId(), 0L);
        return Math.min(tasks, Math.max(0, left));
    }

    /** Returns how many of the job's tasks may start, and counts these tasks as started. */
    public long start(Job job) {
        long allowed = allowed(job);
        if (isLimited(job)) {
            started.merge(job.array().jobId(), allowed, Amounts::sum);
        }
        return allowed;
    }

    private static boolean isLimited(Job job) {
        return job.array().taskLimit() > 0 && job.array().jobId() > 0;
    }
}
