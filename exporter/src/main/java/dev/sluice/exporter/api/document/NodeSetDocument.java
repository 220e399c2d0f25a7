package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.common.demand.JobReport;
import dev.sluice.common.demand.NodeSetReport;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.signal.DecisionHistory.Decision;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** One NodeSet with all jobs that are assigned to the NodeSet: counted jobs and jobs that are not counted. */
public record NodeSetDocument(@JsonUnwrapped NodeSetNow nodeSet, List<JobReport> jobs, long jobsLeftOut) {

    /** Maximum number of listed jobs; further jobs are only counted. */
    static final int MAX_JOBS = 500;

    /** The NodeSets of a cluster, or the reason why the signal is withheld. */
    record NodeSetsNow(
            boolean publishing,
            Optional<String> withheld,
            @JsonUnwrapped Optional<Listed.DataAge> observed,
            Optional<List<NodeSetNow>> nodeSets) {

        static NodeSetsNow of(ShownCluster cluster) {
            ClusterDemand demand = cluster.demand();
            return new NodeSetsNow(
                    demand.publishing(),
                    demand.reason(),
                    demand.observedAt().map(at -> Listed.DataAge.at(at, cluster.now())),
                    demand.demand()
                            .filter(unused -> demand.publishing())
                            .map(present -> present.pools().stream()
                                    .map(nodeSet -> NodeSetNow.of(cluster, nodeSet))
                                    .toList()));
        }
    }

    /** One NodeSet with its latest decisions. */
    record NodeSetNow(@JsonUnwrapped NodeSetReport demand, List<DecisionNow> decisions) {

        static NodeSetNow of(ShownCluster cluster, PoolDemand nodeSet) {
            List<Decision> decisions = cluster.view().decisions().getOrDefault(nodeSet.pool(), List.of());
            return new NodeSetNow(
                    DemandJson.nodeSet(nodeSet),
                    decisions.stream()
                            .map(one -> new DecisionNow(
                                    one.at(),
                                    one.desired(),
                                    one.replicas(),
                                    one.ready(),
                                    one.registered(),
                                    String.join("; ", one.why())))
                            .toList());
        }
    }

    /** A changed size. */
    record DecisionNow(Instant at, long desired, long replicas, OptionalLong ready, long registered, String why) {}

    public static NodeSetDocument of(ShownCluster cluster, PoolDemand nodeSet) {
        List<JobReport> jobs = cluster.demand().demand().stream()
                .flatMap(demand -> demand.jobs().stream())
                .filter(job -> job.pool().equals(Optional.of(nodeSet.pool())))
                .map(DemandJson::job)
                .toList();
        return new NodeSetDocument(
                NodeSetNow.of(cluster, nodeSet),
                jobs.subList(0, Math.min(MAX_JOBS, jobs.size())),
                Math.max(0, jobs.size() - MAX_JOBS));
    }
}
