package dev.sluice.exporter.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.lab.scheduling.job.GpuRequest;
import dev.sluice.lab.scheduling.job.JobRequest;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the tests with Kubernetes in the configuration. Also tests NodeSets. */
@Tag("slow")
class LivingClusterTest extends LivingClusterChecks {

    LivingClusterTest() throws Exception {
        super(true);
    }

    @Test
    void showsTheNodeSetsThatMetricsAndDemandShow() throws Exception {
        Map<String, Double> metrics = metrics();
        JsonNode shown = cluster().at("/scaling/nodeSets");
        JsonNode demanded = json("/api/v1/demand").at("/clusters/0/nodeSets");

        assertThat(shown).hasSameSizeAs(demanded).isNotEmpty();
        for (int i = 0; i < shown.size(); i++) {
            JsonNode set = shown.get(i);
            demanded.get(i)
                    .properties()
                    .forEach(member -> assertThat(set.path(member.getKey())).isEqualTo(member.getValue()));
            String labels = "{cluster=\"harbor\",namespace=\"slurm\",nodeset=\"%s\"}"
                    .formatted(set.path("name").asText());
            assertThat(set.path("desired").asDouble())
                    .isEqualTo(metrics.get("slurm_nodeset_desired_replicas" + labels));
            assertThat(set.path("busy").asDouble()).isEqualTo(metrics.get("slurm_nodeset_busy_nodes" + labels));
            assertThat(set.path("decisions")).isNotEmpty();
            assertThat(set.path("decisions")
                            .path(set.path("decisions").size() - 1)
                            .path("desired"))
                    .isEqualTo(set.path("desired"));
            assertThat(json("/api/v1/why/nodeset/slurm/" + set.path("name").asText())
                            .at("/clusters/0/nodeSet/desired"))
                    .isEqualTo(set.path("desired"));
        }
    }

    @Test
    void explainsAJobThatANodeSetGrowsFor() throws Exception {
        int id = restd.submit(JobRequest.named("train")
                .partitions("gpu")
                .nodes(2)
                .gpus(GpuRequest.perNode(8).ofType("h100"))
                .build());

        JsonNode job = eventually(id, shown -> shown.at("/scaling/job").isObject());

        assertThat(job.at("/asks/nodes").asLong()).isEqualTo(2);
        assertThat(job.at("/asks/gpus/0/count").asLong()).isEqualTo(16);
        assertThat(job.at("/scaling/job/pool/name").asText()).isEqualTo("slurm-worker-gpu-h100");
    }
}
