package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.api.view.DemandReport;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.PartitionDemand;
import dev.sluice.exporter.derive.scaling.PendingClass;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The JSON of /api/v1/demand, version 1. Members may be added to it; none changes its meaning. What is not known is left
 * out, and so are all numbers of a cluster that is not publishing.
 */
public final class DemandJson {

    private static final int VERSION = 1;
    private static final int JOBS_IN_A_PART = 100;

    private final JsonGenerator json;
    private final Instant now;

    private DemandJson(JsonGenerator json, Instant now) {
        this.json = json;
        this.now = now;
    }

    /** All clusters, without their jobs. */
    public static byte[] encode(DemandReport report, Instant now) {
        return JsonDocument.encode(json -> {
            for (JsonDocument.Content part : parts(report, false, now)) {
                part.write(json);
            }
        });
    }

    /** All clusters with the jobs that wait, which may be many. */
    public static Iterator<Buffer> explained(DemandReport report, Instant now) {
        return JsonDocument.pieces(parts(report, true, now));
    }

    /** One NodeSet alone, flat; the cluster must be publishing. */
    public static byte[] encode(ClusterDemand cluster, PoolDemand nodeSet, Instant now) {
        return JsonDocument.encode(json -> {
            new DemandJson(json, now).begin(cluster, nodeSet);
            json.writeEndObject();
        });
    }

    /** One NodeSet alone with the jobs that wait for it, which may be many; the cluster must be publishing. */
    public static Iterator<Buffer> explained(ClusterDemand cluster, PoolDemand nodeSet, Instant now) {
        List<JsonDocument.Content> parts = new ArrayList<>();
        parts.add(json -> new DemandJson(json, now).begin(cluster, nodeSet));
        cluster.demand()
                .ifPresent(demand -> parts.addAll(parts(demand.jobs().stream()
                        .filter(job -> job.pool().equals(Optional.of(nodeSet.pool())))
                        .toList())));
        parts.add(JsonGenerator::writeEndObject);
        return JsonDocument.pieces(parts);
    }

    /** The members of one NodeSet. */
    static void writeNodeSet(JsonGenerator json, PoolDemand nodeSet) throws IOException {
        new DemandJson(json, Instant.EPOCH).writeMembers(nodeSet);
    }

    /** What became of one job. */
    static void writeJob(JsonGenerator json, JobExplanation job) throws IOException {
        new DemandJson(json, Instant.EPOCH).write(job);
    }

    private static List<JsonDocument.Content> parts(DemandReport report, boolean explain, Instant now) {
        List<JsonDocument.Content> parts = new ArrayList<>();
        parts.add(json -> {
            json.writeStartObject();
            json.writeNumberField("version", VERSION);
            json.writeArrayFieldStart("clusters");
        });
        for (ClusterDemand cluster : report.clusters()) {
            parts.add(json -> new DemandJson(json, now).begin(cluster));
            if (explain && cluster.publishing()) {
                cluster.demand().ifPresent(demand -> parts.addAll(parts(demand.jobs())));
            }
            parts.add(JsonGenerator::writeEndObject);
        }
        parts.add(json -> {
            json.writeEndArray();
            json.writeEndObject();
        });
        return parts;
    }

    private static List<JsonDocument.Content> parts(List<JobExplanation> jobs) {
        List<JsonDocument.Content> parts = new ArrayList<>();
        parts.add(json -> json.writeArrayFieldStart("jobs"));
        for (int from = 0; from < jobs.size(); from += JOBS_IN_A_PART) {
            List<JobExplanation> some = jobs.subList(from, Math.min(jobs.size(), from + JOBS_IN_A_PART));
            parts.add(json -> {
                for (JobExplanation job : some) {
                    writeJob(json, job);
                }
            });
        }
        parts.add(JsonGenerator::writeEndArray);
        return parts;
    }

    private void begin(ClusterDemand cluster, PoolDemand nodeSet) throws IOException {
        json.writeStartObject();
        json.writeNumberField("version", VERSION);
        writeCluster(cluster);
        writeMembers(nodeSet);
    }

    private void begin(ClusterDemand cluster) throws IOException {
        json.writeStartObject();
        writeCluster(cluster);
        json.writeBooleanField("publishing", cluster.publishing());
        if (cluster.reason().isPresent()) {
            json.writeStringField("reason", cluster.reason().get());
        }
        if (cluster.publishing() && cluster.demand().isPresent()) {
            write(cluster.demand().get());
        }
    }

    private void writeCluster(ClusterDemand cluster) throws IOException {
        json.writeStringField("cluster", cluster.cluster());
        if (cluster.observedAt().isPresent()) {
            Instant observedAt = cluster.observedAt().get();
            Duration age = Duration.between(observedAt, now);
            json.writeStringField("observedAt", observedAt.toString());
            JsonDocument.seconds(json, "ageSeconds", age.isNegative() ? Duration.ZERO : age);
            JsonDocument.seconds(json, "maxAgeSeconds", cluster.maxAge());
        }
    }

    private void write(ScalingDemand demand) throws IOException {
        json.writeArrayFieldStart("nodeSets");
        for (PoolDemand nodeSet : demand.pools()) {
            json.writeStartObject();
            writeMembers(nodeSet);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("partitions");
        for (PartitionDemand partition : demand.partitions()) {
            json.writeStartObject();
            json.writeStringField("name", partition.partition());
            json.writeNumberField("pendingNodes", partition.pendingNodes());
            writePendingJobs(partition.pendingJobs());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void writePendingJobs(Map<PendingClass, Long> pendingJobs) throws IOException {
        json.writeObjectFieldStart("pendingJobs");
        for (Map.Entry<PendingClass, Long> jobs : pendingJobs.entrySet()) {
            json.writeNumberField(jobs.getKey().label(), jobs.getValue());
        }
        json.writeEndObject();
    }

    private void writeMembers(PoolDemand nodeSet) throws IOException {
        writeName(nodeSet.pool());
        json.writeStringField("apiVersion", nodeSet.pool().apiVersion());
        if (nodeSet.notScalable().isEmpty()) {
            json.writeNumberField("desired", nodeSet.desired());
        } else {
            json.writeStringField("notScalable", nodeSet.notScalable().get());
        }
        json.writeNumberField("min", nodeSet.min());
        json.writeNumberField("max", nodeSet.max());
        json.writeNumberField("replicas", nodeSet.replicas());
        json.writeNumberField("busy", nodeSet.busy());
        json.writeNumberField("idle", nodeSet.idle());
        json.writeNumberField("starting", nodeSet.starting());
        json.writeNumberField("draining", nodeSet.drainingNodes());
        json.writeNumberField("unusable", nodeSet.unusableNodes());
        json.writeNumberField("ghosts", nodeSet.ghosts());
        json.writeNumberField("pendingNodes", nodeSet.pendingNodes());
        writePendingJobs(nodeSet.pendingJobs());
        json.writeArrayFieldStart("reasons");
        for (String reason : nodeSet.reasons()) {
            json.writeString(reason);
        }
        json.writeEndArray();
    }

    private void writeName(PoolName name) throws IOException {
        json.writeStringField("namespace", name.namespace());
        json.writeStringField("name", name.name());
        json.writeStringField("kind", name.kind());
    }

    private void write(JobExplanation job) throws IOException {
        json.writeStartObject();
        json.writeNumberField("jobId", job.jobId());
        json.writeStringField("class", job.pendingClass().label());
        json.writeStringField("reason", job.reason());
        json.writeStringField("partition", job.partition());
        if (job.pool().isPresent()) {
            json.writeObjectFieldStart("pool");
            writeName(job.pool().get());
            json.writeEndObject();
        }
        json.writeNumberField("tasks", job.tasks());
        json.writeNumberField("counted", job.counted());
        if (job.nodesEach() > 0) {
            json.writeNumberField("nodesEach", job.nodesEach());
        }
        json.writeNumberField("nodes", job.newNodes());
        if (job.cause().isPresent()) {
            json.writeStringField("cause", job.cause().get().label());
        }
        json.writeStringField("why", job.why());
        json.writeEndObject();
    }
}
