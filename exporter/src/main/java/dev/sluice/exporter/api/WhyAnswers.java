package dev.sluice.exporter.api;

import dev.sluice.exporter.api.document.ClusterAnswer;
import dev.sluice.exporter.api.document.DemandJson;
import dev.sluice.exporter.api.document.JobDetails;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.derive.JobList;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.Job;
import java.util.Comparator;
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
        return request.found(
                cluster -> Optional.of(cluster.signal())
                        .filter(signal -> !signal.publishing())
                        .map(DemandAnswers::reason),
                cluster -> pool(cluster, name).map(pool -> DemandJson.NodeSetFound.of(cluster, pool)),
                "no NodeSet " + name + "; /api/v1/now lists them",
                "");
    }

    private static Optional<PoolDemand> pool(ShownCluster cluster, String name) {
        return cluster.signal().published().stream()
                .flatMap(demand -> demand.pools().stream())
                .filter(pool -> pool.pool().path().equals(name))
                .findFirst();
    }

    private static ApiAnswer jobs(ApiRequest request, Predicate<Job> match, Comparator<Job> order, String missing) {
        return request.found(SlurmSource.JOBS, cluster -> jobs(cluster, match, order), missing, "why");
    }

    private static Optional<ClusterAnswer<JobDetails.JobsFound>> jobs(
            ShownCluster cluster, Predicate<Job> match, Comparator<Job> order) {
        Predicate<Job> shown = match.and(cluster::showsJob);
        JobList list = JobList.of(cluster.jobs(), shown, new JobList.Page(order, 0, MAX_JOBS, false));
        return Optional.of(list)
                .filter(found -> found.records() > 0)
                .map(found -> ClusterAnswer.ofJobs(cluster, queue -> JobDetails.found(cluster, queue, found)));
    }
}
