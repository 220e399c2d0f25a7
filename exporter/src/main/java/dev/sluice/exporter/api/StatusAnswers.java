package dev.sluice.exporter.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.common.demand.DemandReport;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.api.ExporterStatus.Publisher;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.QueueSummary.PartitionQueue;
import dev.sluice.exporter.derive.QueueSummary.PendingDemand;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.SourceState;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.job.PendingReason;
import dev.sluice.exporter.model.job.PendingReason.Explanation;
import dev.sluice.exporter.model.job.ReasonClass;
import dev.sluice.exporter.model.node.NodeState;
import dev.sluice.exporter.publish.Published;
import java.time.Duration;
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

/** Answers requests for the status of the exporter, and for the current state of the clusters. */
final class StatusAnswers {

    private StatusAnswers() {}

    record StatusDocument(
            String version,
            Instant startedAt,
            String metricsAddress,
            boolean ready,
            List<ClusterSources> clusters,
            Optional<Publisher> cloudwatch) {}

    record ClusterSources(
            String name,
            boolean ready,
            Optional<Instant> tokenExpiresAt,
            Optional<CountsInStatus> jobCounts,
            List<SourceInStatus> sources) {

        static ClusterSources of(ClusterView cluster, Instant now) {
            return new ClusterSources(
                    cluster.name(),
                    cluster.ready(),
                    cluster.tokenExpiresAt(),
                    cluster.published().countsAt(now).map(counts -> CountsInStatus.of(counts, now)),
                    cluster.sources().stream()
                            .map(source -> SourceInStatus.of(source, now))
                            .toList());
        }
    }

    /** The numbers of jobs by state, with their source. */
    record CountsInStatus(
            String source,
            @JsonUnwrapped ClusterAnswer.DataAge observed,
            Map<JobState, Long> byState,
            List<PartitionCounts> partitions) {

        static CountsInStatus of(Published.Counts counts, Instant now) {
            return new CountsInStatus(
                    counts.source().label(),
                    ClusterAnswer.DataAge.at(counts.at(), now),
                    counts.counts().cluster(),
                    counts.counts().partitions().entrySet().stream()
                            .map(partition -> new PartitionCounts(partition.getKey(), partition.getValue()))
                            .toList());
        }
    }

    record PartitionCounts(String name, Map<JobState, Long> byState) {}

    record SourceInStatus(
            String name,
            SourceState state,
            String apiVersion,
            String release,
            Optional<String> reader,
            Optional<Instant> observedAt,
            Optional<Duration> ageSeconds,
            Duration maxAgeSeconds,
            Duration lastDurationSeconds,
            long lastBytes,
            Duration intervalSeconds,
            Duration configuredIntervalSeconds,
            long unreadableRecords,
            Optional<String> problem,
            Optional<String> absent,
            Optional<SourceStatus.Failure> failure) {

        static SourceInStatus of(SourceStatus source, Instant now) {
            return new SourceInStatus(
                    source.source(),
                    source.state(now),
                    source.answer().apiVersion(),
                    source.answer().release(),
                    source.observedAt()
                            .filter(unused -> SlurmSource.JOBS.is(source))
                            .map(unused -> source.readBySqueue() ? SourceStatus.SQUEUE : "slurmrestd"),
                    source.observedAt(),
                    source.age(now),
                    source.pace().maxAge(),
                    source.lastDuration(),
                    source.answer().bytes(),
                    source.pace().interval(),
                    source.pace().configured(),
                    source.answer().unreadable(),
                    source.answer().problem(),
                    source.absent(),
                    source.failure());
        }
    }

    static ApiAnswer status(ApiRequest request) {
        return ApiAnswer.json(document(request));
    }

    /** The reasons for "not ready" go only to clients with access to the whole API. */
    static ApiAnswer ready(ApiRequest request) {
        StatusDocument status = document(request);
        String explained = PlainText.render("ready", status).strip();
        String text =
                request.admitted() ? explained : explained.lines().findFirst().orElseThrow();
        return ApiAnswer.text(status.ready() ? 200 : 503, text);
    }

    private static StatusDocument document(ApiRequest request) {
        ExporterStatus status = request.status().get();
        return new StatusDocument(
                status.version(),
                status.startedAt(),
                status.metricsAddress(),
                status.ready(),
                status.clusters().stream()
                        .map(cluster -> ClusterSources.of(cluster, request.now()))
                        .toList(),
                status.publisher());
    }

    /** The current state of the clusters for the status page. */
    record NowDocument(
            int version,
            Instant now,
            Exporter exporter,
            List<ClassOfReasons> reasonClasses,
            List<ClusterNow> clusters) {}

    /** The exporter, and the reader of the document. */
    record Exporter(
            String version, Instant startedAt, String metricsAddress, boolean showsUsers, Optional<String> user) {}

    record ClassOfReasons(
            ReasonClass name, String title, @JsonUnwrapped Explanation explanation) {}

    /** The state of one cluster; without single nodes, GPUs, reservations and NodeSets in a summary. */
    record ClusterNow(
            @JsonUnwrapped ClusterSources sources,
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

        static StatesNow of(Published.Nodes nodes, boolean summary) {
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

    /**
     * Answers with the clusters of the query; with {@code summary=true}, with only the sums of each cluster. Omits
     * outdated data and gives the reason in {@code withheld}.
     */
    static ApiAnswer now(ApiRequest request) {
        ExporterStatus status = request.status().get();
        Visibility visibility = request.visibility();
        boolean summary = request.asksFor("summary");
        return ApiAnswer.json(new NowDocument(
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
                        .toList()));
    }

    private static ClusterNow cluster(ShownCluster cluster, boolean summary) {
        boolean counted = cluster.view()
                .published()
                .countsAt(cluster.now())
                .filter(counts -> counts.source() != SlurmSource.JOBS)
                .isEmpty();
        return new ClusterNow(
                ClusterSources.of(cluster.view(), cluster.now()),
                ClusterAnswer.ofJobs(cluster, queue -> queue(queue, counted)).unnamed(),
                ClusterAnswer.ofNodes(cluster, nodes -> StatesNow.of(nodes, summary))
                        .unnamed(),
                summary ? Optional.empty() : Optional.of(gpus(cluster)),
                summary ? Optional.empty() : Optional.of(cluster.constraints().reservations()),
                summary ? Optional.empty() : Optional.of(DemandAnswers.NodeSetsNow.of(cluster)));
    }

    /** @param counted true if the job list is also the source of the jobs by state */
    private static QueueNow queue(Published.Queue queue, boolean counted) {
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
