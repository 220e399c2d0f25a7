package dev.sluice.lab.scheduling;

import dev.sluice.lab.scheduling.ClusterDefinition.Account;
import dev.sluice.lab.scheduling.ClusterDefinition.Limits;
import dev.sluice.lab.scheduling.ClusterDefinition.Qos;
import dev.sluice.lab.scheduling.JobRequest.Hold;
import dev.sluice.lab.scheduling.SimulatedJob.ArrayPlace;
import dev.sluice.lab.scheduling.SimulatedJob.Use;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Decides whether a pending job may start at all, before the search for free nodes. */
record StartConditions(Controller controller) {
    /** Limits, the jobs that count towards these limits, and the reasons of a job that would exceed the limits. */
    private record Scope(Limits limits, Predicate<JobRequest> counts, JobReason jobs, JobReason cpus, JobReason gpus) {}

    /** Returns the reason why the components of a job cannot start together now, independent of free resources. */
    Optional<JobReason> obstacle(List<SimulatedJob> group) {
        return group.stream()
                .flatMap(job -> obstacle(job).stream())
                .findFirst()
                .or(() -> licenses(group))
                .or(() -> limit(group.stream().map(SimulatedJob::use).toList()));
    }

    private Optional<JobReason> obstacle(SimulatedJob job) {
        if (job.impossible) {
            return Optional.of(JobReason.BAD_CONSTRAINTS);
        }
        return heldBack(job).or(() -> configuration(job)).or(() -> shared(job));
    }

    /** Returns the reason if a hold, a dependency or a begin time delays the job; otherwise empty. */
    Optional<JobReason> heldBack(SimulatedJob job) {
        if (job.hold() != Hold.NONE) {
            return Optional.of(job.hold() == Hold.ADMIN ? JobReason.JOB_HELD_ADMIN : JobReason.JOB_HELD_USER);
        }
        if (job.dependency().isPresent()) {
            return Optional.of(job.dependencyFailed() ? JobReason.DEPENDENCY_NEVER_SATISFIED : JobReason.DEPENDENCY);
        }
        return job.beginAt() > controller.now() ? Optional.of(JobReason.BEGIN_TIME) : Optional.empty();
    }

    private Optional<JobReason> configuration(SimulatedJob job) {
        List<Partition> partitions = job.request().partitions().stream()
                .map(controller.definition()::partition)
                .toList();
        if (partitions.stream().noneMatch(Partition::up)) {
            return Optional.of(JobReason.PARTITION_DOWN);
        }
        if (partitions.stream().allMatch(p -> job.request().timeLimit().compareTo(p.maxTime()) > 0)) {
            return Optional.of(JobReason.PARTITION_TIME_LIMIT);
        }
        if (partitions.stream()
                .allMatch(p -> job.request().nodes() > p.maxNodes().orElse(Integer.MAX_VALUE))) {
            return Optional.of(JobReason.PARTITION_NODE_LIMIT);
        }
        return Optional.empty();
    }

    private Optional<JobReason> shared(SimulatedJob job) {
        JobRequest request = job.request();
        if (request.reservation().isPresent()
                && controller.reservations().stream()
                        .noneMatch(r -> r.name().equals(request.reservation().get()) && r.inForce(controller.now()))) {
            return Optional.of(JobReason.RESERVATION);
        }
        if (request.requiredNodes().stream().anyMatch(name -> !isAvailable(name, request))) {
            return Optional.of(JobReason.REQ_NODE_NOT_AVAIL);
        }
        Optional<ArrayPlace> array = job.array().filter(a -> a.limit() > 0);
        if (array.isPresent()
                && controller.runningTasks(array.get().arrayJobId())
                        >= array.get().limit()) {
            return Optional.of(JobReason.JOB_ARRAY_TASK_LIMIT);
        }
        return Optional.empty();
    }

    private Optional<JobReason> licenses(List<SimulatedJob> group) {
        SortedMap<String, Integer> wanted = new TreeMap<>();
        group.forEach(job -> job.request().licenses().forEach((name, n) -> wanted.merge(name, n, Integer::sum)));
        boolean licensed = wanted.entrySet().stream()
                .allMatch(e -> e.getValue() + controller.licensesUsed(e.getKey())
                        <= controller.definition().licenses().getOrDefault(e.getKey(), 0));
        return licensed ? Optional.empty() : Optional.of(JobReason.LICENSES);
    }

    /** Returns true if the node is usable and not reserved for other jobs now. */
    private boolean isAvailable(String node, JobRequest request) {
        return controller.node(node).isUsable() && !controller.isReservedForOthers(node, request, controller.now() + 1);
    }

    /** Returns the reason if the components together exceed a limit. */
    Optional<JobReason> limit(List<Use> group) {
        return group.stream().flatMap(job -> limit(job, group).stream()).findFirst();
    }

    /** Checks the limits in Slurm's order: QOS, QOS per user, account. */
    private Optional<JobReason> limit(Use job, List<Use> group) {
        JobRequest request = job.request();
        Qos qos = controller.definition().qosOf(request);
        Account account = controller.definition().accountOf(request);
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
                .filter(scope -> !scope.limits().equals(Limits.NONE))
                .flatMap(scope -> reached(scope, job, group).stream())
                .findFirst();
    }

    private Optional<JobReason> reached(Scope scope, Use job, List<Use> group) {
        List<Use> all = Stream.concat(controller.running().stream().map(SimulatedJob::use), group.stream())
                .filter(use -> scope.counts().test(use.request()))
                .toList();
        if (exceeds(scope.limits().jobs(), all.size())) {
            return Optional.of(scope.jobs());
        }
        if (exceeds(scope.limits().cpus(), all.stream().mapToInt(Use::cpus).sum())) {
            return Optional.of(scope.cpus());
        }
        boolean gpus = job.gpus() > 0
                && exceeds(
                        scope.limits().gpus(), all.stream().mapToInt(Use::gpus).sum());
        return gpus ? Optional.of(scope.gpus()) : Optional.empty();
    }

    private static boolean exceeds(OptionalInt limit, int wanted) {
        return limit.isPresent() && wanted > limit.getAsInt();
    }
}
