package dev.sluice.exporter.derive.gpu;

import static dev.sluice.exporter.model.cluster.PartitionBuilder.partition;
import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.gpu.GpuSlots.Beside;
import dev.sluice.exporter.derive.gpu.WasteFinder.JobWaste;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes have 128 CPUs, 1,024 GiB and 8 GPUs, so the share of one GPU is 16 CPUs and 128 GiB. */
class WasteFinderTest {

    private static final long GIB = 1L << 30;
    private static final long HOUR = 3600;
    private static final Beside ONE_CPU_AND_GIB = new Beside(1, GIB);

    @Test
    void jobsWithMostGpuTimeComeFirst() {
        // The jobs have 2 GPUs for 3 hours, 8 GPUs for 1 hour, and 4 GPUs for 1 hour.
        JobBuilder two = running(1, "n1", 8, 8, 2).ran(NOW - 3 * HOUR, 0);
        JobBuilder eight = running(2, "n2", 8, 8, 8).ran(NOW - HOUR, 0);
        JobBuilder four = running(3, "n3", 8, 8, 4).ran(NOW - HOUR, 0);

        assertThat(waste(two, eight, four))
                .extracting(waste -> waste.job().id() + ": " + waste.gpuSeconds())
                .containsExactly("2: 28800", "1: 21600", "3: 14400");
    }

    @Test
    void onlyRunningJobsWithGpusAreListed() {
        JobBuilder pending = job(1).in("gpu").gpus("h100", 8);
        JobBuilder ended = running(2, "n1", 8, 8, 1).state(JobState.COMPLETED);
        JobBuilder withoutGpu = running(3, "n1", 8, 8, 0);
        JobBuilder suspended = running(4, "n1", 128, 1024, 1).state(JobState.SUSPENDED, JobState.SUSPENDED);

        assertThat(waste(pending, ended, withoutGpu, suspended))
                .extracting(waste -> waste.job().id())
                .containsExactly(4L);
    }

    /** The share of one GPU is 16 CPUs and 128 GiB. Twice this amount is far above the share. */
    @ParameterizedTest
    @CsvSource({
        " 16,  128, 1, ''",
        " 31,  255, 1, ''",
        " 32,   64, 1, cpu_share",
        "  8,  256, 1, memory_share",
        " 96, 1000, 1, cpu_share memory_share",
        "127,   64, 4, ''",
        "128,   64, 4, cpu_share",
        "128, 1024, 5, ''",
        "128, 1024, 8, ''"
    })
    void sharesAreComparedWithTheShareOfTheGpus(long cpus, long gibibytes, long gpus, String codes) {
        assertThat(codes(running(1, "n1", cpus, gibibytes, gpus))).isEqualTo(codes);
    }

    @Test
    void findingsHaveTheirNumbers() {
        assertThat(findings(running(1, "n1", 96, 512, 1)))
                .containsExactly(
                        "The job holds 96 of 128 CPUs of its node for 1 of 8 GPUs.",
                        "The job holds 512 GiB of 1024 GiB memory of its node for 1 of 8 GPUs.");
        // Each of the two tasks needs a node.
        assertThat(findings(running(1, "n[1-2]", 256, 64, 8).tasks(2).cpusPerTask(128)))
                .containsExactly("The job holds 256 of 256 CPUs of its 2 nodes for 8 of 16 GPUs.");
    }

    @Test
    void noFindingWithoutGpusOrMemoryOrKnowledgeOfANode() {
        Constraints cores = Constraints.UNKNOWN.withSelect(SelectType.of("select/cons_tres", List.of("CR_Core")));

        assertThat(codes(cores, running(1, "n1", 8, 1024, 1))).isEmpty();
        assertThat(codes(running(1, "n1,cpu1", 200, 64, 1))).isEmpty();
        assertThat(codes(running(1, "cpu1", 128, 16, 0).exclusive())).isEmpty();
        assertThat(waste(running(1, "n1,gone", 256, 64, 1)))
                .singleElement()
                .satisfies(waste -> assertThat(waste.findings()).isEmpty());
    }

    /**
     * The columns are the GPUs, CPUs and memory of the job, the tasks with their CPUs and GPUs, and how many of its 4
     * nodes the job needs (0 for all nodes).
     */
    @ParameterizedTest
    @CsvSource({
        // 8 GPUs fit on one node.
        " 8,  32,  64, 4,  1, 0, 1",
        // 12 GPUs need two nodes.
        "12,  32,  64, 4,  1, 0, 2",
        // 15 GPUs in tasks of 5 GPUs: one task fits on a node with 8 GPUs.
        "15,  32,  64, 3,  1, 5, 3",
        // 4 GPUs, but 300 CPUs need three nodes.
        " 4, 300,  64, 4, 75, 0, 0",
        // 16 tasks of 32 CPUs fill four nodes.
        "16, 512,  64, 16, 32, 1, 0",
        // 4 GPUs, but 3 TiB of memory.
        " 4,   4, 3072, 4, 1, 0, 3",
        "32,  64,  64, 4,  1, 0, 0"
    })
    void fewerNodesHaveRoomForAllOfTheJob(
            long gpus, long cpus, long gibibytes, long tasks, long cpusPerTask, long gpusPerTask, long needed) {
        JobBuilder job = running(1, "n[1-4]", cpus, gibibytes, gpus)
                .tasks(tasks)
                .cpusPerTask(cpusPerTask)
                .gpus("h100", gpusPerTask > 0 ? 0 : gpus)
                .gpusPerTask("h100", gpusPerTask);

        assertThat(findings(job).stream()
                        .filter(finding -> finding.contains("enough"))
                        .toList())
                .isEqualTo(needed == 0 ? List.of() : List.of(spread(gpus, 4, needed)));
    }

    @Test
    void gpusOfDifferentTypesNeedTheirNodes() {
        Node h100 = node("n1", "h100");
        Node a100 = node("n2", "a100");
        GpuCounts both = GpuCounts.of("h100", 1).plus(GpuCounts.of("a100", 1));
        JobBuilder of = job(1).in("gpu").runningOn("n[1-2]").allocation(new Tres(2, GIB, 2, both), "n[1-2]");

        assertThat(finder(List.of(h100, a100), of.gpus("", 2))).containsExactly(spread(2, 2, 1));
        assertThat(finder(List.of(h100, a100), of.request(new JobRequest(2, 2, GIB, both))))
                .isEmpty();
    }

    /**
     * For a job with exclusive use of a node, Slurm allocates all 8 GPUs. The request shows how many GPUs the job
     * needs.
     */
    @ParameterizedTest
    @CsvSource({"0, true", "1, true", "4, true", "5, false", "8, false"})
    void wholeNodesAreForMoreThanHalfOfTheirGpus(long requested, boolean found) {
        JobBuilder job = running(1, "n1", 128, 16, 8).gpus("h100", requested).exclusive();

        assertThat(findings(job))
                .isEqualTo(
                        found
                                ? List.of("The job shares its node with no other job, but requested " + requested
                                        + " of 8 GPUs.")
                                : List.of());
    }

    @Test
    void partitionsAndSelectLinearGiveWholeNodesToo() {
        JobBuilder job = running(1, "n1", 128, 16, 1);
        Constraints exclusive = Constraints.UNKNOWN.withPartitions(
                List.of(partition("gpu").wholeNodes(true).build()));
        Constraints linear = Constraints.UNKNOWN.withSelect(SelectType.of("select/linear", List.of("CR_Memory")));

        assertThat(codes(job)).isEqualTo("cpu_share");
        assertThat(codes(exclusive, job)).isEqualTo("whole_node");
        assertThat(codes(linear, job)).isEqualTo("whole_node");
    }

    /** 4 of 8 GPUs are idle. The job and another job hold all, or nearly all, of 128 CPUs and 1,024 GiB. */
    @ParameterizedTest
    @CsvSource({
        // No CPU is left. Without the job, there are CPUs for 4 idle GPUs.
        "100, 10, 128,  200, 4",
        // 2 CPUs are left, for 2 of the 4 idle GPUs.
        "100, 10, 126,  200, 2",
        // Without the job, only 3 CPUs are free.
        "  3, 10, 128,  200, 3",
        // No memory is left.
        " 10, 50,  20, 1024, 4",
        // 4 CPUs and 4 GiB are enough.
        "100, 50, 124, 1020, 0"
    })
    void jobsWithoutGpuHoldWhatIdleGpusLack(long cpus, long gibibytes, long allCpus, long allGibibytes, long gpus) {
        JobBuilder job = running(1, "n1", cpus, gibibytes, 0);
        Node node = partlyIdle(allCpus, allGibibytes, Set.of());

        assertThat(finder(List.of(node), job))
                .isEqualTo(
                        gpus == 0
                                ? List.of()
                                : List.of(
                                        "The job holds %d CPUs and %d GiB without a GPU, so that no job can use %d idle GPUs of its node."
                                                .formatted(cpus, gibibytes, gpus)));
    }

    @ParameterizedTest
    @EnumSource(names = {"DRAIN", "MAINTENANCE", "RESERVED"})
    void idleGpusAreNotStrandedByShardsOrOnANodeThatTakesNoJobs(NodeFlag flag) {
        JobBuilder job = running(1, "n1", 100, 10, 0);
        JobPlacement shards = new JobPlacement(0, 0, 0, 0, false, "", 0, 0, GresCounts.of("shard", 2), List.of(), 0);

        assertThat(finder(List.of(partlyIdle(128, 200, Set.of(flag))), job)).isEmpty();
        assertThat(finder(List.of(partlyIdle(128, 200, Set.of())), job.placement(shards)))
                .isEmpty();
    }

    /** The time limit is 48 hours. One tenth of the limit is 4.8 hours. */
    @ParameterizedTest
    @CsvSource({
        "3, 17280, 3600, 4 h 48 min",
        "3, 17281, 3600, ''",
        "2,   600, 3600, ''",
        "3,   600, 17280, 10 min",
        "3,   600, 17281, ''"
    })
    void longLimitsAreHardlyUsedIfThreeSimilarJobsUsedATenth(int jobs, long longest, long run, String most) {
        JobBuilder job = limited(1).ran(NOW - run, 0);
        Stream<JobBuilder> ended = IntStream.range(0, jobs).mapToObj(i -> ended(10 + i, i == 0 ? longest : 300));

        assertThat(findings(Stream.concat(Stream.of(job), ended).toArray(JobBuilder[]::new)))
                .isEqualTo(
                        most.isEmpty()
                                ? List.of()
                                : List.of(
                                        "The job has a time limit of 48 h, but 3 completed jobs of the same user, partition,"
                                                + " time limit and GPUs ran for at most " + most + "."));
    }

    @Test
    void jobsOfOthersShortLimitsAndLimitsThatAJobRanIntoAreNoFinding() {
        JobBuilder job = limited(1).ran(NOW - 60, 0);
        JobBuilder[] minute = Stream.of(1, 2, 3, 4)
                .map(id -> (id == 1 ? limited(1).ran(NOW - 60, 0) : ended(id, 30)).timeLimit(HOUR - 60))
                .toArray(JobBuilder[]::new);

        assertThat(findings(minute)).isEmpty();
        JobBuilder used = ended(5, 48 * HOUR).state(JobState.TIMEOUT);
        assertThat(findings(job, ended(2, 300), ended(3, 300), ended(4, 300), used))
                .isEmpty();
        assertThat(findings(
                        job,
                        ended(2, 300),
                        ended(3, 300),
                        ended(4, 300).owner("account", "somebody", "normal"),
                        ended(5, 300).timeLimit(24 * HOUR),
                        ended(6, 300).in("debug"),
                        ended(7, 300).gpus("h100", 2),
                        ended(8, 300).state(JobState.FAILED)))
                .isEmpty();
    }

    private static JobBuilder running(long id, String nodes, long cpus, long gibibytes, long gpus) {
        int count = Hostlist.names(nodes).size();
        Tres held = new Tres(cpus, gibibytes * GIB, count, GpuCounts.of("h100", gpus));
        return job(id).in("gpu")
                .runningOn(nodes)
                .gpus("h100", gpus)
                .nodes(count)
                .allocation(held, nodes)
                .ran(NOW - 60, 0);
    }

    private static JobBuilder limited(long id) {
        return running(id, "n1", 8, 8, 1).timeLimit(48 * HOUR);
    }

    private static JobBuilder ended(long id, long run) {
        return limited(id).state(JobState.COMPLETED).ran(NOW - run, NOW);
    }

    private static Node node(String name, String type) {
        return NodeBuilder.node(name)
                .state(NodeBaseState.MIXED, Set.of())
                .usable(128, 1024 * GIB, GpuCounts.of(type, name.startsWith("cpu") ? 0 : 8))
                .build();
    }

    private static Node partlyIdle(long cpus, long gibibytes, Set<NodeFlag> flags) {
        return NodeBuilder.of(node("n1", "h100"))
                .state(NodeBaseState.MIXED, flags)
                .allocated(cpus, gibibytes * GIB, GpuCounts.of("h100", 4))
                .build();
    }

    private static List<JobWaste> waste(JobBuilder... jobs) {
        return waste(Constraints.UNKNOWN, jobs);
    }

    private static List<JobWaste> waste(Constraints constraints, JobBuilder... jobs) {
        List<Node> nodes = Stream.of("n1", "n2", "n3", "n4", "cpu1")
                .map(name -> node(name, "h100"))
                .toList();
        return waste(nodes, constraints, jobs);
    }

    private static List<JobWaste> waste(List<Node> nodes, Constraints constraints, JobBuilder... jobs) {
        List<JoinedNode> joined =
                nodes.stream().map(JoinedNode::outsideKubernetes).toList();
        List<Job> built = Stream.of(jobs).map(JobBuilder::build).toList();
        return new WasteFinder(built, joined, constraints, ONE_CPU_AND_GIB, Instant.ofEpochSecond(NOW))
                .jobs(job -> true);
    }

    private static List<String> findings(JobBuilder... jobs) {
        return sentences(waste(jobs));
    }

    private static List<String> finder(List<Node> nodes, JobBuilder job) {
        return sentences(waste(nodes, Constraints.UNKNOWN, job));
    }

    private static List<String> sentences(List<JobWaste> jobs) {
        return jobs.stream()
                .flatMap(waste -> waste.findings().stream().map(Finding::sentence))
                .toList();
    }

    private static String spread(long gpus, long nodes, long needed) {
        return "The job holds %d GPUs on %d nodes, but %d of these nodes %s enough."
                .formatted(gpus, nodes, needed, needed == 1 ? "is" : "are");
    }

    private static String codes(JobBuilder job) {
        return codes(Constraints.UNKNOWN, job);
    }

    private static String codes(Constraints constraints, JobBuilder job) {
        return String.join(
                " ",
                waste(constraints, job).stream()
                        .flatMap(waste -> waste.findings().stream())
                        .map(finding -> finding.code().label())
                        .toList());
    }
}
