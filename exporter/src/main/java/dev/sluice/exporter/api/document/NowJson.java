package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.PendingDemand;
import dev.sluice.exporter.derive.QueueCounts;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.QueueSummary.PartitionQueue;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeState;
import dev.sluice.exporter.model.reason.Explanation;
import dev.sluice.exporter.model.reason.PendingReason;
import dev.sluice.exporter.model.reason.ReasonClass;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The JSON of /api/v1/now, version 1: the current state of the clusters for the status page. Omits outdated data and
 * gives the reason in {@code withheld}.
 */
public final class NowJson {

    public static final int VERSION = 1;

    private NowJson() {}

    /** Encodes the complete document. */
    public static byte[] encode(ExporterStatus status, List<ClusterView> clusters, Visibility visibility, Instant now) {
        return encode(status, clusters, visibility, NowJson::cluster, now);
    }

    /** Encodes only the sums of each cluster, for an index of many clusters. Omits single nodes, GPUs and NodeSets. */
    public static byte[] summary(
            ExporterStatus status, List<ClusterView> clusters, Visibility visibility, Instant now) {
        return encode(status, clusters, visibility, NowJson::sums, now);
    }

    private static byte[] encode(
            ExporterStatus status,
            List<ClusterView> clusters,
            Visibility visibility,
            BiFunction<ClusterView, Instant, ObjectNode> content,
            Instant now) {
        ObjectNode document = JsonDocument.object().put("version", VERSION).put("now", now.toString());
        ObjectNode exporter = document.putObject("exporter")
                .put("version", status.version())
                .put("startedAt", status.startedAt().toString())
                .put("metricsAddress", status.metricsAddress())
                .put("showsUsers", visibility.showsUsers());
        visibility.reader().ifPresent(user -> exporter.put("user", user));
        document.set("reasonClasses", JsonDocument.array(List.of(ReasonClass.values()), NowJson::reasonClass));
        document.set("clusters", JsonDocument.array(clusters, cluster -> content.apply(cluster, now)));
        return JsonDocument.bytes(document);
    }

    private static ObjectNode reasonClass(ReasonClass reasonClass) {
        Explanation explanation = reasonClass.explanation();
        return JsonDocument.object()
                .put("name", reasonClass.label())
                .put("title", reasonClass.title())
                .put("meaning", explanation.meaning())
                .put("todo", explanation.todo());
    }

    private static ObjectNode cluster(ClusterView cluster, Instant now) {
        ObjectNode object = sums(cluster, now);
        object.set("gpus", gpus(cluster, now));
        cluster.nodesAt(now).ifPresent(present -> NodeJson.list(object.withObject("nodes"), present.nodes()));
        return object.set("scaling", NodeSetJson.all(cluster, now));
    }

    private static ObjectNode sums(ClusterView cluster, Instant now) {
        Optional<ClusterView.Queue> queue = cluster.queueAt(now);
        Optional<ClusterView.Nodes> nodes = cluster.nodesAt(now);
        ObjectNode object = StatusJson.cluster(cluster.status(), now);
        Optional<ClusterView.Counts> counts = cluster.status().countsAt(now);
        boolean counted = counts.filter(by -> by.source() != SlurmSource.JOBS).isEmpty();
        object.set(
                "jobs",
                queue.map(present -> jobs(present, now, counted))
                        .orElseGet(() -> withheld(cluster, SlurmSource.JOBS, now)));
        counts.ifPresent(by -> putCounts(object.withObject("jobCounts"), by.counts()));
        return object.set(
                "nodes",
                nodes.map(present -> nodes(present, now)).orElseGet(() -> withheld(cluster, SlurmSource.NODES, now)));
    }

    private static ObjectNode withheld(ClusterView cluster, SlurmSource source, Instant now) {
        String why = cluster.withheld(source, now).orElse(source.label() + " have not been read yet");
        return JsonDocument.object().put("withheld", why);
    }

    /**
     * Encodes the queue.
     *
     * @param counted true if the job list is also the source of the jobs by state
     */
    private static ObjectNode jobs(ClusterView.Queue queue, Instant now, boolean counted) {
        QueueSummary summary = queue.summary();
        ObjectNode object = JsonDocument.object();
        JsonDocument.age(object, queue.at(), now);
        putQueue(object, summary.cluster(), queue.at(), counted);
        return object.set(
                "partitions",
                JsonDocument.array(
                        summary.partitions().entrySet(),
                        partition -> putQueue(
                                JsonDocument.object().put("name", partition.getKey()),
                                partition.getValue(),
                                queue.at(),
                                counted)));
    }

    private static void putCounts(ObjectNode object, QueueCounts counts) {
        object.set("byState", JsonDocument.numbers(counts.cluster(), JobState::label));
        object.set(
                "partitions",
                JsonDocument.array(
                        counts.partitions().entrySet(),
                        partition -> JsonDocument.object()
                                .put("name", partition.getKey())
                                .<ObjectNode>set(
                                        "byState", JsonDocument.numbers(partition.getValue(), JobState::label))));
    }

    private static ObjectNode putQueue(ObjectNode object, PartitionQueue queue, Instant at, boolean counted) {
        if (counted) {
            object.set("byState", JsonDocument.numbers(queue.jobs(), JobState::label));
        }
        return object.set(
                "pending",
                JsonDocument.array(
                        queue.demand().entrySet(), asked -> pending(queue, asked.getKey(), asked.getValue(), at)));
    }

    private static ObjectNode pending(PartitionQueue queue, ReasonClass reasonClass, PendingDemand demand, Instant at) {
        Map<String, Long> reasons = new TreeMap<>();
        queue.pendingByReason().forEach((reason, jobs) -> {
            if (reason.reasonClass() == reasonClass) {
                reasons.put(reason.name(), jobs);
            }
        });
        ObjectNode object = JsonDocument.object().put("class", reasonClass.label());
        object.set("reasons", JsonDocument.numbers(reasons, Function.identity()));
        object.put("jobs", reasons.values().stream().mapToLong(Long::longValue).reduce(0, Amounts::sum))
                .put("nodes", demand.nodes())
                .put("cpus", demand.cpus())
                .put("gpus", demand.gpus().total());
        if (reasonClass == ReasonClass.HELD) {
            object.put(
                    "userReleases",
                    reasons.entrySet().stream()
                            .filter(reason -> PendingReason.of(reason.getKey()).userReleases())
                            .mapToLong(Map.Entry::getValue)
                            .reduce(0, Amounts::sum));
        }
        if (demand.oldestEligibleAt() > 0) {
            object.put("oldestSeconds", at.getEpochSecond() - demand.oldestEligibleAt());
        }
        return object;
    }

    private static ObjectNode nodes(ClusterView.Nodes nodes, Instant now) {
        ObjectNode object = JsonDocument.object();
        JsonDocument.age(object, nodes.at(), now);
        return object.set("byState", byState(nodes.capacity().cluster()));
    }

    /** Encodes the number of nodes by state, without empty states. */
    static ObjectNode byState(Capacity nodes) {
        ObjectNode object = JsonDocument.object();
        for (NodeState state : NodeState.values()) {
            if (nodes.nodes(state) > 0) {
                object.put(state.label(), nodes.nodes(state));
            }
        }
        return object;
    }

    /** Encodes the known numbers of existing and requested GPUs. */
    private static ArrayNode gpus(ClusterView cluster, Instant now) {
        Optional<SortedMap<String, Capacity.Split>> exist =
                cluster.nodesAt(now).map(nodes -> nodes.capacity().cluster().gpus());
        Optional<GpuCounts> requested = cluster.queueAt(now)
                .map(queue -> queue.summary().cluster().demand().values().stream()
                        .map(PendingDemand::gpus)
                        .reduce(GpuCounts.NONE, GpuCounts::plus));
        SortedMap<String, Long> asked = requested.orElse(GpuCounts.NONE).byType();
        SortedSet<String> types = new TreeSet<>(asked.keySet());
        exist.ifPresent(known -> types.addAll(known.keySet()));
        ArrayNode gpus = JsonNodeFactory.instance.arrayNode();
        for (String type : types) {
            boolean typed = !type.equals(GpuCounts.UNTYPED);
            if (typed || exist.filter(known -> known.containsKey(type)).isPresent()) {
                ObjectNode object = gpus.addObject().put("type", GpuCounts.label(type));
                exist.ifPresent(known -> GpuJson.split(object, known.getOrDefault(type, Capacity.Split.NONE)));
                if (requested.isPresent() && typed) {
                    object.put("asked", asked.getOrDefault(type, 0L));
                }
            }
        }
        if (asked.containsKey(GpuCounts.UNTYPED)) {
            gpus.addObject()
                    .put("type", GpuCounts.labelOfRequest(GpuCounts.UNTYPED))
                    .put("asked", asked.getOrDefault(GpuCounts.UNTYPED, 0L));
        }
        return gpus;
    }
}
