package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.PendingDemand;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.QueueSummary.PartitionQueue;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeState;
import dev.sluice.exporter.model.reason.Explanation;
import dev.sluice.exporter.model.reason.PendingReason;
import dev.sluice.exporter.model.reason.ReasonClass;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The JSON of /api/v1/now, version 1: what the page shows of the living clusters. What is too old to be shown is left
 * out, and {@code withheld} says why.
 */
public final class NowJson {

    public static final int VERSION = 1;

    private final JsonGenerator json;
    private final Instant now;

    private NowJson(JsonGenerator json, Instant now) {
        this.json = json;
        this.now = now;
    }

    public static byte[] encode(ExporterStatus status, List<ClusterView> clusters, Visibility visibility, Instant now) {
        return JsonDocument.encode(json -> new NowJson(json, now).write(status, clusters, visibility));
    }

    private void write(ExporterStatus status, List<ClusterView> clusters, Visibility visibility) throws IOException {
        json.writeStartObject();
        json.writeNumberField("version", VERSION);
        json.writeStringField("now", now.toString());
        json.writeObjectFieldStart("exporter");
        json.writeStringField("version", status.version());
        json.writeStringField("startedAt", status.startedAt().toString());
        json.writeStringField("metricsAddress", status.metricsAddress());
        json.writeBooleanField("showsUsers", visibility.showsUsers());
        json.writeEndObject();
        writeReasonClasses();
        json.writeArrayFieldStart("clusters");
        for (ClusterView cluster : clusters) {
            json.writeStartObject();
            write(cluster);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeReasonClasses() throws IOException {
        json.writeArrayFieldStart("reasonClasses");
        for (ReasonClass reasonClass : ReasonClass.values()) {
            Explanation explanation = reasonClass.explanation();
            json.writeStartObject();
            json.writeStringField("name", reasonClass.label());
            json.writeStringField("title", reasonClass.title());
            json.writeStringField("meaning", explanation.meaning());
            json.writeStringField("todo", explanation.todo());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void write(ClusterView cluster) throws IOException {
        StatusJson.writeMembers(json, cluster.status(), now);
        Optional<ClusterView.Queue> queue = cluster.queueAt(now);
        Optional<ClusterView.Nodes> nodes = cluster.nodesAt(now);
        json.writeObjectFieldStart("jobs");
        if (queue.isPresent()) {
            JsonDocument.age(json, queue.get().at(), now);
            write(queue.get());
        } else {
            json.writeStringField(
                    "withheld", cluster.withheld(SlurmSource.JOBS, now).orElse("jobs have not been read yet"));
        }
        json.writeEndObject();
        writeGpus(
                nodes.map(present -> present.capacity().cluster()),
                queue.map(present -> present.summary().cluster()));
        json.writeObjectFieldStart("nodes");
        if (nodes.isPresent()) {
            JsonDocument.age(json, nodes.get().at(), now);
            writeStates(nodes.get().capacity().cluster());
            NodeListJson.write(json, nodes.get());
        } else {
            json.writeStringField(
                    "withheld", cluster.withheld(SlurmSource.NODES, now).orElse("nodes have not been read yet"));
        }
        json.writeEndObject();
        json.writeObjectFieldStart("scaling");
        NodeSetJson.writeAll(json, cluster, now);
        json.writeEndObject();
    }

    private void write(ClusterView.Queue queue) throws IOException {
        QueueSummary summary = queue.summary();
        writeStates(summary.cluster());
        writePending(summary.cluster(), queue.at());
        json.writeArrayFieldStart("partitions");
        for (Map.Entry<String, PartitionQueue> partition : summary.partitions().entrySet()) {
            json.writeStartObject();
            json.writeStringField("name", partition.getKey());
            writeStates(partition.getValue());
            writePending(partition.getValue(), queue.at());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void writeStates(PartitionQueue queue) throws IOException {
        json.writeObjectFieldStart("byState");
        for (Map.Entry<JobState, Long> state : queue.jobs().entrySet()) {
            json.writeNumberField(state.getKey().label(), state.getValue());
        }
        json.writeEndObject();
    }

    private void writePending(PartitionQueue queue, Instant at) throws IOException {
        json.writeArrayFieldStart("pending");
        for (ReasonClass reasonClass : ReasonClass.values()) {
            PendingDemand demand = queue.demand().get(reasonClass);
            if (demand != null) {
                json.writeStartObject();
                json.writeStringField("class", reasonClass.label());
                writeReasons(queue, reasonClass);
                json.writeNumberField("nodes", demand.nodes());
                json.writeNumberField("cpus", demand.cpus());
                json.writeNumberField("gpus", demand.gpus().total());
                if (demand.oldestEligibleAt() > 0) {
                    json.writeNumberField("oldestSeconds", at.getEpochSecond() - demand.oldestEligibleAt());
                }
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    private void writeReasons(PartitionQueue queue, ReasonClass reasonClass) throws IOException {
        long jobs = 0;
        json.writeObjectFieldStart("reasons");
        for (Map.Entry<String, Long> reason : queue.pendingByReason().entrySet()) {
            if (PendingReason.of(reason.getKey()).reasonClass() == reasonClass) {
                json.writeNumberField(reason.getKey(), reason.getValue());
                jobs += reason.getValue();
            }
        }
        json.writeEndObject();
        json.writeNumberField("jobs", jobs);
    }

    private void writeStates(Capacity nodes) throws IOException {
        json.writeObjectFieldStart("byState");
        for (NodeState state : NodeState.values()) {
            if (nodes.nodes(state) > 0) {
                json.writeNumberField(state.label(), nodes.nodes(state));
            }
        }
        json.writeEndObject();
    }

    /** What there is and what is asked for; what is not known is left out. */
    private void writeGpus(Optional<Capacity> capacity, Optional<PartitionQueue> queue) throws IOException {
        GpuCounts asked = queue.map(NowJson::asked).orElse(GpuCounts.NONE);
        SortedSet<String> types = new TreeSet<>(capacity.map(GpuJson::types).orElse(new TreeSet<>()));
        types.addAll(asked.byType().keySet());
        json.writeArrayFieldStart("gpus");
        for (String type : types) {
            boolean exists = capacity.filter(nodes -> GpuJson.types(nodes).contains(type))
                    .isPresent();
            if (exists || !type.equals(GpuCounts.UNTYPED)) {
                json.writeStartObject();
                json.writeStringField("type", GpuJson.name(type));
                if (capacity.isPresent()) {
                    GpuJson.split(json, capacity.get(), type);
                }
                if (queue.isPresent() && !type.equals(GpuCounts.UNTYPED)) {
                    json.writeNumberField("asked", GpuJson.count(asked, type));
                }
                json.writeEndObject();
            }
        }
        if (GpuJson.count(asked, GpuCounts.UNTYPED) > 0) {
            json.writeStartObject();
            json.writeStringField("type", GpuJson.askedName(GpuCounts.UNTYPED));
            json.writeNumberField("asked", GpuJson.count(asked, GpuCounts.UNTYPED));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static GpuCounts asked(PartitionQueue queue) {
        GpuCounts asked = GpuCounts.NONE;
        for (PendingDemand demand : queue.demand().values()) {
            asked = asked.plus(demand.gpus());
        }
        return asked;
    }
}
