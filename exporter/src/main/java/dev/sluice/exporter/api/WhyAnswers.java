package dev.sluice.exporter.api;

import dev.sluice.exporter.api.document.DemandJson;
import dev.sluice.exporter.api.document.JsonDocument;
import dev.sluice.exporter.api.document.ShownJobs;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.derive.JobList;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.Job;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers requests below /api/v1/why: why a job, a user's jobs or the jobs of a NodeSet are pending. */
final class WhyAnswers {

    /** Maximum number of shown records of one array, one heterogeneous job or one user. */
    static final int MAX_JOBS = 50;

    /** Job ids in squeue's format: a job 123, an array task 123_4, several array tasks 123_[4-7], a component 123+1. */
    private static final Pattern JOB_ID = Pattern.compile("(0*[1-9]\\d{0,17})(?:[_+].*)?");

    private WhyAnswers() {}

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
        List<ShownCluster> all = request.clusters();
        List<ShownCluster> found = all.stream()
                .filter(cluster -> cluster.signal().publishing())
                .filter(cluster -> pool(cluster, name).isPresent())
                .toList();
        if (found.isEmpty()) {
            List<String> silent = all.stream()
                    .map(ShownCluster::signal)
                    .filter(signal -> !signal.publishing())
                    .map(DemandAnswers::reason)
                    .toList();
            return ApiAnswer.missing(silent, "no NodeSet " + name + "; /api/v1/now lists them");
        }
        return ApiAnswer.json(JsonDocument.clusters(
                found,
                cluster ->
                        DemandJson.NodeSetFound.of(cluster, pool(cluster, name).orElseThrow())));
    }

    private static Optional<PoolDemand> pool(ShownCluster cluster, String name) {
        return cluster.signal().demand().stream()
                .flatMap(demand -> demand.pools().stream())
                .filter(pool -> pool.pool().path().equals(name))
                .findFirst();
    }

    private static ApiAnswer jobs(ApiRequest request, Predicate<Job> match, Comparator<Job> order, String missing) {
        List<ShownCluster> all = request.clusters();
        List<ShownCluster> found = all.stream()
                .filter(cluster -> cluster.jobs().stream().anyMatch(match.and(cluster::showsJob)))
                .toList();
        JobList.Page first = new JobList.Page(order, 0, MAX_JOBS, false);
        return found.isEmpty()
                ? ApiAnswer.missing(withheld(all, SlurmSource.JOBS), missing)
                : request.answer(
                        found,
                        cluster -> new ShownJobs(cluster, cluster.queue().orElseThrow())
                                .found(JobList.of(cluster.jobs(), match.and(cluster::showsJob), first), MAX_JOBS),
                        "why");
    }

    /**
     * Returns the reason for each cluster that withholds the data of a source. Without the reason, withheld data would
     * look like missing data.
     */
    static List<String> withheld(List<ShownCluster> clusters, SlurmSource source) {
        return clusters.stream()
                .flatMap(cluster ->
                        cluster.withheld(source).stream().map(why -> "cluster " + cluster.name() + ": " + why))
                .toList();
    }
}
