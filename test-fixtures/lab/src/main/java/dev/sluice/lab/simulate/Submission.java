package dev.sluice.lab.simulate;

import dev.sluice.lab.scheduling.JobRequest;
import java.time.Duration;

/**
 * A job of the workload, or an array of equal tasks.
 *
 * @param at submit time in seconds since the start of the simulation
 */
public record Submission(long at, JobRequest job) {

    /** Returns a job for whole nodes in partition {@code batch}, with a time limit of twice its run time. */
    public static Submission whole(long at, int nodes, long runTime) {
        return whole(at, nodes, runTime, 2 * runTime);
    }

    /** Returns a job for whole nodes in partition {@code batch}. */
    public static Submission whole(long at, int nodes, long runTime, long limit) {
        return new Submission(at, job("batch", runTime, limit).nodes(nodes).wholeNodes());
    }

    /** Returns a job for a part of one node, with a time limit of twice its run time. */
    public static Submission shared(long at, int cpus, long runTime) {
        return new Submission(at, job("batch", runTime, 2 * runTime).cpusPerTask(cpus));
    }

    /** Returns the builder of a job for one CPU, with times in seconds. */
    public static JobRequest job(String partition, long runTime, long limit) {
        return JobRequest.named("job")
                .partitions(partition)
                .memoryPerNode(0)
                .limit(Duration.ofSeconds(limit))
                .runs(Duration.ofSeconds(runTime));
    }
}
