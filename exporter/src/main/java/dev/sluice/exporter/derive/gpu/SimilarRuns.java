package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The run times of ended jobs that slurmctld still reports, for comparison with the time limits of running jobs. */
final class SimilarRuns {

    /** Minimum time limit for a finding. Shorter time limits do not delay other jobs. */
    static final long MIN_LIMIT_SECONDS = 3600;

    /** Minimum number of similar jobs for a finding. With fewer jobs, low use can be a coincidence. */
    static final long MIN_JOBS = 3;

    /** A time limit is hardly used if jobs ran for at most 1/{@value} of the limit. */
    static final long PARTS = 10;

    private final Map<JobKind, RunTimes> runs = new HashMap<>();

    private record JobKind(String user, List<String> partitions, long timeLimit, GpuCounts gpus) {

        static JobKind of(Job job) {
            return new JobKind(
                    job.owner().user(),
                    job.partitions(),
                    job.times().limit(),
                    job.request().gpus());
        }
    }

    private record RunTimes(long jobs, long longestSeconds) {

        RunTimes plus(RunTimes other) {
            return new RunTimes(jobs + other.jobs, Math.max(longestSeconds, other.longestSeconds));
        }
    }

    /**
     * Ignores failed and cancelled jobs, because their run times do not show the need. A timed-out job used its
     * complete time limit.
     */
    SimilarRuns(List<Job> jobs) {
        for (Job job : jobs) {
            boolean counts =
                    job.status().base() == JobState.COMPLETED || job.status().base() == JobState.TIMEOUT;
            if (counts
                    && isComparable(job)
                    && job.times().startedAt() > 0
                    && job.times().endedAt() >= job.times().startedAt()) {
                runs.merge(
                        JobKind.of(job),
                        new RunTimes(1, job.times().ranSeconds(job.times().endedAt())),
                        RunTimes::plus);
            }
        }
    }

    /**
     * Returns a finding if the job's time limit is long, and the job and similar jobs used only a little of the time
     * limit.
     */
    Optional<Finding> finding(Job job, long runSeconds) {
        if (!isComparable(job)) {
            return Optional.empty();
        }
        return Optional.ofNullable(runs.get(JobKind.of(job)))
                .filter(similar -> similar.jobs() >= MIN_JOBS)
                .filter(similar -> Math.max(similar.longestSeconds(), runSeconds) * PARTS
                        <= job.times().limit())
                .map(similar -> Finding.of(
                        Finding.Code.TIME_LIMIT,
                        "has a time limit of " + Finding.span(job.times().limit()) + ", but " + similar.jobs()
                                + " completed jobs of the same user, partition, time limit and GPUs ran for at most "
                                + Finding.span(similar.longestSeconds())));
    }

    private static boolean isComparable(Job job) {
        return !job.owner().user().isEmpty()
                && job.times().limit() >= MIN_LIMIT_SECONDS
                && !job.request().gpus().isEmpty();
    }
}
