package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.BlackHoles.BlackHole;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.model.job.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The queue.
 *
 * @param summary sums over the jobs
 * @param blackHoles nodes on which jobs had failed quickly at the time of the observation
 * @param at time of the observation
 */
public record PublishedQueue(List<Job> jobs, QueueSummary summary, List<BlackHole> blackHoles, Instant at) {

    /** Returns the queue with the time of another clock. */
    public PublishedQueue shifted(Duration ahead) {
        return new PublishedQueue(jobs, summary, blackHoles, at.plus(ahead));
    }
}
