package dev.sluice.exporter.api;

import static dev.sluice.exporter.api.SmallCluster.NOW;
import static dev.sluice.exporter.api.Visibility.ALL;
import static dev.sluice.exporter.model.cluster.PartitionBuilder.partition;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tests the details on the page of a job: limits, other jobs, licenses, reservations and nodes. Other tests check the
 * reason.
 */
class JobPageApiTest {

    private static final long TIME = JobBuilder.NOW;
    private static final Constraints CONSTRAINTS = Constraints.UNKNOWN
            .withLimits(
                    List.of(new Qos("normal", List.of(new Limit(LimitKind.MAX_TRES_PER_USER, "gres/gpu", 4)))),
                    List.of(new Association(
                            "alpha", "physics", "", "", List.of(new Limit(LimitKind.GRP_TRES, "mem", 64L << 30)))))
            .withLicenses(List.of(new License("matlab", "", 10, 9, 1, 0)))
            .withReservations(List.of(
                    new Reservation("week", NOW.plusSeconds(3600), NOW.plusSeconds(7200), 1, "n3", 64, "", List.of())))
            .withPartitions(List.of(
                    partition("gpu").size(2, 7_200).build(), partition("cpu").build()));

    private static final Job HOLDER = job(20).in("gpu")
            .runningOn("n1")
            .owner("physics", "bob", "normal")
            .named("secret")
            .allocation(new Tres(8, 32L << 30, 1, GpuCounts.of("h100", 3)), "n1")
            .ran(TIME - 600, 0)
            .timeLimit(3600)
            .build();

    private static final List<Node> NODES = List.of(
            node("n1", "gpu")
                    .state(NodeBaseState.ALLOCATED, Set.of())
                    .allocated(64, 0, GpuCounts.of("h100", 4))
                    .build(),
            node("n2", "gpu")
                    .state(NodeBaseState.IDLE, Set.of(NodeFlag.DRAIN))
                    .reason("<b>bad fan</b>", "root", 1)
                    .build(),
            node("n3", "cpu").build());

    private static NodeBuilder node(String name, String partition) {
        return NodeBuilder.node(name)
                .partitions(List.of(partition))
                .state(NodeBaseState.IDLE, Set.of())
                .usable(64, 0, GpuCounts.of("h100", 4));
    }

    private static JobBuilder waiting(String reason) {
        return job(30).in("gpu")
                .owner("physics", "bob", "normal")
                .timeLimit(1800)
                .reason(reason);
    }

    private static JobBuilder limited() {
        return waiting("QOSMaxGRESPerUser");
    }

    @Test
    void explainsWhatBlocksAJob() throws Exception {
        Map<String, Job> jobs = new LinkedHashMap<>();
        jobs.put("A limit, and the jobs that use it", limited().gpus("", 2).build());
        jobs.put("More GPUs than a limit allows", limited().gpus("", 5).build().refusedByLimit());
        jobs.put(
                "A longer time limit than the partition's",
                waiting("PartitionTimeLimit").timeLimit(3 * 86_400).build());
        jobs.put(
                "A requeued job with completing nodes",
                waiting("None")
                        .state(JobState.PENDING, JobState.COMPLETING)
                        .allocation(Tres.NONE, "n1")
                        .build());
        jobs.put(
                "Dependencies, one without the ID of another job",
                waiting("Dependency")
                        .dependency("afterok:20(unfulfilled),afterok:99(failed),singleton(unfulfilled)")
                        .build());
        jobs.put(
                "More licenses than are free",
                waiting("Licenses").licenses("matlab:2").build());
        jobs.put(
                "More licenses than exist",
                waiting("Licenses").licenses("matlab:12").build().refusedByLimit());
        jobs.put("A begin time", waiting("BeginTime").eligibleAt(TIME + 60).build());
        JobPlacement week = JobPlacement.reserved("week");
        jobs.put("A reservation", waiting("Reservation").placement(week).build());
        jobs.put("Busy and drained nodes", waiting("Resources").gpus("h100", 2).build());
        jobs.put("The first job of the queue", waiting("Priority").build());
        GoldenAnswers answers = new GoldenAnswers();
        for (Map.Entry<String, Job> job : jobs.entrySet()) {
            try (ServedApi one = served(ALL, job.getValue())) {
                answers.add(
                        job.getKey(),
                        json(one),
                        "reasonClass",
                        "meaning",
                        "todo",
                        "places",
                        "limits",
                        "dependencies",
                        "licenses",
                        "reservations",
                        "candidates");
            }
        }
        answers.match("blocked-jobs.txt");
    }

    /** slurm-bridge submitted job 30 for two pods. */
    @Test
    void showsARunAndThePodsOfAnExternalJob() throws Exception {
        JobOrigin pods = new JobOrigin(JobOrigin.Kind.EXTERNAL, List.of("lab/train-0", "lab/train-1"), 3);
        try (ServedApi api = served(ALL, limited().gpus("h100", 2).origin(pods).build())) {
            JsonNode listed = api.json("/api/v1/jobs?state=pending").at("/clusters/0/jobs/0");
            new GoldenAnswers()
                    .add(api, "/api/v1/why/job/20")
                    .add(api, "/api/v1/why/job/20?format=text")
                    .add("Job 30", listed, "origin", "pods", "podsLeftOut")
                    .add("Details of job 30", json(api), "origin", "pods", "podsLeftOut")
                    .add(api, "/api/v1/why/job/30?format=text")
                    .match("jobs.txt");
        }
    }

    /** The users of a cluster choose the names of their pods, and of their jobs. */
    @Test
    void hidesPodsWithTheNamesOfJobs() throws Exception {
        JobOrigin pods = new JobOrigin(JobOrigin.Kind.EXTERNAL, List.of("lab/train-0"), 2);
        Visibility withoutNames = new Visibility(NameRule.SHOW, NameRule.SHOW, false);
        try (ServedApi api =
                served(withoutNames, waiting("Resources").origin(pods).build())) {
            assertThat(json(api).path("origin").asText()).isEqualTo("external");
            assertThat(json(api).toString()).doesNotContain("pods", "train-0");
        }
    }

    private static ServedApi served(Visibility visibility, Job job) {
        return new ServedApi(visibility, SmallCluster.view(List.of(job, HOLDER), NODES, CONSTRAINTS));
    }

    private static JsonNode json(ServedApi api) throws Exception {
        return api.json("/api/v1/why/job/30").at("/clusters/0/jobs/0");
    }
}
