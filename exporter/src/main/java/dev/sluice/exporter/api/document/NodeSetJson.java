package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.common.demand.ApiJson;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.signal.DecisionHistory.Decision;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Encodes NodeSets for the status page: the content of /api/v1/demand and the latest decisions. */
public final class NodeSetJson {

    /** Maximum number of listed jobs; further jobs are only counted. */
    static final int MAX_JOBS = 500;

    private NodeSetJson() {}

    static ObjectNode all(ClusterView cluster, Instant now) {
        ClusterDemand demand = cluster.demand();
        ObjectNode object = JsonDocument.object().put("publishing", demand.publishing());
        demand.reason().ifPresent(reason -> object.put("withheld", reason));
        demand.observedAt().ifPresent(at -> JsonDocument.age(object, at, now));
        demand.demand()
                .filter(unused -> demand.publishing())
                .ifPresent(present -> object.set(
                        "nodeSets", JsonDocument.array(present.pools(), nodeSet -> withDecisions(cluster, nodeSet))));
        return object;
    }

    /**
     * Encodes one NodeSet with all jobs that are assigned to the NodeSet: counted jobs and jobs that are not counted.
     */
    public static ObjectNode one(ClusterView cluster, PoolDemand nodeSet) {
        List<JobExplanation> jobs = cluster.demand().demand().stream()
                .flatMap(demand -> demand.jobs().stream())
                .filter(job -> job.pool().equals(Optional.of(nodeSet.pool())))
                .toList();
        ObjectNode object = withDecisions(cluster, nodeSet);
        object.set(
                "jobs",
                JsonDocument.array(
                        jobs.subList(0, Math.min(MAX_JOBS, jobs.size())),
                        job -> ApiJson.MAPPER.valueToTree(DemandJson.job(job))));
        return object.put("jobsLeftOut", Math.max(0, jobs.size() - MAX_JOBS));
    }

    private static ObjectNode withDecisions(ClusterView cluster, PoolDemand nodeSet) {
        List<Decision> decisions = cluster.decisions().getOrDefault(nodeSet.pool(), List.of());
        ObjectNode object = ApiJson.MAPPER.valueToTree(DemandJson.nodeSet(nodeSet));
        return object.set("decisions", JsonDocument.array(decisions, NodeSetJson::decision));
    }

    private static ObjectNode decision(Decision decision) {
        return JsonDocument.object()
                .put("at", decision.at().toString())
                .put("desired", decision.desired())
                .put("replicas", decision.replicas())
                .put("why", String.join("; ", decision.why()));
    }
}
