package dev.sluice.exporter.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.common.demand.DemandReport;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.QueueSummary.PartitionQueue;
import dev.sluice.exporter.derive.QueueSummary.PendingDemand;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeState;
import dev.sluice.exporter.model.reason.PendingReason;
import dev.sluice.exporter.model.reason.PendingReason.Explanation;
import dev.sluice.exporter.model.reason.ReasonClass;
import dev.sluice.exporter.publish.PublishedNodes;
import dev.sluice.exporter.publish.PublishedQueue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The JSON of /api/v1/now: the current state of the clusters for the status page. Omits outdated data and gives the
 * reason in {@code withheld}.
 */
record NowDocument(
        int version, Instant now, Exporter exporter, List<ClassOfReasons> reasonClasses, List<ClusterNow> clusters) {

    /** The exporter, and the reader of the document. */
    record Exporter(
            String version, Instant startedAt, String metricsAddress, boolean showsUsers, Optional<String> user) {}

    record ClassOfReasons(
            ReasonClass name, String title, @JsonUnwrapped Explanation explanation) {}

    /** The state of one cluster; without single nodes, GPUs, reservations and NodeSets in a summary. */
    record ClusterNow(
            @JsonUnwrapped StatusDocument.ClusterSources sources,
            ClusterAnswer<QueueNow> jobs,
            ClusterAnswer<StatesNow> nodes,
            Optional<List<GpusNow>> gpus,
            Optional<List<Reservation>> reservations,
            Optional<DemandAnswers.NodeSetsNow> scaling) {}

    record QueueNow(@JsonUnwrapped PartOfQueue cluster, List<QueueOfPartition> partitions) {}

    record QueueOfPartition(String name, @JsonUnwrapped PartOfQueue queue) {}

    /**
     * The jobs of the cluster or of a partition.
     *
     * @param byState empty if another source counts the jobs
     */
    record PartOfQueue(Optional<Map<JobState, Long>> byState, List<PendingNow> pending) {

        static PartOfQueue of(PartitionQueue queue, Instant at, boolean counted) {
            return new PartOfQueue(
                    counted ? Optional.of(queue.jobs()) : Optional.empty(),
                    queue.demand().entrySet().stream()
                            .map(asked -> PendingNow.of(queue, asked.getKey(), asked.getValue(), at))
                            .toList());
        }
    }

    record PendingNow(
            @JsonProperty("class") ReasonClass reasonClass,
            Map<String, Long> reasons,
            long jobs,
            long nodes,
            long cpus,
            long gpus,
            OptionalLong userReleases,
            OptionalLong oldestSeconds) {

        static PendingNow of(PartitionQueue queue, ReasonClass reasonClass, PendingDemand demand, Instant at) {
            Map<String, Long> reasons = new TreeMap<>();
            queue.pendingByReason().forEach((reason, jobs) -> {
                if (reason.reasonClass() == reasonClass) {
                    reasons.put(reason.name(), jobs);
                }
            });
            return new PendingNow(
                    reasonClass,
                    reasons,
                    sum(reasons.entrySet().stream()),
                    demand.nodes(),
                    demand.cpus(),
                    demand.gpus().total(),
                    reasonClass == ReasonClass.HELD
                            ? OptionalLong.of(sum(reasons.entrySet().stream()
                                    .filter(reason ->
                                            PendingReason.of(reason.getKey()).userReleases())))
                            : OptionalLong.empty(),
                    demand.oldestEligibleAt() > 0
                            ? OptionalLong.of(at.getEpochSecond() - demand.oldestEligibleAt())
                            : OptionalLong.empty());
        }

        private static long sum(Stream<Map.Entry<String, Long>> reasons) {
            return reasons.mapToLong(Map.Entry::getValue).reduce(0, Amounts::sum);
        }
    }

    /** The nodes by state, with the list of the nodes unless the document is a summary. */
    record StatesNow(Map<NodeState, Long> byState, Optional<List<NodeAnswers.NodeInList>> list, OptionalLong leftOut) {

        static StatesNow of(PublishedNodes nodes, boolean summary) {
            List<NodeAnswers.NodeInList> list = NodeAnswers.list(nodes.nodes(), 0, NodeAnswers.MAX_NODES);
            return new StatesNow(
                    nodes.capacity().cluster().byState(),
                    summary ? Optional.empty() : Optional.of(list),
                    summary
                            ? OptionalLong.empty()
                            : OptionalLong.of(nodes.nodes().size() - list.size()));
        }
    }

    /** GPUs of one type: existing GPUs, if known, and requested GPUs. */
    record GpusNow(String type, @JsonUnwrapped Optional<Capacity.Split> split, Optional<Long> asked) {}

    /** Returns the answer about the clusters of the query; with {@code summary=true}, only the sums of each cluster. */
    static NowDocument of(ApiRequest request) {
        ExporterStatus status = request.status().get();
        Visibility visibility = request.visibility();
        boolean summary = request.asksFor("summary");
        return new NowDocument(
                DemandReport.VERSION,
                request.now(),
                new Exporter(
                        status.version(),
                        status.startedAt(),
                        status.metricsAddress(),
                        visibility.showsUsers(),
                        visibility.reader()),
                Stream.of(ReasonClass.values())
                        .map(one -> new ClassOfReasons(one, one.title(), one.explanation()))
                        .toList(),
                request.views().stream()
                        .map(view -> ShownCluster.withoutExplanations(view, visibility, request.now()))
                        .map(cluster -> cluster(cluster, summary))
                        .toList());
    }

    private static ClusterNow cluster(ShownCluster cluster, boolean summary) {
        boolean counted = cluster.view()
                .countsAt(cluster.now())
                .filter(counts -> counts.source() != SlurmSource.JOBS)
                .isEmpty();
        return new ClusterNow(
                StatusDocument.ClusterSources.of(cluster.view(), cluster.now()),
                ClusterAnswer.ofJobs(cluster, queue -> queue(queue, counted)).unnamed(),
                ClusterAnswer.ofNodes(cluster, nodes -> StatesNow.of(nodes, summary))
                        .unnamed(),
                summary ? Optional.empty() : Optional.of(gpus(cluster)),
                summary ? Optional.empty() : Optional.of(cluster.constraints().reservations()),
                summary ? Optional.empty() : Optional.of(DemandAnswers.NodeSetsNow.of(cluster)));
    }

    /** @param counted true if the job list is also the source of the jobs by state */
    private static QueueNow queue(PublishedQueue queue, boolean counted) {
        return new QueueNow(
                PartOfQueue.of(queue.summary().cluster(), queue.at(), counted),
                queue.summary().partitions().entrySet().stream()
                        .map(partition -> new QueueOfPartition(
                                partition.getKey(), PartOfQueue.of(partition.getValue(), queue.at(), counted)))
                        .toList());
    }

    /** Returns the numbers of existing GPUs. */
    static List<GpusNow> gpus(Capacity capacity) {
        return capacity.gpus().entrySet().stream()
                .map(gpus ->
                        new GpusNow(GpuCounts.label(gpus.getKey()), Optional.of(gpus.getValue()), Optional.empty()))
                .toList();
    }

    /** Returns the known numbers of existing and requested GPUs. */
    private static List<GpusNow> gpus(ShownCluster cluster) {
        Optional<SortedMap<String, Capacity.Split>> exist =
                cluster.nodes().map(nodes -> nodes.capacity().cluster().gpus());
        Optional<SortedMap<String, Long>> asked = cluster.queue()
                .map(queue -> queue.summary().cluster().demand().values().stream()
                        .map(PendingDemand::gpus)
                        .reduce(GpuCounts.NONE, GpuCounts::plus)
                        .byType());
        SortedSet<String> types = new TreeSet<>();
        asked.ifPresent(requested -> types.addAll(requested.keySet()));
        // Requests without a type are a row of their own.
        types.remove(GpuCounts.UNTYPED);
        exist.ifPresent(known -> types.addAll(known.keySet()));
        List<GpusNow> rows = new ArrayList<>();
        types.forEach(type -> rows.add(new GpusNow(
                GpuCounts.label(type),
                exist.map(known -> known.getOrDefault(type, Capacity.Split.NONE)),
                asked.filter(unused -> !type.equals(GpuCounts.UNTYPED))
                        .map(requested -> requested.getOrDefault(type, 0L)))));
        asked.map(requested -> requested.get(GpuCounts.UNTYPED))
                .map(count ->
                        new GpusNow(GpuCounts.labelOfRequest(GpuCounts.UNTYPED), Optional.empty(), Optional.of(count)))
                .ifPresent(rows::add);
        return rows;
    }
}
