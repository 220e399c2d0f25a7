package dev.sluice.exporter.api;

import dev.sluice.exporter.derive.QueuePlace;
import dev.sluice.exporter.derive.pending.Dependency;
import dev.sluice.exporter.derive.pending.ObstacleFinder.Obstacles;
import dev.sluice.exporter.derive.pending.ReachedLimit;
import dev.sluice.exporter.derive.pending.WantedLicense;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.reason.PendingReason;
import dev.sluice.exporter.model.reason.PendingReason.Explanation;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Answers why a job is pending: with the numbers that block the job, otherwise with the meaning of the reason.
 *
 * @param partitions partitions of the cluster
 * @param visibility visibility for the records of the job's user
 */
record PendingWords(Job job, Obstacles obstacles, List<Partition> partitions, Visibility visibility) {

    private static final Explanation REQUEUED = new Explanation(
            "The job is requeued, its nodes are completing.",
            "Wait: slurmctld considers the job again when its nodes have completed.");

    /** The meaning of reason {@code Priority} for a job that is first in all its partitions. */
    private static final String FIRST_BY_PRIORITY =
            "No pending job of the partition has a higher priority. Jobs of other partitions on the same nodes can be ahead,"
                    + " or slurmctld has not considered the job since the queue changed.";

    Explanation answer(List<QueuePlace> places) {
        if (!job.waiting()) {
            return REQUEUED;
        }
        return switch (job.status().reason()) {
            case "Dependency", "DependencyNeverSatisfied" -> new Explanation(dependency(), todo());
            case "Licenses" -> license();
            case "BeginTime" -> beginTime();
            case "Reservation" -> reservation();
            case "PartitionTimeLimit" -> time().orElseGet(this::general);
            case "PartitionNodeLimit" -> nodes().orElseGet(this::general);
            case "Priority" ->
                new Explanation(
                        !places.isEmpty() && places.stream().allMatch(place -> place.position() == 1)
                                ? FIRST_BY_PRIORITY
                                : known().meaning(),
                        todo());
            default -> limit().orElseGet(this::general);
        };
    }

    private Explanation known() {
        return PendingReason.of(job.status().reason()).explanation();
    }

    private Explanation general() {
        return new Explanation(known().meaning(), todo());
    }

    /** Inserts the job's ID, account and QOS into the commands. */
    private String todo() {
        String account = visibility.account(job.owner().account());
        return known().todo()
                .replaceAll("\\bID\\b", Long.toString(job.id()))
                .replace("ACCOUNT", account.isEmpty() ? "ACCOUNT" : account)
                .replace("QOSNAME", job.owner().qos());
    }

    private Optional<Explanation> limit() {
        return obstacles.limits().stream()
                .filter(ReachedLimit::isReached)
                .findFirst()
                .map(limit -> {
                    String name = JobObstacles.LimitUsed.shownName(limit, visibility);
                    return limit.refuses()
                            ? new Explanation(ObstacleWords.refusal(limit, name), ObstacleWords.change(limit, job.id()))
                            : new Explanation(ObstacleWords.sentence(limit, name), todo());
                });
    }

    private String dependency() {
        return obstacles.dependencies().stream()
                .max(Comparator.comparing(Dependency::failed))
                .map(ObstacleWords::sentence)
                .orElse(known().meaning());
    }

    private Explanation license() {
        return obstacles.licenses().stream()
                .filter(Predicate.not(WantedLicense::isFree))
                .max(Comparator.comparing(WantedLicense::exceedsTotal))
                .map(wanted -> new Explanation(
                        ObstacleWords.sentence(wanted),
                        job.status().refused() ? ObstacleWords.change(wanted, job.id()) : todo()))
                .orElseGet(this::general);
    }

    private Explanation beginTime() {
        long begin = job.times().eligibleAt();
        return begin == 0
                ? general()
                : new Explanation("The job can start from " + Instant.ofEpochSecond(begin) + ".", todo());
    }

    private Explanation reservation() {
        return obstacles.reservations().stream()
                .findFirst()
                .map(wanted -> new Explanation(
                        "The job waits for reservation " + wanted.name() + ", from " + wanted.start() + " to "
                                + wanted.end() + ".",
                        todo()))
                .orElseGet(this::general);
    }

    private Optional<Explanation> time() {
        long asked = job.times().limit();
        return own().filter(partition -> asked > partition.maxSeconds().orElse(Long.MAX_VALUE))
                .map(partition -> {
                    long most = partition.maxSeconds().orElse(0);
                    return new Explanation(
                            "The job requests " + ObstacleWords.duration(asked) + "; partition " + partition.name()
                                    + " allows " + ObstacleWords.duration(most) + ".",
                            "Choose another partition, or lower the time limit: "
                                    + ObstacleWords.shorter(job.id(), most) + ".");
                });
    }

    private Optional<Explanation> nodes() {
        long asked = job.request().nodes();
        return own().flatMap(partition -> {
            boolean small = partition.totalNodes() < asked;
            long most = small ? partition.totalNodes() : partition.maxNodes();
            return most < asked
                    ? Optional.of(new Explanation(
                            "The job requests " + asked + (asked == 1 ? " node" : " nodes") + "; partition "
                                    + partition.name() + (small ? " has " : " allows each job ") + most + ".",
                            "Request at most " + most + " (scontrol update JobId=" + job.id() + " NumNodes=" + most
                                    + "), or choose another partition."
                                    + (small ? " In an elastic partition, wait for new nodes." : "")))
                    : Optional.empty();
        });
    }

    /** Returns the job's partition, if the job has only one. */
    private Optional<Partition> own() {
        return partitions.stream()
                .filter(partition -> job.partitions().equals(List.of(partition.name())))
                .findFirst();
    }
}
