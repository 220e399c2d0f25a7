package dev.sluice.exporter.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.common.demand.DemandReport;
import dev.sluice.common.demand.DemandReport.ClusterReport;
import dev.sluice.common.demand.DemandReport.NodeSetReport;
import dev.sluice.common.demand.DemandReport.PartitionReport;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.PendingClass;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.derive.signal.ScalingHistory.Decision;
import dev.sluice.exporter.derive.signal.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Answers requests below /api/v1/demand. Returns values only while the signal is available. Otherwise, returns an
 * error.
 */
final class DemandAnswers {

    /** Maximum number of jobs in the document of one NodeSet; further jobs are only counted. */
    private static final int MAX_JOBS = 500;

    /** One NodeSet of a publishing cluster, as a flat object. */
    record OneNodeSet(
            int version,
            String cluster,
            @JsonUnwrapped ClusterAnswer.DataAge observed,
            Duration maxAgeSeconds,
            @JsonUnwrapped NodeSetReport nodeSet) {}

    /**
     * One pending job in the response to {@code ?explain=true}: a {@link JobExplanation}, with the names of the API.
     *
     * @param pendingClass the job's class in {@code pendingJobs}
     * @param nodesEach nodes of each task; empty if irrelevant
     * @param nodes nodes that the job adds to {@code pendingNodes}
     */
    record JobReport(
            long jobId,
            @JsonProperty("class") String pendingClass,
            String reason,
            String partition,
            Optional<Pool> pool,
            long tasks,
            long counted,
            OptionalLong nodesEach,
            long nodes,
            Optional<String> cause,
            String why) {

        /** The name of a NodeSet. */
        record Pool(String namespace, String name, String kind) {}
    }

    /** The demand of a cluster or of one NodeSet, with the pending jobs. */
    private record Explained(@JsonUnwrapped Object demand, Optional<List<JobReport>> jobs) {}

    /** The demand of a cluster with the jobs of each NodeSet, and with the other jobs. */
    private record Grouped(
            @JsonUnwrapped ClusterReport cluster, List<Explained> sets, Map<String, List<JobReport>> others) {}

    /** The NodeSets of a cluster, or the reason why the signal is withheld. */
    record NodeSetsNow(
            boolean publishing,
            Optional<String> withheld,
            @JsonUnwrapped Optional<ClusterAnswer.DataAge> observed,
            Optional<List<NodeSetNow>> nodeSets) {

        static NodeSetsNow of(ShownCluster cluster) {
            Signal signal = cluster.signal();
            return new NodeSetsNow(
                    signal.publishing(),
                    signal.reason(),
                    signal.observedAt().map(at -> ClusterAnswer.DataAge.at(at, cluster.now())),
                    signal.published()
                            .map(demand -> demand.pools().stream()
                                    .map(nodeSet -> NodeSetNow.of(cluster, nodeSet))
                                    .toList()));
        }
    }

    record NodeSetNow(@JsonUnwrapped NodeSetReport demand, List<Decision> decisions) {

        static NodeSetNow of(ShownCluster cluster, PoolDemand nodeSet) {
            return new NodeSetNow(nodeSet(nodeSet), cluster.view().decisions().getOrDefault(nodeSet.pool(), List.of()));
        }
    }

    /** One NodeSet with all jobs that are assigned to the NodeSet: counted jobs and jobs that are not counted. */
    record NodeSetWithJobs(@JsonUnwrapped NodeSetNow nodeSet, List<JobReport> jobs, long jobsLeftOut) {}

    record NodeSetFound(NodeSetWithJobs nodeSet) {

        static ClusterAnswer<NodeSetFound> of(ShownCluster cluster, PoolDemand nodeSet) {
            List<JobReport> jobs = jobs(cluster.signal().demand().orElseThrow(), assignedTo(nodeSet));
            return ClusterAnswer.of(
                    cluster,
                    cluster.signal().observedAt().orElseThrow(),
                    new NodeSetFound(new NodeSetWithJobs(
                            NodeSetNow.of(cluster, nodeSet),
                            jobs.subList(0, Math.min(MAX_JOBS, jobs.size())),
                            Math.max(0, jobs.size() - MAX_JOBS))));
        }
    }

    private DemandAnswers() {}

    private record Found(Signal cluster, PoolDemand nodeSet) {

        String fullName() {
            return nodeSet.pool().kind() + " " + nodeSet.pool().path() + " in cluster " + cluster.cluster();
        }
    }

    /** Returns true for answers with the explanation of each job. */
    static boolean explains(ApiRequest request) {
        return request.asksFor("explain") || request.asksForText();
    }

    /** Returns all clusters, as JSON or text. The status is 503 if no cluster is publishing. */
    static ApiAnswer all(ApiRequest request) {
        List<Signal> clusters = clusters(request);
        int status = clusters.stream().anyMatch(Signal::publishing) ? 200 : 503;
        Instant now = request.now();
        Function<Signal, ?> content = request.asksForText()
                ? cluster -> grouped(cluster, now)
                : request.asksFor("explain") ? cluster -> explained(cluster, now) : cluster -> cluster(cluster, now);
        return request.answer(status, clusters.stream().map(content).toList(), "demand");
    }

    /** Returns the demand; if the request asks for explanations, with the explanations that the reader may see. */
    private static List<Signal> clusters(ApiRequest request) {
        return explains(request)
                ? request.clusters().stream().map(ShownCluster::signal).toList()
                : request.views().stream().map(ClusterView::signal).toList();
    }

    /** Returns one NodeSet by namespace and name, in the cluster of the query or in any cluster. */
    static ApiAnswer one(ApiRequest request) {
        List<Signal> clusters = clusters(request);
        String name = String.join("/", request.segments());
        List<Found> all = clusters.stream().flatMap(DemandAnswers::nodeSets).toList();
        List<Found> found = all.stream()
                .filter(one -> one.nodeSet().pool().path().equals(name))
                .toList();
        if (found.size() == 1) {
            return only(request, found.get(0), clusters);
        }
        if (found.size() > 1) {
            boolean sameCluster = found.stream().map(Found::cluster).distinct().count() < found.size();
            return ApiAnswer.error(
                    409,
                    "several NodeSets are named " + name + ": " + names(found) + "; "
                            + (sameCluster ? "rename one" : "choose with ?cluster="));
        }
        List<Signal> silent = clusters.stream()
                .filter(cluster -> !cluster.publishing() && !cluster.hasNoNodeSets())
                .toList();
        return silent.isEmpty()
                ? ApiAnswer.error(
                        404, "no NodeSet " + name + "; known NodeSets: " + (all.isEmpty() ? "none" : names(all)))
                : ApiAnswer.error(503, reasons(silent));
    }

    private static ApiAnswer only(ApiRequest request, Found found, List<Signal> clusters) {
        if (!found.cluster().publishing()) {
            return ApiAnswer.error(503, reasons(List.of(found.cluster())));
        }
        List<Signal> unknown =
                clusters.stream().filter(cluster -> cluster.demand().isEmpty()).toList();
        if (!unknown.isEmpty()) {
            // Without this check, a starting exporter would briefly return another cluster's value for this NodeSet.
            return ApiAnswer.error(
                    503,
                    reasons(unknown) + "; it may also have a NodeSet "
                            + found.nodeSet().pool().path() + ", so choose with ?cluster=");
        }
        if (found.nodeSet().notScalable().isPresent()) {
            return ApiAnswer.error(
                    503,
                    found.fullName() + " gets no number: "
                            + found.nodeSet().notScalable().get());
        }
        OneNodeSet report = new OneNodeSet(
                DemandReport.VERSION,
                found.cluster().cluster(),
                ClusterAnswer.DataAge.at(found.cluster().observedAt().orElseThrow(), request.now()),
                found.cluster().maxAge(),
                nodeSet(found.nodeSet()));
        return ApiAnswer.json(
                request.asksFor("explain")
                        ? explained(found.cluster().demand().orElseThrow(), report, found.nodeSet())
                        : report);
    }

    private static Stream<Found> nodeSets(Signal cluster) {
        return cluster.demand().stream()
                .flatMap(demand -> demand.pools().stream())
                .map(nodeSet -> new Found(cluster, nodeSet));
    }

    private static String names(List<Found> found) {
        return found.stream().map(Found::fullName).collect(Collectors.joining(", "));
    }

    /** Returns why the values of the clusters are withheld. */
    private static String reasons(List<Signal> clusters) {
        return clusters.stream()
                .map(cluster ->
                        "cluster " + cluster.cluster() + ": " + cluster.reason().orElse(""))
                .collect(Collectors.joining("; "));
    }

    private static Grouped grouped(Signal cluster, Instant now) {
        List<JobReport> others = cluster.published()
                .map(demand -> jobs(demand, job -> job.pool().isEmpty()))
                .orElse(List.of());
        return new Grouped(
                cluster(cluster, now),
                cluster.published().stream()
                        .flatMap(demand -> demand.pools().stream().map(pool -> explained(demand, nodeSet(pool), pool)))
                        .toList(),
                others.isEmpty() ? Map.of() : Map.of("jobs", others));
    }

    private static Explained explained(ScalingDemand demand, Object report, PoolDemand nodeSet) {
        return new Explained(report, Optional.of(jobs(demand, assignedTo(nodeSet))));
    }

    private static Predicate<JobExplanation> assignedTo(PoolDemand nodeSet) {
        return job -> job.pool().equals(Optional.of(nodeSet.pool()));
    }

    private static Explained explained(Signal cluster, Instant now) {
        return new Explained(cluster(cluster, now), cluster.published().map(demand -> jobs(demand, unused -> true)));
    }

    private static List<JobReport> jobs(ScalingDemand demand, Predicate<JobExplanation> filter) {
        return demand.jobs().stream().filter(filter).map(DemandAnswers::job).toList();
    }

    private static ClusterReport cluster(Signal cluster, Instant now) {
        Optional<List<NodeSetReport>> none = cluster.hasNoNodeSets() ? Optional.of(List.of()) : Optional.empty();
        return new ClusterReport(
                cluster.cluster(),
                cluster.observedAt(),
                cluster.observedAt().map(at -> ClusterAnswer.DataAge.at(at, now).ageSeconds()),
                cluster.observedAt().map(unused -> cluster.maxAge()),
                cluster.publishing(),
                cluster.reason(),
                cluster.published()
                        .map(demand -> demand.pools().stream()
                                .map(DemandAnswers::nodeSet)
                                .toList())
                        .or(() -> none),
                cluster.published()
                        .map(demand -> demand.partitions().stream()
                                .map(partition -> new PartitionReport(
                                        partition.partition(),
                                        replicas(partition.pendingNodes()),
                                        byClass(partition.pendingJobs())))
                                .toList()));
    }

    private static NodeSetReport nodeSet(PoolDemand nodeSet) {
        return new NodeSetReport(
                nodeSet.pool().namespace(),
                nodeSet.pool().name(),
                nodeSet.pool().kind(),
                nodeSet.pool().apiVersion(),
                nodeSet.notScalable().isEmpty() ? OptionalLong.of(replicas(nodeSet.desired())) : OptionalLong.empty(),
                nodeSet.notScalable(),
                nodeSet.min(),
                nodeSet.max(),
                OptionalLong.of(nodeSet.replicas()),
                nodeSet.nodes().busy(),
                nodeSet.nodes().idle(),
                nodeSet.nodes().starting(),
                nodeSet.nodes().draining(),
                nodeSet.nodes().unusable(),
                nodeSet.nodes().ghosts(),
                replicas(nodeSet.pendingNodes()),
                byClass(nodeSet.pendingJobs()),
                nodeSet.reasons());
    }

    /** Returns at most the maximum number of replicas in Kubernetes, so that one extreme job hides no other number. */
    private static long replicas(long nodes) {
        return Math.min(nodes, Integer.MAX_VALUE);
    }

    private static Map<String, Long> byClass(Map<PendingClass, Long> jobs) {
        Map<String, Long> byName = new LinkedHashMap<>();
        jobs.forEach((pendingClass, number) -> byName.put(pendingClass.label(), number));
        return byName;
    }

    static JobReport job(JobExplanation job) {
        return new JobReport(
                job.jobId(),
                job.pendingClass().label(),
                job.reason(),
                job.partition(),
                job.pool().map(pool -> new JobReport.Pool(pool.namespace(), pool.name(), pool.kind())),
                job.tasks(),
                job.counted(),
                job.nodesEach() > 0 ? OptionalLong.of(job.nodesEach()) : OptionalLong.empty(),
                job.newNodes(),
                job.cause().map(UnsatisfiableCause::label),
                job.why());
    }
}
