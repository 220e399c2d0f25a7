package dev.sluice.exporter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.job.ReasonClass;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A job in a list.
 *
 * @param pods pods of an external job; only for readers of job names, because a user chooses both names
 * @param folded number of records of the array in this row; 0 for one record
 */
record JobInList(
        long jobId,
        @JsonInclude(Include.NON_DEFAULT) long arrayJobId,
        @JsonInclude(Include.NON_DEFAULT) long hetJobId,
        long tasks,
        @JsonInclude(Include.NON_DEFAULT) boolean tasksTruncated,
        String name,
        Optional<JobOrigin.Kind> origin,
        @JsonInclude(Include.NON_EMPTY) List<String> pods,
        @JsonInclude(Include.NON_DEFAULT) long podsLeftOut,
        String user,
        String account,
        List<String> partitions,
        String qos,
        long priority,
        Optional<Instant> submittedAt,
        Optional<Instant> eligibleAt,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt,
        JobState state,
        boolean pending,
        Optional<String> reason,
        Optional<ReasonClass> reasonClass,
        String runsOn,
        @JsonInclude(Include.NON_DEFAULT) long timeLimitSeconds,
        JobAmounts asks,
        @JsonInclude(Include.NON_DEFAULT) long folded) {

    /** If an array is grouped into one row, the row contains the tasks of all records of the array. */
    static JobInList of(JobSearch.Row row, Visibility visibility) {
        Job job = row.job();
        Visibility names = visibility.of(job.owner().user());
        Optional<Job> whilePending = Optional.of(job).filter(Job::pending);
        List<String> pods = job.origin().pods().stream()
                .map(names::jobName)
                .filter(pod -> !pod.isEmpty())
                .toList();
        return new JobInList(
                job.id(),
                job.array().jobId(),
                job.hetJobId(),
                row.tasks(),
                job.array().truncated(),
                names.jobName(job.name()),
                Optional.of(job.origin().kind()).filter(kind -> kind != JobOrigin.Kind.UNKNOWN),
                pods,
                pods.isEmpty() ? 0 : job.origin().podsLeftOut(),
                names.user(job.owner().user()),
                names.account(job.owner().account()),
                job.partitions(),
                job.owner().qos(),
                job.priority(),
                time(job.times().submittedAt()),
                time(job.times().eligibleAt()),
                time(job.times().startedAt()),
                time(job.times().endedAt()),
                job.status().state(),
                job.pending(),
                whilePending.map(one -> one.status().reason()),
                whilePending.map(one -> one.status().reasonClass()),
                job.pending() ? "" : job.allocation().nodes(),
                job.times().limit(),
                JobAmounts.requested(job.request()),
                row.records() > 1 ? row.records() : 0);
    }

    static Optional<Instant> time(long epochSeconds) {
        return epochSeconds > 0 ? Optional.of(Instant.ofEpochSecond(epochSeconds)) : Optional.empty();
    }

    /**
     * Returns the time at which Slurm ends a job because of its time limit; empty if the job is not running or has no
     * time limit.
     */
    static Optional<Instant> endsAtLatest(Job job) {
        return job.status().state() == JobState.RUNNING ? time(job.times().latestEnd()) : Optional.empty();
    }

    record JobAmounts(long nodes, long cpus, long memoryBytes, List<GpusOfType> gpus) {

        static JobAmounts requested(JobRequest request) {
            return new JobAmounts(
                    request.nodes(),
                    request.cpus(),
                    request.memoryBytes(),
                    GpusOfType.of(request.gpus(), GpuCounts::labelOfRequest));
        }

        static JobAmounts held(Tres held) {
            return new JobAmounts(
                    held.nodes(), held.cpus(), held.memoryBytes(), GpusOfType.of(held.gpus(), GpuCounts::label));
        }
    }

    /** A number of GPUs. GPUs without a type have the names that the metrics use. */
    record GpusOfType(String type, long count) {

        static List<GpusOfType> of(GpuCounts gpus, Function<String, String> label) {
            return gpus.byType().entrySet().stream()
                    .map(gpu -> new GpusOfType(label.apply(gpu.getKey()), gpu.getValue()))
                    .toList();
        }
    }
}
