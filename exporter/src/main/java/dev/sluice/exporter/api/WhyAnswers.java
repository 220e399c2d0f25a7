package dev.sluice.exporter.api;

import dev.sluice.exporter.api.document.JobPage;
import dev.sluice.exporter.api.document.JsonDocument;
import dev.sluice.exporter.api.document.NodeSetDocument;
import dev.sluice.exporter.api.document.ShownJobs;
import dev.sluice.exporter.api.document.WhyText;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.JobList;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.publish.PublishedQueue;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers requests below /api/v1/why: why a job, a user's jobs or the jobs of a NodeSet are pending. */
record WhyAnswers(ApiSources sources) {

    /** Maximum number of shown records of one array, one heterogeneous job or one user. */
    static final int MAX_JOBS = 50;

    /** Job ids in squeue's format: a job 123, an array task 123_4, several array tasks 123_[4-7], a component 123+1. */
    private static final Pattern JOB_ID = Pattern.compile("(0*[1-9]\\d{0,17})(?:[_+].*)?");

    /**
     * The jobs in a response.
     *
     * @param visibility visibility for the reader
     */
    private record Matching(Visibility visibility, Predicate<Job> match) {

        Predicate<Job> in(ClusterView cluster) {
            Visibility here = visibility.within(cluster.privateData());
            return match.and(job -> here.showsJobsOf(job.owner().user()));
        }
    }

    Answer job(ApiRequest request) {
        String asked = request.segment(0);
        Matcher id = JOB_ID.matcher(asked);
        if (!id.matches()) {
            return Answer.error(400, "a job id is a number from 1, in squeue's form: 123, 123_4 or 123+1");
        }
        long number = Long.parseLong(id.group(1));
        Predicate<Job> match = job -> job.id() == number || job.array().jobId() == number || job.hetJobId() == number;
        Comparator<Job> order = Comparator.comparing((Job job) -> job.id() != number)
                .thenComparing(job -> !job.pending())
                .thenComparingLong(Job::id);
        return jobs(
                request,
                match,
                order,
                "no job " + number + " in slurmctld, which forgets a job some minutes after its end"
                        + " (MinJobAge); try sacct -j " + number);
    }

    Answer user(ApiRequest request) {
        String user = request.segment(0);
        if (!request.visibility().answersFor(user)) {
            return usersAreHidden();
        }
        Predicate<Job> match =
                job -> request.visibility().names(user, job.owner().user());
        Comparator<Job> order = Comparator.comparing((Job job) -> !job.pending())
                .thenComparing(Job::priority, Comparator.reverseOrder())
                .thenComparingLong(Job::id);
        return jobs(request, match, order, "no job of user " + user + " in slurmctld");
    }

    static Answer usersAreHidden() {
        return Answer.error(
                403,
                "this exporter hides users; set api.showUsers in its configuration to show them,"
                        + " unless metrics.userNames is drop");
    }

    Answer nodeSet(ApiRequest request) {
        String namespace = request.segment(0);
        String name = request.segment(1);
        return sources.search(request, (clusters, now) -> nodeSet(clusters, namespace, name, now));
    }

    private static Answer nodeSet(List<ClusterView> clusters, String namespace, String name, Instant now) {
        List<ClusterView> found = clusters.stream()
                .filter(cluster -> cluster.demand().publishing())
                .filter(cluster -> pool(cluster, namespace, name).isPresent())
                .toList();
        if (found.isEmpty()) {
            List<String> silent = clusters.stream()
                    .filter(cluster -> !cluster.demand().publishing())
                    .map(cluster -> "cluster " + cluster.name() + ": "
                            + cluster.demand().reason().orElse("NodeSets unknown"))
                    .toList();
            return Answer.missing(silent, "no NodeSet " + namespace + "/" + name + "; /api/v1/now lists them");
        }
        return Answer.json(JsonDocument.clusters(
                found,
                cluster -> JobPage.NodeSetFound.of(
                        cluster,
                        NodeSetDocument.of(
                                cluster, pool(cluster, namespace, name).orElseThrow()),
                        now)));
    }

    private static Optional<PoolDemand> pool(ClusterView cluster, String namespace, String name) {
        return cluster.demand().demand().stream()
                .flatMap(demand -> demand.pools().stream())
                .filter(pool -> pool.pool().namespace().equals(namespace)
                        && pool.pool().name().equals(name))
                .findFirst();
    }

    private Answer jobs(ApiRequest request, Predicate<Job> match, Comparator<Job> order, String missing) {
        boolean text = request.asksForText();
        Matching matching = new Matching(request.visibility(), match);
        return sources.search(request, (clusters, now) -> jobs(clusters, matching, order, missing, text, now));
    }

    private static Answer jobs(
            List<ClusterView> clusters,
            Matching match,
            Comparator<Job> order,
            String missing,
            boolean text,
            Instant now) {
        List<ClusterView> found = clusters.stream()
                .filter(cluster -> cluster.queueAt(now).stream()
                        .anyMatch(queue -> queue.jobs().stream().anyMatch(match.in(cluster))))
                .toList();
        if (found.isEmpty()) {
            return Answer.missing(withheld(clusters, SlurmSource.JOBS, now), missing);
        }
        return Answer.document(
                JsonDocument.clusters(found, cluster -> jobs(cluster, match, order, now)), text, WhyText::jobs);
    }

    /**
     * Returns the reason for each cluster that withholds the data of a source. Without the reason, withheld data would
     * look like missing data.
     */
    static List<String> withheld(List<ClusterView> clusters, SlurmSource source, Instant now) {
        return clusters.stream()
                .flatMap(cluster ->
                        cluster.withheld(source, now).stream().map(why -> "cluster " + cluster.name() + ": " + why))
                .toList();
    }

    private static JobPage.JobsFound jobs(ClusterView cluster, Matching match, Comparator<Job> order, Instant now) {
        PublishedQueue queue = cluster.queueAt(now).orElseThrow();
        JobList all = JobList.of(queue.jobs(), match.in(cluster), new JobList.Page(order, 0, MAX_JOBS, false));
        return new ShownJobs(cluster, queue, match.visibility(), now).found(all, MAX_JOBS);
    }
}
