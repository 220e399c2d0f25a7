package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.cluster.CpuLimit;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.PartitionState;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobShape;
import dev.sluice.exporter.model.reason.ReasonClass;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the obstacles of a cluster's pending jobs, for all jobs of a response. Confined to one thread. */
public final class ObstacleFinder {

    /** Maximum number of other partitions to suggest. */
    private static final int MAX_PARTITIONS = 3;

    private static final long SECONDS_PER_MINUTE = 60;

    private final List<Job> jobs;
    private final List<JoinedNode> nodes;
    private final Constraints constraints;
    private final Instant now;
    private final ReachedLimits limits;
    private final Map<Key, Outlook> known = new HashMap<>();
    private Optional<NodeSurvey> survey = Optional.empty();
    private Optional<Set<String>> contended = Optional.empty();

    /** The properties of a job that determine which nodes can take the job, and which changes would help. */
    private record Key(
            JobShape shape, JobRequest request, List<String> partitions, String user, String reason, long timeLimit) {

        static Key of(Job job) {
            return new Key(
                    job.shape(),
                    job.request(),
                    job.partitions(),
                    job.owner().user(),
                    job.status().reason(),
                    job.times().limit());
        }
    }

    private record Outlook(List<PartitionNodes> nodes, List<Help> help) {

        static final Outlook NONE = new Outlook(List.of(), List.of());
    }

    /**
     * @param nodes nodes of the cluster; empty if unknown
     */
    public ObstacleFinder(List<Job> jobs, List<JoinedNode> nodes, Constraints constraints, Instant now) {
        this.jobs = jobs;
        this.nodes = nodes;
        this.constraints = constraints;
        this.now = now;
        this.limits = new ReachedLimits(jobs, constraints);
    }

    /** Returns the obstacles of a pending job. */
    public Obstacles of(Job job) {
        // slurmctld considers a requeued job only after its nodes have completed.
        Outlook outlook = job.waiting() ? known.computeIfAbsent(Key.of(job), unused -> outlook(job)) : Outlook.NONE;
        return new Obstacles(
                limits.of(job),
                Dependency.of(job, jobs),
                Dependency.isAnyEnough(job.dependency()),
                WantedLicense.of(job, constraints.licenses()),
                WantedReservation.of(job, constraints.reservations()),
                outlook.nodes(),
                outlook.help());
    }

    private Outlook outlook(Job job) {
        if (nodes.isEmpty()) {
            return Outlook.NONE;
        }
        NodeSurvey made = survey.orElseGet(() -> new NodeSurvey(jobs, nodes, constraints, now));
        survey = Optional.of(made);
        List<PartitionNodes> own = job.partitions().stream()
                .map(partition -> made.of(job, partition))
                .toList();
        boolean helps = awaitsNodes(job) && own.stream().noneMatch(PartitionNodes::fits);
        return new Outlook(own, helps ? help(job, own, made) : List.of());
    }

    /** Returns true if other nodes, or the same nodes for a shorter time, could start the job. */
    private static boolean awaitsNodes(Job job) {
        return switch (job.status().reasonClass()) {
            case RESOURCES, PRIORITY, UNAVAILABLE -> true;
            case LIMIT, DEPENDENCY, HELD, BEGIN_TIME, LICENSE, RESERVATION, IMPOSSIBLE, OTHER -> false;
        };
    }

    private List<Help> help(Job job, List<PartitionNodes> own, NodeSurvey made) {
        List<Help> help = new ArrayList<>();
        for (PartitionNodes one : own) {
            one.beforeReservation().ifPresent(gap -> {
                long seconds = Duration.between(now, gap.until()).toSeconds();
                // A user cannot raise a time limit again.
                if (seconds > SECONDS_PER_MINUTE && 2 * seconds > job.times().limit()) {
                    help.add(new Help.ShorterLimit(one.partition(), gap.reservation(), gap.until(), seconds));
                }
            });
        }
        int named = 0;
        for (Partition partition : constraints.partitions()) {
            if (named < MAX_PARTITIONS && isOpenTo(job, partition)) {
                PartitionNodes there = made.of(job, partition.name());
                if (there.fits() && there.needs() <= partition.maxNodes()) {
                    help.add(new Help.OtherPartition(partition.name(), there.free(), there.needs()));
                    named++;
                }
            }
        }
        return help;
    }

    private boolean isOpenTo(Job job, Partition partition) {
        long most = partition.details().maxSeconds().orElse(Long.MAX_VALUE);
        return !job.partitions().contains(partition.name())
                && partition.state() == PartitionState.UP
                && partition.cpuLimit().equals(CpuLimit.NONE)
                && (most == Long.MAX_VALUE
                        || (job.times().limit() > 0 && job.times().limit() <= most))
                && !contended().contains(partition.name());
    }

    /** Returns the partitions in which a job already waits for resources. */
    private Set<String> contended() {
        Set<String> made = contended.orElseGet(() -> {
            Set<String> names = new HashSet<>();
            for (Job job : jobs) {
                if (job.waiting() && !job.status().held() && competes(job)) {
                    names.addAll(job.partitions());
                }
            }
            return names;
        });
        contended = Optional.of(made);
        return made;
    }

    private static boolean competes(Job job) {
        ReasonClass reason = job.status().reasonClass();
        return reason == ReasonClass.RESOURCES || reason == ReasonClass.PRIORITY;
    }
}
