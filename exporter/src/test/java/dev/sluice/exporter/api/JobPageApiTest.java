package dev.sluice.exporter.api;

import static dev.sluice.exporter.api.SmallCluster.NOW;
import static dev.sluice.exporter.api.view.Visibility.ALL;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.cluster.CpuLimit;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.PartitionDetails;
import dev.sluice.exporter.model.cluster.PartitionState;
import dev.sluice.exporter.model.controller.License;
import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
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
                    new Partition(
                            "gpu",
                            PartitionState.UP,
                            "",
                            "",
                            Long.MAX_VALUE,
                            CpuLimit.NONE,
                            false,
                            false,
                            1,
                            new PartitionDetails(2, 128, OptionalLong.of(7_200), 1, "")),
                    new Partition("cpu", PartitionState.UP, "", "", Long.MAX_VALUE, false)));

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

    private Optional<ServedApi> api = Optional.empty();

    private static NodeBuilder node(String name, String partition) {
        return NodeBuilder.node(name)
                .partitions(List.of(partition))
                .state(NodeBaseState.IDLE, Set.of())
                .usable(64, 0, GpuCounts.of("h100", 4));
    }

    private static JobBuilder waiting() {
        return job(30).in("gpu").owner("physics", "bob", "normal").timeLimit(1800);
    }

    @AfterEach
    void stop() throws Exception {
        if (api.isPresent()) {
            api.get().close();
        }
    }

    @Test
    void namesTheLimitAndTheJobsThatUseIt() throws Exception {
        JsonNode limit = shown(
                        ALL, waiting().reason("QOSMaxGRESPerUser").gpus("", 2).build())
                .at("/limits/0");

        assertThat(limit.toString())
                .isEqualTo(
                        "{\"owner\":\"qos_user\",\"name\":\"normal\",\"limit\":\"MaxTRESPU\",\"resource\":\"gres/gpu\","
                                + "\"max\":4,\"used\":3,\"requested\":2,"
                                + "\"sentence\":\"QOS normal allows each user 4 GPUs (MaxTRESPU): 3 in use by this user, 2 GPUs"
                                + " requested.\","
                                + "\"jobs\":[{\"jobId\":20,\"user\":\"bob\","
                                + "\"state\":\"running\",\"uses\":3,\"endsAtLatest\":\"" + NOW.plusSeconds(3000)
                                + "\"}],"
                                + "\"jobsLeftOut\":0}");
    }

    @Test
    void saysThatAJobAboveALimitNeverStarts() throws Exception {
        JsonNode job = shown(
                ALL, waiting().reason("QOSMaxGRESPerUser").gpus("", 5).build().refusedByLimit());

        assertThat(job.path("reasonClass").asText()).isEqualTo("impossible");
        assertThat(job.path("meaning").asText())
                .isEqualTo("The job requests 5 GPUs, but QOS normal allows each user 4 GPUs (MaxTRESPU). The job can"
                        + " never start.");
        assertThat(job.path("todo").asText())
                .isEqualTo("Request at most 4 GPUs, choose another QOS, or ask an administrator for a higher limit.");
    }

    @Test
    void comparesTheTimeLimitWithThePartition() throws Exception {
        JsonNode job = shown(
                ALL,
                waiting().reason("PartitionTimeLimit").timeLimit(3 * 86_400).build());

        assertThat(job.path("meaning").asText()).isEqualTo("The job requests 3 days; partition gpu allows 2 hours.");
        assertThat(job.path("todo").asText())
                .isEqualTo("Choose another partition, or lower the time limit: scontrol update JobId=30 TimeLimit=120,"
                        + " in minutes; only an operator can raise it again.");
    }

    @Test
    void saysThatTheNodesOfARequeuedJobAreCompletingAndClaimsNoRoom() throws Exception {
        JsonNode job = shown(
                ALL,
                waiting()
                        .state(JobState.PENDING, JobState.COMPLETING)
                        .reason("None")
                        .allocation(Tres.NONE, "n1")
                        .build());

        assertThat(job.path("meaning").asText()).isEqualTo("The job is requeued, its nodes are completing.");
        assertThat(job.has("candidates")).isFalse();
    }

    @Test
    void showsTheStateOfTheJobsThatItDependsOn() throws Exception {
        JsonNode job = shown(
                ALL,
                waiting()
                        .reason("Dependency")
                        .dependency("afterok:20(unfulfilled),afterok:99(failed),singleton(unfulfilled)")
                        .build());

        assertThat(job.path("dependencies"))
                .extracting(one -> one.path("sentence").asText())
                .containsExactly(
                        "Job 20 is running; this job starts after job 20 has completed without an error.",
                        "slurmctld does not have job 99; this job starts after job 99 has completed without an error,"
                                + " which cannot happen any more.",
                        "This job starts after all earlier jobs of its user with its name have ended.");
        assertThat(job.path("dependencies"))
                .as("singleton names no job")
                .extracting(one -> one.has("jobId"))
                .containsExactly(true, true, false);
        assertThat(job.path("meaning").asText())
                .isEqualTo(job.at("/dependencies/1/sentence").asText());
        assertThat(job.at("/dependencies/0/states").toString()).isEqualTo("{\"running\":1}");
    }

    @Test
    void comparesLicensesWithWhatIsFree() throws Exception {
        JsonNode license = shown(
                        ALL, waiting().reason("Licenses").licenses("matlab:2").build())
                .at("/licenses/0");

        assertThat(license.toString())
                .isEqualTo("{\"name\":\"matlab\",\"requested\":2,\"free\":1,\"used\":9,\"reserved\":0,\"total\":10,"
                        + "\"sentence\":\"License matlab: 2 requested, 1 of 10 free.\"}");
    }

    @Test
    void saysThatMoreLicensesThanExistNeverStart() throws Exception {
        JsonNode job = shown(
                ALL, waiting().reason("Licenses").licenses("matlab:12").build().refusedByLimit());

        assertThat(job.path("meaning").asText())
                .isEqualTo("The job requests 12 licenses matlab, but the cluster has 10. The job can never start.");
        assertThat(job.path("todo").asText())
                .isEqualTo(
                        "Request at most 10 (scontrol update JobId=30 Licenses=...), or ask an administrator for more.");
    }

    @Test
    void saysWhenItsBeginTimeIs() throws Exception {
        JsonNode job = shown(
                ALL,
                waiting()
                        .reason("BeginTime")
                        .eligibleAt(NOW.plusSeconds(60).getEpochSecond())
                        .build());

        assertThat(job.path("meaning").asText()).isEqualTo("The job can start from " + NOW.plusSeconds(60) + ".");
    }

    @Test
    void saysWhenItsReservationBegins() throws Exception {
        JobPlacement week = JobPlacement.reserved("week");

        JsonNode job =
                shown(ALL, waiting().reason("Reservation").placement(week).build());
        JsonNode reservation = job.at("/reservations/0");

        assertThat(job.path("meaning").asText())
                .isEqualTo("The job waits for reservation week, from " + NOW.plusSeconds(3600) + " to "
                        + NOW.plusSeconds(7200) + ".");

        assertThat(reservation.path("active").asBoolean()).isFalse();
        assertThat(reservation.path("startsAt").asText())
                .isEqualTo(NOW.plusSeconds(3600).toString());
        assertThat(reservation.path("endsAt").asText())
                .isEqualTo(NOW.plusSeconds(7200).toString());
    }

    @Test
    void countsTheNodesByObstacle() throws Exception {
        JsonNode nodes = shown(ALL, waiting().gpus("h100", 2).build()).at("/candidates/0");

        assertThat(nodes.path("sentence").asText()).isEqualTo("Partition gpu: 0 of 2 nodes have room for it now.");
        assertThat(nodes.path("groups").toString())
                .isEqualTo("[{\"cause\":\"busy\",\"nodes\":1,\"examples\":[\"n1\"],\"sentence\":\"1 node is busy.\"},"
                        + "{\"cause\":\"drained\",\"nodes\":1,\"examples\":[\"n2\"],"
                        + "\"sentence\":\"1 node is draining or drained.\"}]");
    }

    @Test
    void theFirstOfTheQueueIsNotSaidToBeBehindOthers() throws Exception {
        JsonNode first = shown(ALL, waiting().reason("Priority").build());

        assertThat(first.at("/places/0/sentence").asText()).isEqualTo("First of 1 in partition gpu by priority.");
        assertThat(first.path("meaning").asText()).startsWith("No pending job of the partition has a higher priority.");
    }

    @Test
    void saysHowLongAJobRunsAndWhatItHolds() throws Exception {
        serve(ALL, HOLDER);
        JsonNode job = json(20);

        assertThat(job.path("waitSeconds").asLong()).isZero();
        assertThat(job.path("runSeconds").asLong()).isEqualTo(600);
        assertThat(job.path("endsAtLatest").asText())
                .isEqualTo(NOW.plusSeconds(3000).toString());
        assertThat(job.path("holds").toString())
                .isEqualTo("{\"nodes\":1,\"cpus\":8,\"memoryBytes\":34359738368,"
                        + "\"gpus\":[{\"type\":\"h100\",\"count\":3}]}");
        assertThat(job.has("exitCode")).isFalse();
        assertThat(get("/api/v1/why/job/20?format=text"))
                .contains("  Holds: nodes 1, CPUs 8, memory 32768 MiB, GPUs 3 (h100)", "  Running for: 00:10:00");
    }

    /** slurm-bridge submitted job 30 for two pods. */
    @Test
    void namesThePodsOfAnExternalJob() throws Exception {
        JobOrigin pods = new JobOrigin(JobOrigin.Kind.EXTERNAL, List.of("lab/train-0", "lab/train-1"), 3);
        serve(ALL, waiting().origin(pods).build());

        for (JsonNode job : List.of(json(30), listed(30))) {
            assertThat(job.path("origin").asText()).isEqualTo("external");
            assertThat(job.path("pods").toString()).isEqualTo("[\"lab/train-0\",\"lab/train-1\"]");
            assertThat(job.path("podsLeftOut").asInt()).isEqualTo(3);
        }
        assertThat(get("/api/v1/why/job/30?format=text"))
                .contains("  External job, pods lab/train-0,lab/train-1 and 3 more\n");
        assertThat(json(20).path("origin").asText()).isEqualTo("native");
        assertThat(json(20).has("pods")).isFalse();
        assertThat(get("/api/v1/why/job/20?format=text")).doesNotContain("External");
    }

    /** The users of a cluster choose the names of their pods, and of their jobs. */
    @Test
    void hidesPodsWithTheNamesOfJobs() throws Exception {
        JobOrigin pods = new JobOrigin(JobOrigin.Kind.EXTERNAL, List.of("lab/train-0"), 2);
        serve(
                new Visibility(NameRule.SHOW, NameRule.SHOW, false),
                waiting().origin(pods).build());

        assertThat(json(30).path("origin").asText()).isEqualTo("external");
        assertThat(json(30).toString()).doesNotContain("pods", "train-0");
    }

    @Test
    void writesForATerminal() throws Exception {
        serve(ALL, waiting().reason("QOSMaxGRESPerUser").gpus("h100", 2).build());

        assertThat(get("/api/v1/why/job/30?format=text").lines())
                .containsSubsequence(
                        "  QOS normal allows each user 4 GPUs (MaxTRESPU): 3 in use by this user, 2 GPUs requested.",
                        "  First of 1 in partition gpu by priority.",
                        "    Job 20: user bob, uses 3, ends at the latest " + NOW.plusSeconds(3000),
                        "  Partition gpu: 0 of 2 nodes have room for it now.",
                        "    1 node is busy. Nodes: n1.",
                        "    1 node is draining or drained. Nodes: n2.");
    }

    private void serve(Visibility visibility, Job... jobs) throws Exception {
        List<Job> all = new ArrayList<>(List.of(jobs));
        if (!all.contains(HOLDER)) {
            all.add(HOLDER);
        }
        api = Optional.of(new ServedApi(visibility, SmallCluster.view(all, NODES, CONSTRAINTS)));
    }

    private JsonNode shown(Visibility visibility, Job job) throws Exception {
        serve(visibility, job);
        return json(job.id());
    }

    private JsonNode json(long id) throws Exception {
        return api.orElseThrow().json("/api/v1/why/job/" + id).at("/clusters/0/jobs/0");
    }

    private JsonNode listed(long id) throws Exception {
        for (JsonNode job : api.orElseThrow().json("/api/v1/jobs").at("/clusters/0/jobs")) {
            if (job.path("jobId").asLong() == id) {
                return job;
            }
        }
        throw new AssertionError(id);
    }

    private String get(String path) throws Exception {
        return api.orElseThrow().get(path).body();
    }
}
