package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.QueuePlace;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.node.NodeState;
import dev.sluice.exporter.model.reason.PendingReason;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** One job record: what it waits for, where it stands, what it asks for and what there is. */
public final class JobJson {

    private final JsonGenerator json;
    private final ClusterView cluster;
    private final ClusterView.Queue queue;
    private final Visibility visibility;
    private final Instant now;

    public JobJson(
            JsonGenerator json, ClusterView cluster, ClusterView.Queue queue, Visibility visibility, Instant now) {
        this.json = json;
        this.cluster = cluster;
        this.queue = queue;
        this.visibility = visibility;
        this.now = now;
    }

    public void write(Job job) throws IOException {
        json.writeStartObject();
        identity(job);
        json.writeStringField("state", job.state().label());
        json.writeBooleanField("pending", job.pending());
        if (job.pending()) {
            reason(job);
            places(job);
            expectedStart(job);
        }
        asks(job);
        if (job.pending()) {
            exists(job);
            scaling(job);
        } else {
            text("runsOn", job.nodes());
        }
        json.writeEndObject();
    }

    private void identity(Job job) throws IOException {
        json.writeNumberField("jobId", job.id());
        positive("arrayJobId", job.arrayJobId());
        positive("hetJobId", job.hetJobId());
        json.writeNumberField("tasks", job.tasks());
        if (job.tasksTruncated()) {
            json.writeBooleanField("tasksTruncated", true);
        }
        text("name", visibility.jobName(job.name()).orElse(""));
        text("user", visibility.user(job.user()).orElse(""));
        text("account", visibility.account(job.account()).orElse(""));
        json.writeArrayFieldStart("partitions");
        for (String partition : job.partitions()) {
            json.writeString(partition);
        }
        json.writeEndArray();
        text("qos", job.qos());
        json.writeNumberField("priority", job.priority());
        time("submittedAt", job.submittedAt());
        time("eligibleAt", job.eligibleAt());
        time("startedAt", job.startedAt());
        time("endedAt", job.endedAt());
    }

    private void reason(Job job) throws IOException {
        PendingReason reason = PendingReason.of(job.reason());
        json.writeStringField("reason", job.reason());
        json.writeStringField("reasonClass", reason.reasonClass().label());
        json.writeStringField("meaning", reason.explanation().meaning());
        json.writeStringField("todo", reason.explanation().todo());
    }

    private void places(Job job) throws IOException {
        json.writeArrayFieldStart("places");
        for (String partition : job.partitions()) {
            Optional<QueuePlace> place = QueuePlace.of(queue.jobs(), job, partition);
            if (place.isPresent()) {
                json.writeStartObject();
                json.writeStringField("partition", partition);
                json.writeNumberField("position", place.get().position());
                json.writeNumberField("of", place.get().of());
                json.writeNumberField("tasksBefore", place.get().tasksBefore());
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    /** An estimate that has passed was wrong, and is none any more. */
    private void expectedStart(Job job) throws IOException {
        if (job.expectedStartAt() > now.getEpochSecond()) {
            time("expectedStartAt", job.expectedStartAt());
            json.writeStringField(
                    "expectedStartBy", "Slurm's own estimate; it changes with every job that comes or ends");
        }
    }

    /** What one task asks for. */
    private void asks(Job job) throws IOException {
        JobRequest request = job.request();
        json.writeObjectFieldStart("asks");
        json.writeNumberField("nodes", request.nodes());
        json.writeNumberField("cpus", request.cpus());
        json.writeNumberField("memoryBytes", request.memoryBytes());
        GpuJson.asked(json, request.gpus());
        json.writeEndObject();
    }

    private void exists(Job job) throws IOException {
        Optional<ClusterView.Nodes> nodes = cluster.nodesAt(now);
        json.writeArrayFieldStart("exists");
        for (String partition : job.partitions()) {
            Capacity capacity = nodes.map(
                            present -> present.capacity().partitions().getOrDefault(partition, new Capacity()))
                    .orElse(new Capacity());
            if (nodes.isPresent()) {
                json.writeStartObject();
                json.writeStringField("partition", partition);
                nodes(capacity);
                split("cpus", capacity.cpus());
                split("memoryBytes", capacity.memoryBytes());
                GpuJson.capacity(json, capacity);
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    private void nodes(Capacity capacity) throws IOException {
        json.writeObjectFieldStart("nodes");
        for (NodeState state : NodeState.values()) {
            if (capacity.nodes(state) > 0) {
                json.writeNumberField(state.label(), capacity.nodes(state));
            }
        }
        json.writeEndObject();
    }

    private void split(String name, Capacity.Split split) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("allocated", split.allocated());
        json.writeNumberField("idle", split.idle());
        json.writeNumberField("unavailable", split.unavailable());
        json.writeEndObject();
    }

    /** What autoscaling made of it; where its numbers are not to be trusted, why. */
    private void scaling(Job job) throws IOException {
        ClusterDemand demand = cluster.demand();
        json.writeObjectFieldStart("scaling");
        if (demand.publishing()) {
            Optional<JobExplanation> found = demand.demand().stream()
                    .flatMap(present -> present.jobs().stream())
                    .filter(explained -> explained.jobId() == job.id())
                    .findFirst();
            if (found.isPresent()) {
                json.writeFieldName("job");
                DemandJson.writeJob(json, found.get());
                json.writeStringField("sentence", sentence(found.get()));
            }
        } else {
            text("withheld", demand.reason().orElse(""));
        }
        json.writeEndObject();
    }

    private static String sentence(JobExplanation job) {
        String nodeSet = job.pool().map(JobJson::name).orElse("");
        if (job.counted() == 0) {
            String where = nodeSet.isEmpty() ? "It makes no NodeSet grow" : "It does not make " + nodeSet + " grow";
            return where + ": " + job.why() + ".";
        }
        if (job.newNodes() == 0) {
            return "It counts for " + nodeSet + ", and fits on nodes that are counted already.";
        }
        return "It counts for " + nodeSet + ", which needs " + job.newNodes()
                + (job.newNodes() == 1 ? " node" : " nodes") + " for it: idle, starting or still to be added.";
    }

    private static String name(PoolName pool) {
        return pool.kind() + " " + pool.namespace() + "/" + pool.name();
    }

    private void text(String name, String text) throws IOException {
        if (!text.isEmpty()) {
            json.writeStringField(name, text);
        }
    }

    private void positive(String name, long number) throws IOException {
        if (number > 0) {
            json.writeNumberField(name, number);
        }
    }

    private void time(String name, long epochSeconds) throws IOException {
        if (epochSeconds > 0) {
            json.writeStringField(name, Instant.ofEpochSecond(epochSeconds).toString());
        }
    }
}
