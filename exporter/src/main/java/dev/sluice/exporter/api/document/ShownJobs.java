package dev.sluice.exporter.api.document;

import dev.sluice.exporter.api.document.JobDocument.PartitionCapacity;
import dev.sluice.exporter.api.document.JobDocument.PendingJob;
import dev.sluice.exporter.api.document.JobDocument.PlaceOfJob;
import dev.sluice.exporter.api.document.JobDocument.RunOfJob;
import dev.sluice.exporter.api.document.JobDocument.ScalingOfJob;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.JobList;
import dev.sluice.exporter.derive.QueuePlace;
import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.derive.pending.ObstacleFinder;
import dev.sluice.exporter.derive.pending.Obstacles;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.reason.Explanation;
import dev.sluice.exporter.publish.PublishedNodes;
import dev.sluice.exporter.publish.PublishedQueue;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Creates the documents of a cluster's jobs for one reader. */
public final class ShownJobs {

    private final ShownCluster cluster;
    private final PublishedQueue queue;
    private final Visibility visibility;
    private final Instant now;
    private final Constraints constraints;
    private final ObstacleFinder obstacles;

    public ShownJobs(ShownCluster cluster, PublishedQueue queue) {
        this.cluster = cluster;
        this.queue = queue;
        this.visibility = cluster.visibility();
        this.now = cluster.now();
        this.constraints = cluster.constraints();
        this.obstacles = new ObstacleFinder(
                queue.jobs(), cluster.nodes().map(PublishedNodes::nodes).orElse(List.of()), constraints, now);
    }

    ShownCluster cluster() {
        return cluster;
    }

    Listed.DataAge observed() {
        return Listed.DataAge.at(queue.at(), now);
    }

    JobInList listed(JobList.Row row) {
        return JobInList.of(row, visibility);
    }

    /** Returns the details of some jobs, and the number of the other jobs in the list. */
    public JobPage.JobsFound found(JobList list, int most) {
        return new JobPage.JobsFound(
                cluster.name(),
                observed(),
                // If the last poll of the jobs failed, the response contains data of an earlier poll.
                cluster.source(SlurmSource.JOBS)
                        .flatMap(SourceStatus::failure)
                        .map(failure ->
                                failure.message() + " since " + failure.since().truncatedTo(ChronoUnit.SECONDS)),
                list.tasks(),
                list.jobs().stream().map(this::detailed).toList(),
                Math.max(0, list.records() - most));
    }

    private JobDocument detailed(Job job) {
        return new JobDocument(listed(JobList.Row.of(job)), job.pending() ? pending(job) : RunOfJob.of(job, now));
    }

    private PendingJob pending(Job job) {
        List<QueuePlace> places = job.partitions().stream()
                .flatMap(partition -> QueuePlace.of(queue.jobs(), job, partition).stream())
                .toList();
        Obstacles found = obstacles.of(job);
        Explanation answer = new PendingWords(job, found, constraints.partitions(), visibility).answer(places);
        // An estimated start in the past was wrong.
        Optional<Instant> expected = JobInList.time(job.times().expectedStartAt())
                .filter(start -> start.getEpochSecond() > now.getEpochSecond());
        return new PendingJob(
                answer.meaning(),
                answer.todo(),
                job.status().words(),
                job.status().restarts(),
                places.stream()
                        .map(place -> new PlaceOfJob(place, ObstacleWords.sentence(place)))
                        .toList(),
                expected,
                expected.map(unused -> "Slurm's estimate; it changes with every submitted or ended job"),
                JobObstacles.of(found, job, visibility, now),
                exists(job),
                scaling(job));
    }

    private List<PartitionCapacity> exists(Job job) {
        return cluster.nodes().stream()
                .flatMap(nodes -> job.partitions().stream()
                        .map(partition -> PartitionCapacity.of(
                                partition, nodes.capacity().partitions().getOrDefault(partition, new Capacity()))))
                .toList();
    }

    private ScalingOfJob scaling(Job job) {
        Signal signal = cluster.signal();
        if (!signal.publishing()) {
            return new ScalingOfJob(Optional.empty(), "", signal.reason().orElse(""));
        }
        Optional<JobExplanation> found = signal.demand().stream()
                .flatMap(present -> present.jobs().stream())
                .filter(explained -> explained.jobId() == job.id())
                .findFirst();
        return new ScalingOfJob(
                found.map(DemandJson::job), found.map(ShownJobs::sentence).orElse(""), "");
    }

    private static String sentence(JobExplanation job) {
        String nodeSet = job.pool().map(pool -> pool.kind() + " " + pool.path()).orElse("");
        if (job.counted() == 0 || (job.verdict() == JobExplanation.Verdict.REQUEUED && job.newNodes() == 0)) {
            String where =
                    nodeSet.isEmpty() ? "No NodeSet grows for this job" : nodeSet + " does not grow for this job";
            return where + ": " + job.why() + ".";
        }
        if (job.newNodes() == 0) {
            return "Counted for " + nodeSet + "; fits on nodes that are already counted.";
        }
        return "Counted for " + nodeSet + ", which needs " + job.newNodes() + (job.newNodes() == 1 ? " node" : " nodes")
                + " for it: idle, starting or new.";
    }
}
