package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.signal.DecisionHistory.Decision;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** NodeSets as the page shows them: what /api/v1/demand says of them, and the last decisions. */
public final class NodeSetJson {

    /** A list is for people: of more jobs than this the rest is counted. */
    static final int MAX_JOBS = 500;

    private final JsonGenerator json;

    private NodeSetJson(JsonGenerator json) {
        this.json = json;
    }

    static void writeAll(JsonGenerator json, ClusterView cluster, Instant now) throws IOException {
        ClusterDemand demand = cluster.demand();
        json.writeBooleanField("publishing", demand.publishing());
        if (demand.reason().isPresent()) {
            json.writeStringField("withheld", demand.reason().get());
        }
        if (demand.observedAt().isPresent()) {
            JsonDocument.age(json, demand.observedAt().get(), now);
        }
        if (demand.publishing() && demand.demand().isPresent()) {
            json.writeArrayFieldStart("nodeSets");
            for (PoolDemand nodeSet : demand.demand().get().pools()) {
                json.writeStartObject();
                DemandJson.writeNodeSet(json, nodeSet);
                new NodeSetJson(json).decisions(cluster.decisions().getOrDefault(nodeSet.pool(), List.of()));
                json.writeEndObject();
            }
            json.writeEndArray();
        }
    }

    /** One NodeSet and every job that counts for it, or would. */
    public static void writeOne(JsonGenerator json, ClusterView cluster, PoolDemand nodeSet) throws IOException {
        DemandJson.writeNodeSet(json, nodeSet);
        new NodeSetJson(json).decisions(cluster.decisions().getOrDefault(nodeSet.pool(), List.of()));
        List<JobExplanation> jobs = cluster.demand().demand().stream()
                .flatMap(demand -> demand.jobs().stream())
                .filter(job -> job.pool().equals(Optional.of(nodeSet.pool())))
                .toList();
        json.writeArrayFieldStart("jobs");
        for (JobExplanation job : jobs.subList(0, Math.min(MAX_JOBS, jobs.size()))) {
            DemandJson.writeJob(json, job);
        }
        json.writeEndArray();
        json.writeNumberField("jobsLeftOut", Math.max(0, jobs.size() - MAX_JOBS));
    }

    private void decisions(List<Decision> decisions) throws IOException {
        json.writeArrayFieldStart("decisions");
        for (Decision decision : decisions) {
            json.writeStartObject();
            json.writeStringField("at", decision.at().toString());
            json.writeNumberField("desired", decision.desired());
            json.writeNumberField("replicas", decision.replicas());
            json.writeStringField("why", String.join("; ", decision.why()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
