package dev.sluice.exporter.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.exporter.api.DemandAnswers.JobReport;
import dev.sluice.exporter.api.JobSearch.JobList;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.LimitUse.Owner;
import dev.sluice.exporter.derive.QueuePlace;
import dev.sluice.exporter.derive.pending.Dependency;
import dev.sluice.exporter.derive.pending.NodeGroup;
import dev.sluice.exporter.derive.pending.ObstacleFinder;
import dev.sluice.exporter.derive.pending.ObstacleFinder.Obstacles;
import dev.sluice.exporter.derive.pending.ReachedLimit;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.job.PendingReason.Explanation;
import dev.sluice.exporter.model.node.NodeState;
import dev.sluice.exporter.publish.Published;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers requests below /api/v1/why: why a job, a user's jobs or the jobs of a NodeSet are pending. */
final class WhyAnswers {

    /** Maximum number of shown records of one array, one heterogeneous job or one user. */
    static final int MAX_JOBS = 50;

    /** Job ids in squeue's format: a job 123, an array task 123_4, several array tasks 123_[4-7], a component 123+1. */
    private static final Pattern JOB_ID = Pattern.compile("(0*[1-9]\\d{0,17})(?:[_+].*)?");

    private final ShownCluster cluster;
    private final Published.Queue queue;
    private final ObstacleFinder obstacles;

    private WhyAnswers(ShownCluster cluster, Published.Queue queue) {
        this.cluster = cluster;
        this.queue = queue;
        this.obstacles = new ObstacleFinder(
                queue.jobs(),
                cluster.nodes().map(Published.Nodes::nodes).orElse(List.of()),
                cluster.constraints(),
                cluster.now());
    }

    record JobsFound(Optional<String> outdated, Map<JobState, Long> byState, List<JobDocument> jobs, long leftOut) {}

    record JobDocument(
            @JsonUnwrapped JobInList summary, @JsonUnwrapped Detail detail) {}

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
                    JobInList.endsAtLatest(job),
                    known.filter(Job::holdsNodes)
                            .map(one ->
                                    JobInList.JobAmounts.held(one.allocation().tres())),
                    known.filter(Job::ended).map(one -> one.status().exitCode()));
        }
    }

    /** Why a job is pending, and when the job may start. */
    record PendingJob(
            @JsonUnwrapped Explanation answer,
            String slurmSays,
            @JsonInclude(Include.NON_DEFAULT) long restarts,
            List<PlaceOfJob> places,
            Optional<Instant> expectedStartAt,
            Optional<String> expectedStartBy,
            @JsonInclude(Include.NON_EMPTY) List<LimitOfJob> limits,
            @JsonInclude(Include.NON_EMPTY) List<DependencyOfJob> dependencies,
            @JsonInclude(Include.NON_DEFAULT) boolean anyDependency,
            @JsonInclude(Include.NON_EMPTY) List<LicenseOfJob> licenses,
            @JsonInclude(Include.NON_EMPTY) List<ReservationOfJob> reservations,
            @JsonInclude(Include.NON_EMPTY) List<Candidates> candidates,
            List<PartitionCapacity> exists,
            ScalingOfJob scaling)
            implements Detail {}

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
            String name = PendingWords.shownName(limit, visibility);
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

    record PlaceOfJob(@JsonUnwrapped QueuePlace place, String sentence) {}

    record PartitionCapacity(
            String partition,
            Map<NodeState, Long> nodes,
            Capacity.Split cpus,
            Capacity.Split memoryBytes,
            List<StatusAnswers.GpusNow> gpus) {}

    /** The job's part in autoscaling, or the reason why the signal is withheld. */
    record ScalingOfJob(Optional<JobReport> job, String sentence, String withheld) {}

    static ApiAnswer job(ApiRequest request) {
        Matcher id = JOB_ID.matcher(request.segment(0));
        if (!id.matches()) {
            throw ApiRequest.Rejected.badQuery("a job id is a number from 1, in squeue's form: 123, 123_4 or 123+1");
        }
        long number = Long.parseLong(id.group(1));
        return jobs(
                request,
                job -> job.id() == number || job.array().jobId() == number || job.hetJobId() == number,
                Comparator.comparing((Job job) -> job.id() != number)
                        .thenComparing(job -> !job.pending())
                        .thenComparingLong(Job::id),
                "no job " + number + " in slurmctld, which forgets a job some minutes after its end"
                        + " (MinJobAge); try sacct -j " + number);
    }

    static ApiAnswer user(ApiRequest request) {
        String user = request.segment(0);
        request.requireVisible(user);
        return jobs(
                request,
                job -> request.visibility().names(user, job.owner().user()),
                Comparator.comparing((Job job) -> !job.pending())
                        .thenComparing(Job::priority, Comparator.reverseOrder())
                        .thenComparingLong(Job::id),
                "no job of user " + user + " in slurmctld");
    }

    static ApiAnswer nodeSet(ApiRequest request) {
        String name = request.segment(0) + "/" + request.segment(1);
        return request.found(
                cluster -> cluster.signal().reason(),
                cluster -> cluster.signal().published().stream()
                        .flatMap(demand -> demand.pools().stream())
                        .filter(pool -> pool.pool().path().equals(name))
                        .findFirst()
                        .map(pool -> DemandAnswers.NodeSetFound.of(cluster, pool)),
                "no NodeSet " + name + "; /api/v1/now lists them",
                "");
    }

    private static ApiAnswer jobs(ApiRequest request, Predicate<Job> match, Comparator<Job> order, String missing) {
        return request.found(
                cluster -> cluster.withheld(SlurmSource.JOBS),
                cluster -> Optional.of(JobList.of(cluster.jobs(), match.and(cluster::showsJob), order, false))
                        .filter(found -> found.records() > 0)
                        .map(found ->
                                ClusterAnswer.ofJobs(cluster, queue -> new WhyAnswers(cluster, queue).found(found))),
                missing,
                "why");
    }

    /** Returns the details of some jobs, and the number of the other jobs in the list. */
    private JobsFound found(JobList list) {
        List<JobDocument> shown = list.rows().stream()
                .limit(MAX_JOBS)
                .map(row -> detailed(row.job()))
                .toList();
        return new JobsFound(
                // If the last poll of the jobs failed, the response contains data of an earlier poll.
                cluster.source(SlurmSource.JOBS)
                        .flatMap(SourceStatus::failure)
                        .map(failure ->
                                failure.message() + " since " + failure.since().truncatedTo(ChronoUnit.SECONDS)),
                list.byState(),
                shown,
                list.records() - shown.size());
    }

    private JobDocument detailed(Job job) {
        return new JobDocument(
                JobInList.of(JobSearch.Row.of(job), cluster.visibility()),
                job.pending() ? pending(job) : RunOfJob.of(job, cluster.now()));
    }

    private PendingJob pending(Job job) {
        List<QueuePlace> places = job.partitions().stream()
                .flatMap(partition -> QueuePlace.of(queue.jobs(), job, partition).stream())
                .toList();
        Obstacles found = obstacles.of(job);
        Explanation answer = new PendingWords(
                        job,
                        found,
                        cluster.constraints().partitions(),
                        cluster.visibility().of(job.owner().user()))
                .answer(places);
        // An estimated start in the past was wrong.
        Optional<Instant> expected = JobInList.time(job.times().expectedStartAt())
                .filter(start -> start.getEpochSecond() > cluster.now().getEpochSecond());
        return new PendingJob(
                answer,
                job.status().words(),
                job.status().restarts(),
                places.stream()
                        .map(place -> new PlaceOfJob(place, PendingWords.sentence(place)))
                        .toList(),
                expected,
                expected.map(unused -> "Slurm's estimate; it changes with every submitted or ended job"),
                found.limits().stream()
                        .map(limit -> limit(limit, job.owner().user()))
                        .toList(),
                found.dependencies().stream()
                        .map(one -> new DependencyOfJob(one, PendingWords.sentence(one)))
                        .toList(),
                found.anyDependency(),
                found.licenses().stream()
                        .map(one -> new LicenseOfJob(one.name(), one.asks(), one.license(), PendingWords.sentence(one)))
                        .toList(),
                found.reservations().stream().map(this::reservation).toList(),
                found.nodes().stream().map(WhyAnswers::candidates).toList(),
                exists(job),
                scaling(job));
    }

    private ReservationOfJob reservation(Reservation one) {
        return new ReservationOfJob(one.name(), one.active(cluster.now()), one.start(), one.end(), one.nodes());
    }

    private static Candidates candidates(NodeGroup.OfPartition nodes) {
        return new Candidates(
                nodes.partition(),
                PendingWords.sentence(nodes),
                nodes.groups().stream()
                        .map(group -> new CandidateGroup(group, PendingWords.sentence(group)))
                        .toList());
    }

    /**
     * Lists all jobs, or the reader's own jobs. For a pending job of another user, lists no jobs: the list would reveal
     * the account of the pending job.
     */
    private LimitOfJob limit(ReachedLimit limit, String user) {
        Visibility visibility = cluster.visibility();
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

    private List<PartitionCapacity> exists(Job job) {
        return cluster.nodes().stream()
                .flatMap(nodes -> job.partitions().stream().map(partition -> {
                    Capacity all = nodes.capacity().partitions().getOrDefault(partition, new Capacity());
                    return new PartitionCapacity(
                            partition, all.byState(), all.cpus(), all.memoryBytes(), StatusAnswers.gpus(all));
                }))
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
                found.map(DemandAnswers::job), found.map(WhyAnswers::sentence).orElse(""), "");
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
