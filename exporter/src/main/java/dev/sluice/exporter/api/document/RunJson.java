package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.Optional;

/** Encodes the current or past run of a job. */
final class RunJson {

    private RunJson() {}

    /** Adds the run to the JSON of a job that is not pending. */
    static void put(ObjectNode object, Job job, Instant now) {
        if (job.times().startedAt() > 0) {
            long start = job.times().startedAt();
            long pending = Math.max(job.times().submittedAt(), job.times().eligibleAt());
            object.put("waitSeconds", Math.max(0, start - pending))
                    .put("runSeconds", job.times().ranSeconds(now.getEpochSecond()));
        }
        endsAtLatest(job).ifPresent(end -> object.put("endsAtLatest", end.toString()));
        if (job.holdsNodes()) {
            Tres held = job.allocation().tres();
            object.set(
                    "holds",
                    JsonDocument.object()
                            .put("nodes", held.nodes())
                            .put("cpus", held.cpus())
                            .put("memoryBytes", held.memoryBytes())
                            .set("gpus", GpuJson.held(held.gpus())));
        }
        if (job.ended()) {
            object.put("exitCode", job.status().exitCode().text());
        }
    }

    /**
     * Returns the time at which Slurm ends a job because of its time limit; empty if the job is not running or has no
     * time limit.
     */
    static Optional<Instant> endsAtLatest(Job job) {
        return Optional.of(job)
                .filter(known -> known.status().state() == JobState.RUNNING)
                .map(known -> known.times().latestEnd())
                .filter(end -> end > 0)
                .map(Instant::ofEpochSecond);
    }
}
