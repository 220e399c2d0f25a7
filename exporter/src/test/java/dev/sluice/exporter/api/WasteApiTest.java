package dev.sluice.exporter.api;

import static dev.sluice.exporter.api.Visibility.ALL;
import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests a cluster of two nodes with 128 CPUs, 1,024 GiB and 8 GPUs each. The cluster has one job for each kind of
 * waste.
 */
class WasteApiTest {

    @RegisterExtension
    private final ServedApi api = new ServedApi(ALL, cluster());

    private static final long GIB = 1L << 30;
    private static final long HOUR = 3600;

    @Test
    void ordersJobsWithFindingsFirstByGpuTimeAndSaysWhatTheyHoldWithoutNeed() throws Exception {
        // The jobs have 8 GPUs for 2 h, 2 GPUs for 5 h, 1 GPU for 3 h, 2 GPUs for 1 h, 1 GPU for 1 min, and no GPU.
        JsonNode cluster = api.json("/api/v1/waste").at("/clusters/0");
        GoldenAnswers answers =
                new GoldenAnswers().add("Sums", cluster, "records", "flagged", "gpuSeconds", "byCode", "pages");
        for (JsonNode job : cluster.path("jobs")) {
            answers.add("Job", job, "jobId", "runSeconds", "gpuSeconds", "findings");
        }
        answers.match("waste.txt");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "flagged=true           | 20 21 22 24 25",
                "partition=gpu          | 20 21 22 24 25 23",
                "partition=cpu          | ''",
                "node=n2                | 21 22 25",
                "user=anna              | 24",
                "user=nobody            | ''",
                "limit=2                | 20 21",
                "limit=2&page=3         | 25 23",
                "limit=2&page=4         | ''",
                "flagged=true&node=n2   | 21 22 25"
            })
    void takesTheFiltersOfTheListOfJobs(String query, String ids) throws Exception {
        JsonNode jobs = api.json("/api/v1/waste?" + query).at("/clusters/0/jobs");

        assertThat(String.join(" ", ServedApi.texts(jobs, "jobId"))).isEqualTo(ids);
    }

    private static ClusterView cluster() {
        Job whole = running(20, "n1", 128, 16, 8, 2 * HOUR)
                .gpus("h100", 1)
                .exclusive()
                .build();
        Job spread = running(21, "n[2-3]", 4, 16, 2, 5 * HOUR).build();
        Job share = JobBuilder.of(running(22, "n2", 96, 0, 1, 3 * HOUR).build())
                .allocation(new Tres(96, 256 * GIB + GIB / 2, 1, GpuCounts.of("h100", 1)), "n2")
                .build();
        Job ordinary = running(23, "n3", 16, 64, 2, HOUR).build();
        JobBuilder limit = running(24, "n3", 16, 64, 1, 60)
                .owner("account", "anna", "normal")
                .named("secret")
                .timeLimit(48 * HOUR);
        Job stranding = running(25, "n2", 20, 64, 0, HOUR).build();
        Stream<Job> ended = Stream.of(1800L, 3910L, 60L)
                .map(run -> JobBuilder.of(limit.build())
                        .state(JobState.COMPLETED)
                        .ran(NOW - run, NOW)
                        .build());
        List<Job> jobs = Stream.concat(Stream.of(stranding, ordinary, whole, spread, share, limit.build()), ended)
                .toList();
        // Node n2 has no CPU left. The previous jobs have 96, 2 and 20 CPUs, and another job with a GPU has 10 CPUs.
        return SmallCluster.view(
                jobs, List.of(node("n1", 128, 8), node("n2", 128, 3), node("n3", 60, 4)), Constraints.UNKNOWN);
    }

    private static JobBuilder running(long id, String nodes, long cpus, long gibibytes, long gpus, long run) {
        return job(id).in("gpu")
                .runningOn(nodes)
                .gpus("h100", gpus)
                .allocation(new Tres(cpus, gibibytes * GIB, 1, GpuCounts.of("h100", gpus)), nodes)
                .ran(NOW - run, 0);
    }

    private static Node node(String name, long cpus, long gpus) {
        return NodeBuilder.node(name)
                .state(NodeBaseState.MIXED, Set.of())
                .usable(128, 1024 * GIB, GpuCounts.of("h100", 8))
                .allocated(cpus, 400 * GIB, GpuCounts.of("h100", gpus))
                .build();
    }
}
