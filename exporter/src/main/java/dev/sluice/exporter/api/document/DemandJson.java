package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.common.demand.ClusterReport;
import dev.sluice.common.demand.DemandReport;
import dev.sluice.common.demand.JobReport;
import dev.sluice.common.demand.NodeSetReport;
import dev.sluice.common.demand.OneNodeSet;
import dev.sluice.common.demand.PartitionReport;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.PartitionDemand;
import dev.sluice.exporter.derive.scaling.PendingClass;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** The documents of /api/v1/demand. Omits all values of a cluster that is not publishing. */
public final class DemandJson {

    private DemandJson() {}

    /** The demand of a cluster or of one NodeSet, with the pending jobs. */
    private record Explained(@JsonUnwrapped Object demand, Optional<List<JobReport>> jobs) {}

    /** The demand of a cluster with the jobs of each NodeSet, and with the other jobs. */
    private record Grouped(
            @JsonUnwrapped ClusterReport cluster, List<Explained> sets, Map<String, List<JobReport>> others) {}

    /** Returns all clusters as plain text, with their pending jobs. */
    public static String text(List<ClusterDemand> clusters, Instant now) {
        return PlainText.render(
                "demand", JsonDocument.clusters(clusters, cluster -> grouped(cluster, cluster(cluster, now))));
    }

    private static Grouped grouped(ClusterDemand cluster, ClusterReport report) {
        Optional<ScalingDemand> published = cluster.demand().filter(unused -> cluster.publishing());
        List<JobReport> others = published
                .map(demand -> jobs(demand, job -> job.pool().isEmpty()))
                .orElse(List.of());
        return new Grouped(
                report,
                published.stream()
                        .flatMap(demand -> demand.pools().stream().map(pool -> explained(demand, nodeSet(pool), pool)))
                        .toList(),
                others.isEmpty() ? Map.of() : Map.of("jobs", others));
    }

    private static Explained explained(ScalingDemand demand, Object report, PoolDemand nodeSet) {
        return new Explained(report, Optional.of(jobs(demand, job -> job.pool().equals(Optional.of(nodeSet.pool())))));
    }

    /** Returns all clusters, without jobs. */
    public static Object report(List<ClusterDemand> clusters, Instant now) {
        return new DemandReport(
                DemandReport.VERSION,
                clusters.stream().map(cluster -> cluster(cluster, now)).toList());
    }

    /** Returns all clusters with their pending jobs. */
    public static Object explained(List<ClusterDemand> clusters, Instant now) {
        return JsonDocument.clusters(
                clusters,
                cluster -> new Explained(
                        cluster(cluster, now),
                        cluster.demand()
                                .filter(unused -> cluster.publishing())
                                .map(demand -> jobs(demand, unused -> true))));
    }

    /** Returns one NodeSet with its pending jobs as a flat object; the cluster must be publishing. */
    public static Object explained(ClusterDemand cluster, PoolDemand nodeSet, Instant now) {
        return explained(cluster.demand().orElseThrow(), report(cluster, nodeSet, now), nodeSet);
    }

    private static List<JobReport> jobs(ScalingDemand demand, Predicate<JobExplanation> filter) {
        return demand.jobs().stream().filter(filter).map(DemandJson::job).toList();
    }

    /** Returns one NodeSet as a flat object; the cluster must be publishing. */
    public static OneNodeSet report(ClusterDemand cluster, PoolDemand nodeSet, Instant now) {
        Instant observedAt = cluster.observedAt().orElse(now);
        return new OneNodeSet(
                DemandReport.VERSION,
                cluster.cluster(),
                observedAt,
                Listed.DataAge.at(observedAt, now).ageSeconds(),
                cluster.maxAge(),
                nodeSet(nodeSet));
    }

    static ClusterReport cluster(ClusterDemand cluster, Instant now) {
        Optional<ScalingDemand> published = cluster.demand().filter(unused -> cluster.publishing());
        Optional<List<NodeSetReport>> none = cluster.hasNoNodeSets() ? Optional.of(List.of()) : Optional.empty();
        return new ClusterReport(
                cluster.cluster(),
                cluster.observedAt(),
                cluster.observedAt()
                        .map(observedAt -> Listed.DataAge.at(observedAt, now).ageSeconds()),
                cluster.observedAt().map(unused -> cluster.maxAge()),
                cluster.publishing(),
                cluster.reason(),
                published
                        .map(demand ->
                                demand.pools().stream().map(DemandJson::nodeSet).toList())
                        .or(() -> none),
                published.map(demand ->
                        demand.partitions().stream().map(DemandJson::partition).toList()));
    }

    private static PartitionReport partition(PartitionDemand partition) {
        return new PartitionReport(
                partition.partition(), replicas(partition.pendingNodes()), byClass(partition.pendingJobs()));
    }

    static NodeSetReport nodeSet(PoolDemand nodeSet) {
        PoolName name = nodeSet.pool();
        return new NodeSetReport(
                name.namespace(),
                name.name(),
                name.kind(),
                name.apiVersion(),
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
