package dev.sluice.exporter.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.exporter.derive.LimitUse.Owner;
import dev.sluice.exporter.derive.pending.Dependency;
import dev.sluice.exporter.derive.pending.NodeGroup;
import dev.sluice.exporter.derive.pending.ObstacleFinder.Obstacles;
import dev.sluice.exporter.derive.pending.ReachedLimit;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The obstacles of a pending job. */
record JobObstacles(
        @JsonInclude(Include.NON_EMPTY) List<LimitOfJob> limits,
        @JsonInclude(Include.NON_EMPTY) List<DependencyOfJob> dependencies,
        @JsonInclude(Include.NON_DEFAULT) boolean anyDependency,
        @JsonInclude(Include.NON_EMPTY) List<LicenseOfJob> licenses,
        @JsonInclude(Include.NON_EMPTY) List<ReservationOfJob> reservations,
        @JsonInclude(Include.NON_EMPTY) List<Candidates> candidates) {

    /** A limit with its use, and the jobs that use most of the limit. */
    record LimitOfJob(@JsonUnwrapped LimitUsed limit, List<JobUnderLimit> jobs, long jobsLeftOut) {}

    record LimitUsed(
            Owner owner,
            String name,
            String limit,
            String resource,
            long max,
            OptionalLong used,
            OptionalLong requested,
            @JsonInclude(Include.NON_DEFAULT) boolean refuses,
            String sentence) {

        static LimitUsed of(ReachedLimit limit, Visibility visibility) {
            String name = shownName(limit, visibility);
            return new LimitUsed(
                    limit.owner(),
                    name,
                    limit.label(),
                    limit.limit().tres(),
                    Math.round(limit.limit().most()),
                    rounded(limit.used()),
                    rounded(limit.asks()),
                    limit.refuses(),
                    PendingWords.sentence(limit, name));
        }

        private static OptionalLong rounded(OptionalDouble amount) {
            return amount.isPresent() ? OptionalLong.of(Math.round(amount.getAsDouble())) : OptionalLong.empty();
        }

        /** Returns the visible name of the account, or the name of the QOS. */
        static String shownName(ReachedLimit limit, Visibility visibility) {
            return limit.owner() == Owner.ACCOUNT || limit.owner() == Owner.USER
                    ? visibility.account(limit.name())
                    : limit.name();
        }
    }

    record JobUnderLimit(long jobId, String user, JobState state, long uses, Optional<Instant> endsAtLatest) {}

    /** An unsatisfied dependency; without the ID of another job for {@code singleton}. */
    record DependencyOfJob(@JsonUnwrapped Dependency dependency, String sentence) {}

    /** A requested license, with the numbers of slurmctld if known. */
    record LicenseOfJob(
            String name,
            long requested,

            @JsonUnwrapped @JsonIgnoreProperties({"name", "nodes"})
            Optional<License> license,

            String sentence) {}

    record ReservationOfJob(String name, boolean active, Instant startsAt, Instant endsAt, long nodes) {}

    record Candidates(String partition, String sentence, List<CandidateGroup> groups) {}

    /** The nodes of a partition with the same obstacle. */
    record CandidateGroup(@JsonUnwrapped NodeGroup group, String sentence) {}

    static JobObstacles of(Obstacles obstacles, Job pending, Visibility visibility, Instant now) {
        return new JobObstacles(
                obstacles.limits().stream()
                        .map(limit -> limit(limit, pending.owner().user(), visibility))
                        .toList(),
                obstacles.dependencies().stream()
                        .map(one -> new DependencyOfJob(one, PendingWords.sentence(one)))
                        .toList(),
                obstacles.anyDependency(),
                obstacles.licenses().stream()
                        .map(one -> new LicenseOfJob(one.name(), one.asks(), one.license(), PendingWords.sentence(one)))
                        .toList(),
                obstacles.reservations().stream()
                        .map(one ->
                                new ReservationOfJob(one.name(), one.active(now), one.start(), one.end(), one.nodes()))
                        .toList(),
                obstacles.nodes().stream()
                        .map(nodes -> new Candidates(
                                nodes.partition(),
                                PendingWords.sentence(nodes),
                                nodes.groups().stream()
                                        .map(group -> new CandidateGroup(group, PendingWords.sentence(group)))
                                        .toList()))
                        .toList());
    }

    /**
     * Lists all jobs, or the reader's own jobs. For a pending job of another user, lists no jobs: the list would reveal
     * the account of the pending job.
     */
    private static LimitOfJob limit(ReachedLimit limit, String user, Visibility visibility) {
        boolean all =
                showsHolders(limit.owner(), visibility) && !visibility.hidden().jobs();
        return new LimitOfJob(
                LimitUsed.of(limit, visibility.of(user)),
                limit.largest().stream()
                        .filter(holder -> all
                                || (visibility.owns(user)
                                        && visibility.owns(holder.job().owner().user())))
                        .map(holder -> new JobUnderLimit(
                                holder.job().id(),
                                visibility.user(holder.job().owner().user()),
                                holder.job().status().state(),
                                Math.round(holder.uses()),
                                JobInList.endsAtLatest(holder.job())))
                        .toList(),
                all ? limit.holders().size() - limit.largest().size() : 0);
    }

    /**
     * Returns true if all jobs of the limit may be listed. If all listed jobs have the same user, and the reader knows
     * the user of one of these jobs, the list reveals the user of all listed jobs.
     */
    private static boolean showsHolders(Owner owner, Visibility visibility) {
        return switch (owner) {
            case QOS_USER, USER -> visibility.showsUsers();
            case QOS_ACCOUNT, ACCOUNT -> visibility.showsAccounts();
            case QOS, ARRAY -> true;
        };
    }
}
