package dev.sluice.simulator.scheduler;

import dev.sluice.simulator.cluster.Account;
import dev.sluice.simulator.cluster.ClusterState;
import dev.sluice.simulator.cluster.Limits;
import dev.sluice.simulator.cluster.Partition;
import dev.sluice.simulator.cluster.Qos;
import dev.sluice.simulator.job.ArrayPlace;
import dev.sluice.simulator.job.Hold;
import dev.sluice.simulator.job.Job;
import dev.sluice.simulator.job.JobReason;
import dev.sluice.simulator.job.JobRequest;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Decides whether a pending job may be placed at all, before anybody looks for free nodes. */
final class StartConditions {
    /** Limits, the jobs that they count, and the reasons for which one waits that would exceed them. */
    private record Scope(Limits limits, Predicate<JobRequest> counts, JobReason jobs, JobReason cpus, JobReason gpus) {}

    private final ClusterState state;

    StartConditions(ClusterState state) {
        this.state = state;
    }

    /** The reason for which the job cannot start now, whatever is free. */
    Optional<JobReason> obstacle(Job job) {
        return heldBack(job).or(() -> configuration(job)).or(() -> shared(job)).or(() -> limit(job));
    }

    /** Whether the job has left what its user or another job made it wait for. */
    Optional<JobReason> heldBack(Job job) {
        if (job.hold() != Hold.NONE) {
            return Optional.of(job.hold() == Hold.USER ? JobReason.JOB_HELD_USER : JobReason.JOB_HELD_ADMIN);
        }
        if (job.dependency().isPresent()) {
            return Optional.of(job.dependencyFailed() ? JobReason.DEPENDENCY_NEVER_SATISFIED : JobReason.DEPENDENCY);
        }
        return job.beginAt() > state.now() ? Optional.of(JobReason.BEGIN_TIME) : Optional.empty();
    }

    private Optional<JobReason> configuration(Job job) {
        List<Partition> partitions = partitions(job);
        if (partitions.stream().noneMatch(Partition::up)) {
            return Optional.of(JobReason.PARTITION_DOWN);
        }
        if (partitions.stream().allMatch(p -> job.request().timeLimit().compareTo(p.maxTime()) > 0)) {
            return Optional.of(JobReason.PARTITION_TIME_LIMIT);
        }
        if (partitions.stream().allMatch(p -> job.request().nodes() > largest(p))) {
            return Optional.of(JobReason.PARTITION_NODE_LIMIT);
        }
        if (!job.isExamined()) {
            job.examined(partitions.stream().anyMatch(p -> fitsWhenEmpty(job.request(), p)));
        }
        return job.isImpossible() ? Optional.of(JobReason.BAD_CONSTRAINTS) : Optional.empty();
    }

    private Optional<JobReason> shared(Job job) {
        JobRequest request = job.request();
        if (request.reservation().isPresent()
                && state.reservations().stream()
                        .noneMatch(r -> r.name().equals(request.reservation().get()) && r.inForce(state.now()))) {
            return Optional.of(JobReason.RESERVATION);
        }
        if (request.requiredNodes().stream().anyMatch(name -> !isAvailable(name, request))) {
            return Optional.of(JobReason.REQ_NODE_NOT_AVAIL);
        }
        Optional<ArrayPlace> array = job.array().filter(a -> a.limit() > 0);
        if (array.isPresent()
                && runningTasks(array.get().arrayJobId()) >= array.get().limit()) {
            return Optional.of(JobReason.JOB_ARRAY_TASK_LIMIT);
        }
        boolean licensed = request.licenses().entrySet().stream()
                .allMatch(e -> e.getValue() + state.licensesUsed(e.getKey())
                        <= state.definition().licenses().getOrDefault(e.getKey(), 0));
        return licensed ? Optional.empty() : Optional.of(JobReason.LICENSES);
    }

    /** Whether the node is neither broken nor set aside for others at the moment. */
    private boolean isAvailable(String node, JobRequest request) {
        return state.node(node).isUsable()
                && state.reservations().stream()
                        .filter(r -> r.inForce(state.now()) && r.nodes().contains(node))
                        .allMatch(r -> request.reservation().equals(Optional.of(r.name())));
    }

    /** In Slurm's order: what the QOS allows to all, what it allows to a user, what the account may hold. */
    private Optional<JobReason> limit(Job job) {
        JobRequest request = job.request();
        Qos qos = state.definition().qosOf(request);
        Account account = state.definition().accountOf(request);
        Predicate<JobRequest> sameQos = other -> other.qos().equals(qos.name());
        return Stream.of(
                        new Scope(
                                qos.group(),
                                sameQos,
                                JobReason.QOS_GRP_JOBS,
                                JobReason.QOS_GRP_CPU,
                                JobReason.QOS_GRP_GRES),
                        new Scope(
                                qos.perUser(),
                                sameQos.and(other -> other.user().equals(request.user())),
                                JobReason.QOS_MAX_JOBS_PER_USER,
                                JobReason.QOS_MAX_CPU_PER_USER,
                                JobReason.QOS_MAX_GRES_PER_USER),
                        new Scope(
                                account.group(),
                                other -> other.account().equals(account.name()),
                                JobReason.ASSOC_GRP_JOBS,
                                JobReason.ASSOC_GRP_CPU_LIMIT,
                                JobReason.ASSOC_GRP_GRES))
                .filter(scope -> !scope.limits().none())
                .flatMap(scope -> reached(scope, request).stream())
                .findFirst();
    }

    private Optional<JobReason> reached(Scope scope, JobRequest request) {
        List<JobRequest> others = running(scope.counts());
        if (exceeds(scope.limits().jobs(), others.size() + 1)) {
            return Optional.of(scope.jobs());
        }
        int cpus = others.stream().mapToInt(JobRequest::totalCpus).sum();
        if (exceeds(scope.limits().cpus(), cpus + request.totalCpus())) {
            return Optional.of(scope.cpus());
        }
        return request.totalGpus() > 0 && exceeds(scope.limits().gpus(), gpus(others) + request.totalGpus())
                ? Optional.of(scope.gpus())
                : Optional.empty();
    }

    private List<Partition> partitions(Job job) {
        return job.request().partitions().stream()
                .map(state.definition()::partition)
                .toList();
    }

    private static int largest(Partition partition) {
        return Math.min(partition.nodes().size(), partition.maxNodes().orElse(Integer.MAX_VALUE));
    }

    private boolean fitsWhenEmpty(JobRequest request, Partition partition) {
        FreeNodes empty = FreeNodes.empty(state.definition());
        return empty.place(request, partition.nodes()).isPresent();
    }

    private long runningTasks(int arrayJobId) {
        return state.running().stream()
                .filter(other ->
                        other.array().map(a -> a.arrayJobId() == arrayJobId).orElse(false))
                .count();
    }

    private List<JobRequest> running(Predicate<JobRequest> which) {
        return state.running().stream().map(Job::request).filter(which).toList();
    }

    private static int gpus(List<JobRequest> requests) {
        return requests.stream().mapToInt(JobRequest::totalGpus).sum();
    }

    private static boolean exceeds(OptionalInt limit, int wanted) {
        return limit.isPresent() && wanted > limit.getAsInt();
    }
}
