package dev.sluice.exporter.api.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.api.SampleDemands;
import dev.sluice.exporter.derive.signal.Signal;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Compares the encoder's output with the samples that also test the adapter's decoder. */
class DemandJsonTest {

    private final ObjectMapper json = new ObjectMapper();

    @Test
    void writesEveryClusterAndNodeSet() throws IOException {
        assertThat(encoded(SampleDemands.research(), SampleDemands.teaching())).isEqualTo(sample("two-clusters.json"));
    }

    @Test
    void explainsTheJobsOfOneNodeSetAlone() throws IOException {
        JsonNode jobs = sample("explained.json").at("/clusters/0/jobs");

        JsonNode explained =
                tree(DemandJson.explained(SampleDemands.research(), SampleDemands.gpuOfResearch(), SampleDemands.NOW));

        assertThat(jobs).hasSize(5);
        assertThat(explained.path("jobs")).containsExactly(jobs.get(0), jobs.get(1), jobs.get(2), jobs.get(3));
    }

    /** A reader that ignores unknown fields must get the content of two-clusters.json from this sample. */
    @Test
    void laterExportersOnlyAdd() throws IOException {
        JsonNode later = sample("with-unknown-fields.json");

        assertThat(within(later, encoded(SampleDemands.research(), SampleDemands.teaching())))
                .isTrue();
        assertThat(later.size()).isGreaterThan(2);
        assertThat(later.at("/clusters/0").has("quorum")).isTrue();
        assertThat(later.at("/clusters/0/nodeSets/1").has("forecast")).isTrue();
        assertThat(later.at("/clusters/0/nodeSets/1/pendingJobs").has("expedited"))
                .isTrue();
    }

    @Test
    void rendersEveryNodeSetAndEveryJobAsText() {
        assertThat(DemandJson.text(
                        List.of(SampleDemands.research(), SampleDemands.staleTeaching(), SampleDemands.metal()),
                        SampleDemands.NOW))
                .isEqualTo("""
                Cluster research, as of 2026-11-20T08:00:00Z, 3 s ago

                  NodeSet slurm/cpu: desired 2, current 4 (min 2, max 10)
                    0 busy, 4 idle, 0 starting, 0 draining, 0 unusable, 0 ghosts
                    - 0 nodes busy, no pending job needs more
                    - 0 nodes needed, the minimum is 2

                  NodeSet slurm/gpu: desired 12, current 10 (min 0, max 32)
                    9 busy, 1 idle, 0 starting, 1 draining, 0 unusable, 2 ghosts
                    - 4 jobs need 3 nodes beyond the 9 busy
                    - 7 jobs not helped by nodes
                    - 1 job impossible: too_many_nodes
                    JOBID  PARTITION  CLASS          REASON      TASKS  COUNTED  NODES  WHY
                    4711   gpu        eligible       Resources   1      1        2      the job is counted
                    4712   gpu        eligible       Priority    3      3        1      the job is counted
                    4713   gpu        waiting        Dependency  7      0        0      more nodes do not help: Dependency
                    4714   gpu        unsatisfiable  Resources   1      0        0      the job requests more nodes than the maximum

                  Jobs without a NodeSet
                    JOBID  PARTITION  CLASS     REASON    TASKS  COUNTED  NODES  WHY
                    4715   login      eligible  Priority  1      0        0      no NodeSet has the job's partitions

                Cluster teaching, as of 2026-11-20T07:58:28Z, 95 s ago
                  Signal withheld: jobs are 95 s old, 30 s at most are trusted

                Cluster metal, as of 2026-11-20T08:00:00Z, 3 s ago

                  NodeSet slurm/h100: current 4 (min 0, max 4)
                    4 busy, 0 idle, 0 starting, 0 draining, 0 unusable, 0 ghosts
                    - 1 job needs 2 nodes beyond the 4 busy
                """);
    }

    @Test
    void ageIsNeverNegative() throws IOException {
        JsonNode early = tree(DemandJson.report(List.of(SampleDemands.research()), SampleDemands.NOW.minusSeconds(60)));

        assertThat(early.at("/clusters/0/ageSeconds").asText()).isEqualTo("0");
    }

    private static boolean within(JsonNode larger, JsonNode smaller) {
        if (smaller.isObject()) {
            return smaller.properties().stream()
                    .allMatch(member ->
                            larger.has(member.getKey()) && within(larger.get(member.getKey()), member.getValue()));
        } else if (smaller.isArray()) {
            boolean same = larger.size() == smaller.size();
            for (int i = 0; same && i < smaller.size(); i++) {
                same = within(larger.get(i), smaller.get(i));
            }
            return same;
        }
        return larger.equals(smaller);
    }

    private JsonNode encoded(Signal... clusters) throws IOException {
        return tree(DemandJson.report(List.of(clusters), SampleDemands.NOW));
    }

    private JsonNode tree(Object document) throws IOException {
        return json.readTree(JsonDocument.bytes(document));
    }

    private JsonNode sample(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/demand/v1/" + name), name)) {
            return json.readTree(in);
        }
    }
}
