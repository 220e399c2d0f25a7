package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.common.demand.ClusterReport;
import dev.sluice.common.demand.DemandReport;
import dev.sluice.common.demand.JobReport;
import dev.sluice.common.demand.NodeSetReport;
import dev.sluice.common.demand.OneNodeSet;
import dev.sluice.common.demand.PartitionReport;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.PendingClass;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;
import dev.sluice.exporter.derive.signal.DecisionHistory.Decision;
import dev.sluice.exporter.derive.signal.Signal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** The documents of the demand. Omit all values of a cluster that is not publishing. */
public final class DemandJson {

    /** Maximum number of jobs in the document of one NodeSet; further jobs are only counted. */
    private static final int MAX_JOBS = 500;

    private DemandJson() {}

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

    /** One NodeSet with its latest decisions. */
    record NodeSetNow(@JsonUnwrapped NodeSetReport demand, List<Decision> decisions) {

        static NodeSetNow of(ShownCluster cluster, PoolDemand nodeSet) {
            return new NodeSetNow(
                    DemandJson.nodeSet(nodeSet), cluster.view().decisions().getOrDefault(nodeSet.pool(), List.of()));
        }
    }

    /** One NodeSet with all jobs that are assigned to the NodeSet: counted jobs and jobs that are not counted. */
    record NodeSetWithJobs(@JsonUnwrapped NodeSetNow nodeSet, List<JobReport> jobs, long jobsLeftOut) {}

    /** One NodeSet of a cluster. */
    public record NodeSetFound(NodeSetWithJobs nodeSet) {

        public static ClusterAnswer<NodeSetFound> of(ShownCluster cluster, PoolDemand nodeSet) {
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

    /** Returns all clusters as plain text, with their pending jobs. */
    public static String text(List<Signal> clusters, Instant now) {
        return PlainText.render(
                "demand",
                new JsonDocument.Clusters(
                        clusters.stream().map(cluster -> grouped(cluster, now)).toList()));
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

    /** Returns all clusters, without jobs. */
    public static DemandReport report(List<Signal> clusters, Instant now) {
        return new DemandReport(
                DemandReport.VERSION,
                clusters.stream().map(cluster -> cluster(cluster, now)).toList());
    }

    /** Returns all clusters with their pending jobs. */
    public static Object explained(List<Signal> clusters, Instant now) {
        return new JsonDocument.Clusters(clusters.stream()
                .map(cluster -> new Explained(
                        cluster(cluster, now), cluster.published().map(demand -> jobs(demand, unused -> true))))
                .toList());
    }

    /** Returns one NodeSet with its pending jobs as a flat object; the cluster must be publishing. */
    public static Object explained(Signal cluster, PoolDemand nodeSet, Instant now) {
        return explained(cluster.demand().orElseThrow(), report(cluster, nodeSet, now), nodeSet);
    }

    private static List<JobReport> jobs(ScalingDemand demand, Predicate<JobExplanation> filter) {
        return demand.jobs().stream().filter(filter).map(DemandJson::job).toList();
    }

    /** Returns one NodeSet as a flat object; the cluster must be publishing. */
    public static OneNodeSet report(Signal cluster, PoolDemand nodeSet, Instant now) {
        ClusterAnswer.DataAge observed =
                ClusterAnswer.DataAge.at(cluster.observedAt().orElse(now), now);
        return new OneNodeSet(
                DemandReport.VERSION,
                cluster.cluster(),
                observed.observedAt(),
                observed.ageSeconds(),
                cluster.maxAge(),
                nodeSet(nodeSet));
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
                        .map(demand ->
                                demand.pools().stream().map(DemandJson::nodeSet).toList())
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
                nodeSet.busy(),
                nodeSet.idle(),
                nodeSet.starting(),
                nodeSet.drainingNodes(),
                nodeSet.unusableNodes(),
                nodeSet.ghosts(),
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

    /** Returns the explanation of one job. */
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
