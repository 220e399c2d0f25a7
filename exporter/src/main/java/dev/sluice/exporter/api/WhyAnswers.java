package dev.sluice.exporter.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.api.document.JobJson;
import dev.sluice.exporter.api.document.JsonDocument;
import dev.sluice.exporter.api.document.NodeSetJson;
import dev.sluice.exporter.api.document.NowJson;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers requests below /api/v1/why: about a job, a user's jobs, or a NodeSet. */
final class WhyAnswers {

    /** Maximum number of records shown of one array, heterogeneous job or user. */
    static final int MAX_JOBS = 50;

    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;

    /** Job ids as squeue shows them: 123, an array task 123_4, several tasks 123_[4-7], a component 123+1. */
    private static final Pattern JOB_ID = Pattern.compile("(0*[1-9]\\d{0,17})(?:[_+].*)?");

    private final Clock clock;
    private final ApiSources sources;

    WhyAnswers(Clock clock, ApiSources sources) {
        this.clock = clock;
        this.sources = sources;
    }

    Answer job(ApiRequest request) {
        String asked = decoded(request.segments().get(0));
        Matcher id = JOB_ID.matcher(asked);
        if (!id.matches()) {
            return Answer.error(BAD_REQUEST, "a job id is a number from 1, in squeue's form: 123, 123_4 or 123+1");
        }
        long number = Long.parseLong(id.group(1));
        Predicate<Job> match = job -> job.id() == number || job.arrayJobId() == number || job.hetJobId() == number;
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
        if (!sources.visibility().showsUsers()) {
            return Answer.error(
                    FORBIDDEN,
                    "this exporter hides users; set api.showUsers in its configuration to show them,"
                            + " unless metrics.userNames is drop");
        }
        String user = decoded(request.segments().get(0));
        Predicate<Job> match = job -> sources.visibility().names(user, job.user());
        Comparator<Job> order = Comparator.comparing((Job job) -> !job.pending())
                .thenComparing(Job::priority, Comparator.reverseOrder())
                .thenComparingLong(Job::id);
        return jobs(request, match, order, "no job of user " + user + " in slurmctld");
    }

    Answer nodeSet(ApiRequest request) {
        List<ClusterView> clusters = clusters(request);
        String namespace = decoded(request.segments().get(0));
        String name = decoded(request.segments().get(1));
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
            return silent.isEmpty()
                    ? Answer.error(NOT_FOUND, "no NodeSet " + namespace + "/" + name + "; /api/v1/now lists them")
                    : Answer.error(UNAVAILABLE, String.join("; ", silent));
        }
        Instant now = clock.instant();
        return document(found, cluster -> {
            ObjectNode object = JsonDocument.object().put("cluster", cluster.name());
            cluster.demand().observedAt().ifPresent(at -> JsonDocument.age(object, at, now));
            return object.set(
                    "nodeSet",
                    NodeSetJson.one(cluster, pool(cluster, namespace, name).orElseThrow()));
        });
    }

    private static Optional<PoolDemand> pool(ClusterView cluster, String namespace, String name) {
        return cluster.demand().demand().stream()
                .flatMap(demand -> demand.pools().stream())
                .filter(pool -> pool.pool().namespace().equals(namespace)
                        && pool.pool().name().equals(name))
                .findFirst();
    }

    private Answer jobs(ApiRequest request, Predicate<Job> match, Comparator<Job> order, String missing) {
        Instant now = clock.instant();
        List<ClusterView> clusters = clusters(request);
        List<ClusterView> found = clusters.stream()
                .filter(cluster -> cluster.queueAt(now).stream()
                        .anyMatch(queue -> queue.jobs().stream().anyMatch(match)))
                .toList();
        if (found.isEmpty()) {
            // Unknown data does not prove that a NodeSet is absent.
            List<String> silent = clusters.stream()
                    .flatMap(
                            cluster -> cluster
                                    .withheld(SlurmSource.JOBS, now)
                                    .map(why -> "cluster " + cluster.name() + ": " + why)
                                    .stream())
                    .toList();
            return silent.isEmpty()
                    ? Answer.error(NOT_FOUND, missing)
                    : Answer.error(UNAVAILABLE, String.join("; ", silent));
        }
        return document(found, cluster -> jobs(cluster, match, order, now));
    }

    private ObjectNode jobs(ClusterView cluster, Predicate<Job> match, Comparator<Job> order, Instant now) {
        ClusterView.Queue queue = cluster.queueAt(now).orElseThrow();
        List<Job> all = queue.jobs().stream().filter(match).sorted(order).toList();
        Map<JobState, Long> states = new EnumMap<>(JobState.class);
        all.forEach(job -> states.merge(job.state(), job.tasks(), Long::sum));
        ObjectNode object = JsonDocument.object().put("cluster", cluster.name());
        JsonDocument.age(object, queue.at(), now);
        // While jobs are unreadable, the answer comes from an earlier poll.
        cluster.source(SlurmSource.JOBS)
                .flatMap(SourceStatus::failure)
                .ifPresent(failure ->
                        object.put("outdated", "jobs unreadable since " + failure.since() + ": " + failure.message()));
        object.set("byState", JsonDocument.numbers(states, JobState::label));
        JobJson one = new JobJson(cluster, queue, sources.visibility(), now);
        object.set("jobs", JsonDocument.array(all.subList(0, Math.min(MAX_JOBS, all.size())), one::job));
        return object.put("leftOut", Math.max(0, all.size() - MAX_JOBS));
    }

    private static Answer document(List<ClusterView> clusters, Function<ClusterView, ObjectNode> content) {
        ObjectNode document = JsonDocument.object().put("version", NowJson.VERSION);
        return Answer.json(OK, JsonDocument.bytes(document.set("clusters", JsonDocument.array(clusters, content))));
    }

    private List<ClusterView> clusters(ApiRequest request) {
        Optional<String> wanted = request.query().apply("cluster");
        return sources.views().get().stream()
                .filter(cluster -> wanted.isEmpty() || wanted.get().equals(cluster.name()))
                .toList();
    }

    private static String decoded(String segment) {
        try {
            // In a path, a plus sign is literal.
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new ApiRequest.BadQuery(e);
        }
    }
}
