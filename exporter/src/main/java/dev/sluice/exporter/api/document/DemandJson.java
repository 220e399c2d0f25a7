package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.PartitionDemand;
import dev.sluice.exporter.derive.scaling.PendingClass;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The JSON of /api/v1/demand, version 1. Later versions may add members, but never change a member's meaning. Omits
 * unknown values. Omits all values of a cluster that is not publishing.
 */
public final class DemandJson {

    private static final int JOBS_IN_A_PART = 100;

    private DemandJson() {}

    /** Encodes all clusters, without jobs. */
    public static byte[] encode(List<ClusterDemand> clusters, Instant now) {
        return JsonDocument.bytes(JsonDocument.clusters(clusters, cluster -> cluster(cluster, now)));
    }

    /** Encodes all clusters with their pending jobs. The number of pending jobs can be large. */
    public static Iterator<Buffer> explained(List<ClusterDemand> clusters, Instant now) {
        List<JsonDocument.Part> parts = new ArrayList<>();
        parts.add(JsonDocument.opening(JsonDocument.version()));
        parts.add(json -> json.writeArrayFieldStart("clusters"));
        for (ClusterDemand cluster : clusters) {
            parts.add(JsonDocument.opening(cluster(cluster, now)));
            cluster.demand()
                    .filter(unused -> cluster.publishing())
                    .ifPresent(demand -> parts.addAll(jobs(demand.jobs())));
            parts.add(JsonGenerator::writeEndObject);
        }
        parts.add(JsonGenerator::writeEndArray);
        parts.add(JsonGenerator::writeEndObject);
        return JsonDocument.pieces(parts);
    }

    /** Encodes one NodeSet as a flat object; the cluster must be publishing. */
    public static byte[] encode(ClusterDemand cluster, PoolDemand nodeSet, Instant now) {
        return JsonDocument.bytes(flat(cluster, nodeSet, now));
    }

    /**
     * Encodes one NodeSet with its pending jobs. The number of pending jobs can be large. The cluster must be
     * publishing.
     */
    public static Iterator<Buffer> explained(ClusterDemand cluster, PoolDemand nodeSet, Instant now) {
        List<JsonDocument.Part> parts = new ArrayList<>();
        parts.add(JsonDocument.opening(flat(cluster, nodeSet, now)));
        cluster.demand()
                .ifPresent(demand -> parts.addAll(jobs(demand.jobs().stream()
                        .filter(job -> job.pool().equals(Optional.of(nodeSet.pool())))
                        .toList())));
        parts.add(JsonGenerator::writeEndObject);
        return JsonDocument.pieces(parts);
    }

    private static List<JsonDocument.Part> jobs(List<JobExplanation> jobs) {
        List<JsonDocument.Part> parts = new ArrayList<>();
        parts.add(json -> json.writeArrayFieldStart("jobs"));
        for (int from = 0; from < jobs.size(); from += JOBS_IN_A_PART) {
            List<JobExplanation> some = jobs.subList(from, Math.min(jobs.size(), from + JOBS_IN_A_PART));
            parts.add(json -> {
                for (JobExplanation job : some) {
                    json.writeTree(job(job));
                }
            });
        }
        parts.add(JsonGenerator::writeEndArray);
        return parts;
    }

    private static ObjectNode flat(ClusterDemand cluster, PoolDemand nodeSet, Instant now) {
        ObjectNode object = JsonDocument.version().put("cluster", cluster.cluster());
        putAge(object, cluster, now);
        return object.setAll(nodeSet(nodeSet));
    }

    private static ObjectNode cluster(ClusterDemand cluster, Instant now) {
        ObjectNode object = JsonDocument.object().put("cluster", cluster.cluster());
        putAge(object, cluster, now);
        object.put("publishing", cluster.publishing());
        cluster.reason().ifPresent(reason -> object.put("reason", reason));
        if (cluster.hasNoNodeSets()) {
            object.putArray("nodeSets");
        }
        cluster.demand().filter(unused -> cluster.publishing()).ifPresent(demand -> put(object, demand));
        return object;
    }

    private static void putAge(ObjectNode object, ClusterDemand cluster, Instant now) {
        cluster.observedAt().ifPresent(observedAt -> {
            JsonDocument.age(object, observedAt, now);
            JsonDocument.seconds(object, "maxAgeSeconds", cluster.maxAge());
        });
    }

    private static void put(ObjectNode object, ScalingDemand demand) {
        object.set("nodeSets", JsonDocument.array(demand.pools(), DemandJson::nodeSet));
        object.set("partitions", JsonDocument.array(demand.partitions(), DemandJson::partition));
    }

    private static ObjectNode partition(PartitionDemand partition) {
        return JsonDocument.object()
                .put("name", partition.partition())
                .put("pendingNodes", partition.pendingNodes())
                .set("pendingJobs", JsonDocument.numbers(partition.pendingJobs(), PendingClass::label));
    }

    static ObjectNode nodeSet(PoolDemand nodeSet) {
        ObjectNode object =
                name(nodeSet.pool()).put("apiVersion", nodeSet.pool().apiVersion());
        nodeSet.notScalable()
                .ifPresentOrElse(why -> object.put("notScalable", why), () -> object.put("desired", nodeSet.desired()));
        object.put("min", nodeSet.min())
                .put("max", nodeSet.max())
                .put("replicas", nodeSet.replicas())
                .put("busy", nodeSet.busy())
                .put("idle", nodeSet.idle())
                .put("starting", nodeSet.starting())
                .put("draining", nodeSet.drainingNodes())
                .put("unusable", nodeSet.unusableNodes())
                .put("ghosts", nodeSet.ghosts())
                .put("pendingNodes", nodeSet.pendingNodes());
        object.set("pendingJobs", JsonDocument.numbers(nodeSet.pendingJobs(), PendingClass::label));
        return object.set("reasons", JsonDocument.texts(nodeSet.reasons()));
    }

    private static ObjectNode name(PoolName name) {
        return JsonDocument.object()
                .put("namespace", name.namespace())
                .put("name", name.name())
                .put("kind", name.kind());
    }

    /** Encodes the explanation of one job. */
    static ObjectNode job(JobExplanation job) {
        ObjectNode object = JsonDocument.object()
                .put("jobId", job.jobId())
                .put("class", job.pendingClass().label())
                .put("reason", job.reason())
                .put("partition", job.partition());
        job.pool().ifPresent(pool -> object.set("pool", name(pool)));
        object.put("tasks", job.tasks()).put("counted", job.counted());
        if (job.nodesEach() > 0) {
            object.put("nodesEach", job.nodesEach());
        }
        object.put("nodes", job.newNodes());
        job.cause().ifPresent(cause -> object.put("cause", cause.label()));
        return object.put("why", job.why());
    }
}
