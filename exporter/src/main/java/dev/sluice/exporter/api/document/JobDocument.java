package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.common.demand.JobReport;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.QueuePlace;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** All details of a job. */
public record JobDocument(
        @JsonUnwrapped JobInList summary, @JsonUnwrapped Detail detail) {

    /** The details of a pending job, or of a job that has started. */
    sealed interface Detail permits RunOfJob, PendingJob {}

    /** The current or past run of a job. */
    record RunOfJob(
            OptionalLong waitSeconds,
            OptionalLong runSeconds,
            Optional<Instant> endsAtLatest,
            Optional<JobInList.JobAmounts> holds,
            Optional<String> exitCode)
            implements Detail {

        static RunOfJob of(Job job, Instant now) {
            boolean started = job.times().startedAt() > 0;
            long pending = Math.max(job.times().submittedAt(), job.times().eligibleAt());
            Optional<Job> known = Optional.of(job);
            return new RunOfJob(
                    started ? OptionalLong.of(Math.max(0, job.times().startedAt() - pending)) : OptionalLong.empty(),
                    started ? OptionalLong.of(job.times().ranSeconds(now.getEpochSecond())) : OptionalLong.empty(),
                    JobDocument.endsAtLatest(job),
                    known.filter(Job::holdsNodes)
                            .map(one ->
                                    JobInList.JobAmounts.held(one.allocation().tres())),
                    known.filter(Job::ended).map(one -> one.status().exitCode().text()));
        }
    }

    /** Why a job is pending, and when the job may start. */
    record PendingJob(
            String meaning,
            String todo,
            String slurmSays,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) long restarts,
            List<PlaceOfJob> places,
            Optional<Instant> expectedStartAt,
            Optional<String> expectedStartBy,
            @JsonUnwrapped JobObstacles obstacles,
            List<PartitionCapacity> exists,
            ScalingOfJob scaling)
            implements Detail {}

    /** The position in the queue of a partition. */
    record PlaceOfJob(@JsonUnwrapped QueuePlace place, String sentence) {}

    /** The nodes and resources of a partition. */
    record PartitionCapacity(
            String partition,
            Map<NodeState, Long> nodes,
            Capacity.Split cpus,
            Capacity.Split memoryBytes,
            List<NowDocument.GpusNow> gpus) {

        static PartitionCapacity of(String partition, Capacity capacity) {
            return new PartitionCapacity(
                    partition,
                    NowDocument.byState(capacity),
                    capacity.cpus(),
                    capacity.memoryBytes(),
                    NowDocument.gpus(capacity));
        }
    }

    /** The job's part in autoscaling, or the reason why the signal is withheld. */
    record ScalingOfJob(Optional<JobReport> job, String sentence, String withheld) {}

    /**
     * Returns the time at which Slurm ends a job because of its time limit; empty if the job is not running or has no
     * time limit.
     */
    static Optional<Instant> endsAtLatest(Job job) {
        return job.status().state() == JobState.RUNNING
                ? JobInList.time(job.times().latestEnd())
                : Optional.empty();
    }
}
