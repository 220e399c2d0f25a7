package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.PartitionState;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobShape;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.truth.tool.Fields;
import dev.sluice.exporter.truth.tool.ToolCommand;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares fields of jobs, nodes and partitions with the output of scontrol at the same time. Autoscaling needs these
 * fields.
 */
class CapturedShapesTest {

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void readsTheLayoutOfJobsAsScontrolShowsIt(String release, String version) throws Exception {
        Map<String, Map<String, String>> shown = CapturedReleases.scontrol(release, ToolCommand.JOBS, "JobId");
        for (Job job : CapturedReleases.jobs(release, version)) {
            Map<String, String> expected = shown.getOrDefault(Long.toString(job.id()), Map.of());
            if (expected.getOrDefault("NumTasks", "0").equals("0")) {
                // The job was cancelled before its start, so the size of the job is not needed.
                continue;
            }
            JobShape shape = job.shape();
            assertThat(expected)
                    .as("job %d", job.id())
                    .containsAllEntriesOf(Map.of(
                            "NumTasks", Long.toString(shape.tasks()),
                            "CPUs/Task", Long.toString(shape.cpusPerTask()),
                            "MinCPUsNode", Long.toString(shape.minimumCpusPerNode()),
                            "ReqNodeList", shape.requiredNodes(),
                            "ExcNodeList", shape.excludedNodes(),
                            "Features", shape.features()));
            assertThat(expected.getOrDefault("NtasksPerN:B:S:C", "")).startsWith(shape.tasksPerNode() + ":");
            assertThat(shape.minimumNodes())
                    .isEqualTo(Tres.parse(expected.getOrDefault("ReqTRES", "")).nodes());
            assertThat(shape.licenses()).isEqualTo(expected.getOrDefault("Licenses", ""));
            assertThat(shape.coreSpecialization())
                    .isEqualTo(!expected.getOrDefault("CoreSpec", "").equals("*"));
            assertThat(shape.wholeNodes())
                    .as("job %d", job.id())
                    // v0.0.45 does not send the value of --exclusive.
                    .isEqualTo(!version.equals("v0.0.45") && exclusive(release, expected));
            assertThat(shape.memoryPerCpuBytes()).isEqualTo(memory(expected, "MinMemoryCPU"));
            if (!expected.containsKey("MemPerTres")) {
                // With --mem-per-gpu, slurmctld sets the memory per node. scontrol does not show this value.
                assertThat(shape.memoryPerNodeBytes()).isEqualTo(memory(expected, "MinMemoryNode"));
            }
            assertThat(shape.gpusPerNode()).isEqualTo(gpus(expected, "TresPerNode"));
            assertThat(shape.gpusPerJob()).isEqualTo(gpus(expected, "TresPerJob"));
            assertThat(shape.gpusPerTask()).isEqualTo(gpus(expected, "TresPerTask"));
        }
    }

    /** Returns 0 for UNLIMITED and Partition_Limit. */
    private static long duration(String shown) {
        return Fields.isTime(shown) ? Fields.seconds(shown) : 0;
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void readsThePlaceOfJobsInTheQueueAsScontrolShowsIt(String release, String version) throws Exception {
        Map<String, Map<String, String>> shown = CapturedReleases.scontrol(release, ToolCommand.JOBS, "JobId");
        for (Job job : CapturedReleases.jobs(release, version)) {
            Map<String, String> expected = shown.getOrDefault(Long.toString(job.id()), Map.of());
            assertThat(expected)
                    .as("job %d", job.id())
                    .containsAllEntriesOf(Map.of(
                            "Priority",
                            Long.toString(job.priority()),
                            "QOS",
                            job.owner().qos()));
            assertThat(job.array().jobId()).isEqualTo(number(expected, "ArrayJobId"));
            assertThat(job.array().taskLimit()).isEqualTo(number(expected, "ArrayTaskThrottle"));
            assertThat(job.hetJobId()).isEqualTo(number(expected, "HetJobId"));
            assertThat(job.times().submittedAt()).isEqualTo(seconds(expected.getOrDefault("SubmitTime", "")));
            assertThat(job.allocation().nodes()).isEqualTo(expected.getOrDefault("NodeList", ""));
            assertThat(job.times().limit()).isEqualTo(duration(expected.getOrDefault("TimeLimit", "")));
            boolean pending = Set.of("PENDING", "SPECIAL_EXIT").contains(expected.getOrDefault("JobState", ""));
            assertThat(job.status().held()).as("job %d", job.id()).isEqualTo(pending && job.priority() == 0);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void sharesShapesAmongJobsThatAskAlike(String release, String version) throws Exception {
        Set<JobShape> objects = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Job> jobs = CapturedReleases.jobs(release, version);
        jobs.forEach(job -> objects.add(job.shape()));

        assertThat(List.copyOf(objects)).doesNotHaveDuplicates().hasSizeLessThan(jobs.size());
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void readsNodesAsScontrolShowsThem(String release, String version) throws Exception {
        Map<String, Map<String, String>> shown = CapturedReleases.scontrol(release, ToolCommand.NODES, "NodeName");
        for (Node node : CapturedReleases.nodes(release, version)) {
            Map<String, String> expected = shown.getOrDefault(node.name(), Map.of());
            assertThat(String.join(",", node.features())).isEqualTo(expected.getOrDefault("ActiveFeatures", "?"));
            assertThat(node.reservation()).isEqualTo(expected.getOrDefault("ReservationName", ""));
            assertThat(node.origin())
                    .isEqualTo(NodeAndPartitionDetailsTest.origin(expected.getOrDefault("Comment", "")));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void readsPartitionsAsScontrolShowsThem(String release, String version) throws Exception {
        Map<String, Map<String, String>> shown =
                CapturedReleases.scontrol(release, ToolCommand.PARTITIONS, "PartitionName");
        List<Partition> partitions = Answers.partitionRecords(Trees.body(release, version, "partitions"));
        assertThat(partitions).extracting(Partition::name).hasSameElementsAs(shown.keySet());
        for (Partition partition : partitions) {
            Map<String, String> expected = shown.getOrDefault(partition.name(), Map.of());
            String maxNodes = expected.getOrDefault("MaxNodes", "");
            assertThat(partition.state()).isEqualTo(PartitionState.valueOf(expected.getOrDefault("State", "")));
            assertThat(partition.nodes()).isEqualTo(expected.getOrDefault("Nodes", ""));
            assertThat(partition.nodeSets()).isEqualTo(expected.getOrDefault("NodeSets", ""));
            assertThat(partition.maxNodes())
                    .isEqualTo(maxNodes.equals("UNLIMITED") ? Long.MAX_VALUE : Long.parseLong(maxNodes));
            assertThat(partition.wholeNodes()).isFalse();
            assertThat(Hostlist.names(partition.nodes()))
                    .hasSize((int) number(expected, "TotalNodes"))
                    .hasSameElementsAs(nodesOf(partition.name(), release, version));
        }
    }

    private static boolean exclusive(String release, Map<String, String> job) {
        return release.equals("24.11")
                ? job.getOrDefault("OverSubscribe", "").equals("NO")
                : job.getOrDefault("Exclusive", "").equals("NODE");
    }

    private static Set<String> nodesOf(String partition, String release, String version) throws Exception {
        Set<String> names = new TreeSet<>();
        for (Node node : CapturedReleases.nodes(release, version)) {
            if (node.partitions().contains(partition)) {
                names.add(node.name());
            }
        }
        return names;
    }

    private static long memory(Map<String, String> job, String key) {
        return Tres.parse("mem=" + job.getOrDefault(key, "0")).memoryBytes();
    }

    private static GpuCounts gpus(Map<String, String> job, String key) {
        return GpuCounts.ofGres(job.getOrDefault(key, ""));
    }

    private static long number(Map<String, String> fields, String key) {
        return Long.parseLong(fields.getOrDefault(key, "0"));
    }

    private static long seconds(String time) {
        return Fields.isTime(time) ? Fields.epoch(time) : 0;
    }
}
