package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.common.demand.ApiJson;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.QueuePlace;
import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.derive.pending.ObstacleFinder;
import dev.sluice.exporter.derive.pending.Obstacles;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.model.job.JobOwner;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.reason.Explanation;
import dev.sluice.exporter.model.reason.ReasonClass;
import dev.sluice.exporter.publish.PublishedNodes;
import dev.sluice.exporter.publish.PublishedQueue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Encodes a job record: the reason, the positions in the queue, the requested resources and the available resources.
 */
public final class JobJson {

    private final ClusterView cluster;
    private final PublishedQueue queue;
    private final Visibility visibility;
    private final Instant now;
    private final Constraints constraints;
    private final ObstacleFinder obstacles;

    public JobJson(ClusterView cluster, PublishedQueue queue, Visibility visibility, Instant now) {
        this.cluster = cluster;
        this.queue = queue;
        this.visibility = visibility.within(cluster.privateData());
        this.now = now;
        this.constraints = cluster.constraintsAt(now);
        this.obstacles = new ObstacleFinder(
                queue.jobs(), cluster.nodesAt(now).map(PublishedNodes::nodes).orElse(List.of()), constraints, now);
    }

    /** Encodes a job for a list. */
    public ObjectNode summary(Job job) {
        ObjectNode object = identity(job);
        object.put("state", job.status().state().label());
        object.put("pending", job.pending());
        if (job.pending()) {
            object.put("reason", job.status().reason())
                    .put("reasonClass", job.status().reasonClass().label());
        } else {
            JsonDocument.text(object, "runsOn", job.allocation().nodes());
        }
        positive(object, "timeLimitSeconds", job.times().limit());
        return object.set("asks", asks(job.request()));
    }

    /** Encodes all details of a job. */
    public ObjectNode job(Job job) {
        ObjectNode object = summary(job);
        if (job.pending()) {
            List<QueuePlace> places = places(job);
            Obstacles found = obstacles.of(job);
            Explanation answer = new PendingWords(job, found, constraints.partitions(), visibility).answer(places);
            object.put("meaning", answer.meaning()).put("todo", answer.todo());
            JsonDocument.text(object, "slurmSays", job.status().words());
            positive(object, "restarts", job.status().restarts());
            object.set("places", JsonDocument.array(places, JobJson::place));
            putExpectedStart(object, job);
            new ObstacleJson(visibility, job, now).put(object, found);
            object.set("exists", exists(job));
            object.set("scaling", scaling(job));
        } else {
            RunJson.put(object, job, now);
        }
        return object;
    }

    private ObjectNode identity(Job job) {
        Visibility names = visibility.of(job.owner().user());
        ObjectNode object = JsonDocument.object().put("jobId", job.id());
        positive(object, "arrayJobId", job.array().jobId());
        positive(object, "hetJobId", job.hetJobId());
        object.put("tasks", job.array().tasks());
        if (job.array().truncated()) {
            object.put("tasksTruncated", true);
        }
        JsonDocument.text(object, "name", names.jobName(job.name()));
        putOrigin(object, job.origin(), names);
        putOwner(object, job.owner(), names);
        object.set("partitions", JsonDocument.texts(job.partitions()));
        JsonDocument.text(object, "qos", job.owner().qos());
        object.put("priority", job.priority());
        time(object, "submittedAt", job.times().submittedAt());
        time(object, "eligibleAt", job.times().eligibleAt());
        time(object, "startedAt", job.times().startedAt());
        time(object, "endedAt", job.times().endedAt());
        return object;
    }

    static void putOwner(ObjectNode object, JobOwner owner, Visibility names) {
        JsonDocument.text(object, "user", names.user(owner.user()));
        JsonDocument.text(object, "account", names.account(owner.account()));
    }

    /** Shows pods only to readers of job names, because a user chooses both names. */
    private static void putOrigin(ObjectNode object, JobOrigin origin, Visibility names) {
        if (origin.kind() != JobOrigin.Kind.UNKNOWN) {
            object.put("origin", origin.kind().label());
        }
        List<String> pods = origin.pods().stream()
                .map(names::jobName)
                .filter(pod -> !pod.isEmpty())
                .toList();
        if (!pods.isEmpty()) {
            object.set("pods", JsonDocument.texts(pods));
            positive(object, "podsLeftOut", origin.podsLeftOut());
        }
    }

    private List<QueuePlace> places(Job job) {
        return job.partitions().stream()
                .flatMap(partition -> QueuePlace.of(queue.jobs(), job, partition).stream())
                .toList();
    }

    private static ObjectNode place(QueuePlace place) {
        ObjectNode object = JsonDocument.object()
                .put("partition", place.partition())
                .put("position", place.position())
                .put("of", place.of())
                .put("tasksBefore", place.tasksBefore());
        object.set("before", JsonDocument.numbers(place.before(), ReasonClass::label));
        if (place.position() > 1) {
            object.put("ahead", ObstacleWords.ahead(place));
        }
        return object.put("sentence", ObstacleWords.sentence(place));
    }

    /** Omits an estimated start in the past, because the estimate was wrong. */
    private void putExpectedStart(ObjectNode object, Job job) {
        if (job.times().expectedStartAt() > now.getEpochSecond()) {
            time(object, "expectedStartAt", job.times().expectedStartAt());
            object.put("expectedStartBy", "Slurm's estimate; it changes with every submitted or ended job");
        }
    }

    private static ObjectNode asks(JobRequest request) {
        return JsonDocument.object()
                .put("nodes", request.nodes())
                .put("cpus", request.cpus())
                .put("memoryBytes", request.memoryBytes())
                .set("gpus", GpuJson.asked(request.gpus()));
    }

    private ArrayNode exists(Job job) {
        Optional<PublishedNodes> nodes = cluster.nodesAt(now);
        return JsonDocument.array(
                nodes.isPresent() ? job.partitions() : List.of(),
                partition -> exists(
                        partition,
                        nodes.orElseThrow().capacity().partitions().getOrDefault(partition, new Capacity())));
    }

    private static ObjectNode exists(String partition, Capacity capacity) {
        ObjectNode object = JsonDocument.object().put("partition", partition);
        object.set("nodes", (ObjectNode) JsonDocument.tree(NowDocument.byState(capacity)));
        GpuJson.split(object.putObject("cpus"), capacity.cpus());
        GpuJson.split(object.putObject("memoryBytes"), capacity.memoryBytes());
        return object.set("gpus", GpuJson.capacity(capacity));
    }

    /** Encodes the job's part in autoscaling, or the reason why the signal is withheld. */
    private ObjectNode scaling(Job job) {
        ClusterDemand demand = cluster.demand();
        ObjectNode object = JsonDocument.object();
        if (demand.publishing()) {
            demand.demand().stream()
                    .flatMap(present -> present.jobs().stream())
                    .filter(explained -> explained.jobId() == job.id())
                    .findFirst()
                    .ifPresent(explained -> {
                        object.set("job", ApiJson.MAPPER.valueToTree(DemandJson.job(explained)));
                        object.put("sentence", sentence(explained));
                    });
        } else {
            JsonDocument.text(object, "withheld", demand.reason().orElse(""));
        }
        return object;
    }

    private static String sentence(JobExplanation job) {
        String nodeSet = job.pool().map(JobJson::name).orElse("");
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

    private static String name(PoolName pool) {
        return pool.kind() + " " + pool.namespace() + "/" + pool.name();
    }

    private static void positive(ObjectNode object, String name, long number) {
        if (number > 0) {
            object.put(name, number);
        }
    }

    private static void time(ObjectNode object, String name, long epochSeconds) {
        if (epochSeconds > 0) {
            object.put(name, Instant.ofEpochSecond(epochSeconds).toString());
        }
    }
}
