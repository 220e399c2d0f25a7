package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.Job.JobAllocation;
import dev.sluice.exporter.model.job.JobArray;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobShape;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.job.JobStatus;
import dev.sluice.exporter.model.job.JobTimes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The job data of both readers, without the fields that squeue and scontrol omit. */
public final class SqueueView {

    private SqueueView() {}

    /** Returns the jobs by JobId. */
    public static Map<Long, Job> of(List<Job> jobs) {
        Map<Long, Job> byId = new TreeMap<>();
        jobs.forEach(job -> byId.put(job.id(), of(job)));
        return byId;
    }

    /** Returns the job as squeue and scontrol could show it. */
    public static Job of(Job job) {
        boolean hidden = job.status().state() == JobState.COMPLETING
                || job.status().state() == JobState.STAGE_OUT
                || job.status().state() == JobState.REVOKED;
        boolean asks = job.allocation().nodes().isEmpty() && !hidden;
        JobTimes times = job.times();
        return new Job(
                job.id(),
                new JobStatus(
                        hidden ? JobState.UNKNOWN : job.status().base(),
                        job.status().state(),
                        job.status().reason(),
                        job.status().words(),
                        !hidden && job.status().held(),
                        job.status().refused(),
                        job.status().restarts(),
                        hidden ? JobStatus.SUCCESS : job.status().exitCode()),
                job.partitions(),
                job.owner(),
                new JobArray(
                        job.array().jobId(),
                        hidden ? 1 : job.array().tasks(),
                        false,
                        asks && job.status().base() == JobState.PENDING
                                ? job.array().taskLimit()
                                : 0),
                asks ? job.request() : new JobRequest(0, 0, 0, job.request().gpus()),
                shape(job.shape(), asks, asks && job.status().base() == JobState.PENDING),
                job.slurmNodes(),
                new JobAllocation(
                        job.allocation().tres(), sorted(job.allocation().nodes()), List.of()),
                new JobTimes(
                        times.limit(),
                        times.submittedAt(),
                        times.eligibleAt(),
                        0,
                        // For a requeued job that is still completing, squeue shows the start of the last run.
                        hidden ? 0 : times.startedAt(),
                        hidden ? 0 : times.endedAt(),
                        hidden ? 0 : times.ranBefore(),
                        hidden ? 0 : times.runsSince()),
                job.hetJobId(),
                job.priority(),
                "",
                hidden ? "" : job.dependency(),
                JobOrigin.UNKNOWN);
    }

    private static JobShape shape(JobShape shape, boolean asks, boolean pending) {
        long memory = Math.max(shape.memoryPerCpuBytes(), shape.memoryPerNodeBytes());
        return new JobShape(
                shape.tasks(),
                shape.cpusPerTask(),
                shape.tasksPerNode(),
                asks ? shape.minimumNodes() : 0,
                pending ? shape.maximumNodes() : 0,
                shape.minimumCpusPerNode(),
                pending ? shape.memoryPerCpuBytes() : 0,
                pending ? shape.memoryPerNodeBytes() : memory,
                shape.gpusPerJob(),
                shape.gpusPerNode(),
                shape.gpusPerTask(),
                shape.gpusPerSocket(),
                shape.features(),
                sorted(shape.requiredNodes()),
                sorted(shape.excludedNodes()),
                shape.wholeNodes(),
                shape.licenses(),
                shape.coreSpecialization(),
                shape.placement());
    }

    private static String sorted(String hostlist) {
        return String.join(",", new TreeSet<>(Hostlist.names(hostlist)));
    }
}
