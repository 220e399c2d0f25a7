package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.CapacitySummary;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeState;
import dev.sluice.fixtures.Capture;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every captured answer of a real cluster against what Slurm's own tools printed at the same moment. */
class CapturedAnswersTest {

    /** The one array whose list of tasks slurmrestd cut: squeue knows all 151 tasks, the answer 19. */
    private static final String TRUNCATED_ARRAY = "91";

    private static final long TRUNCATED_ARRAY_TASKS = 19;

    /** squeue expands {@code 2-198:2} to 98 tasks and forgets the last; slurmctld's own jobs/state has all 99. */
    private static final long FORGOTTEN_BY_SQUEUE = 1;

    private static final int STATE = 8;
    private static final int PARTITION = 4;
    private static final int REASON = 9;

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void countsEveryArrayTaskUnderTheStateThatSqueueShows(String release, String version) throws Exception {
        // Given
        Map<String, Long> expected = squeue(release).stream()
                .collect(Collectors.groupingBy(
                        row -> row.get(STATE).toLowerCase(Locale.ROOT), TreeMap::new, Collectors.counting()));

        // When
        QueueSummary queue = queue(release, version);

        // Then
        Map<String, Long> counted = new TreeMap<>();
        queue.clusterJobs().forEach((state, count) -> counted.put(state.label(), count));
        counted.merge("pending", -TRUNCATED_ARRAY_TASKS - FORGOTTEN_BY_SQUEUE, Long::sum);
        assertThat(counted).isEqualTo(expected);
        assertThat(queue.truncatedArrays()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void countsAJobInEveryPartitionThatItWasSubmittedTo(String release, String version) throws Exception {
        // Given
        Map<String, Map<String, Long>> expected = new TreeMap<>();
        for (List<String> row : squeue(release)) {
            for (String partition : row.get(PARTITION).split(",", -1)) {
                expected.computeIfAbsent(partition, unused -> new TreeMap<>())
                        .merge(row.get(STATE).toLowerCase(Locale.ROOT), 1L, Long::sum);
            }
        }

        // When
        QueueSummary queue = queue(release, version);

        // Then
        Map<String, Map<String, Long>> counted = new TreeMap<>();
        queue.partitions().forEach((name, partition) -> {
            Map<String, Long> states = new TreeMap<>();
            partition.jobs().forEach((state, count) -> states.put(state.label(), count));
            counted.put(name, states);
        });
        correct(counted, "cpu", "pending", TRUNCATED_ARRAY_TASKS);
        correct(counted, "gpu", "pending", FORGOTTEN_BY_SQUEUE);
        assertThat(counted).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void countsPendingJobsUnderSlurmsReason(String release, String version) throws Exception {
        // Given
        Map<String, Map<String, Long>> expected = new TreeMap<>();
        for (List<String> row : squeue(release)) {
            if (row.get(STATE).equals("PENDING") || row.get(STATE).equals("SPECIAL_EXIT")) {
                for (String partition : row.get(PARTITION).split(",", -1)) {
                    expected.computeIfAbsent(partition, unused -> new TreeMap<>())
                            .merge(reasonName(row.get(REASON)), 1L, Long::sum);
                }
            }
        }

        // When
        QueueSummary queue = queue(release, version);

        // Then
        Map<String, Map<String, Long>> counted = new TreeMap<>();
        queue.partitions().forEach((name, partition) -> {
            if (!partition.pendingByReason().isEmpty()) {
                counted.put(name, new TreeMap<>(partition.pendingByReason()));
            }
        });
        correct(counted, "cpu", "BeginTime", TRUNCATED_ARRAY_TASKS);
        correct(counted, "gpu", "Resources", FORGOTTEN_BY_SQUEUE);
        assertThat(counted).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void splitsNodesAndCpusAsSinfoDoes(String release, String version) throws Exception {
        // Given
        Map<String, Map<String, Long>> nodes = new TreeMap<>();
        Map<String, Map<String, Long>> cpus = new TreeMap<>();
        for (List<String> row : CapturedReleases.rows(release, "cli/sinfo-N.txt").stream()
                .skip(1)
                .toList()) {
            String partition = row.get(1).replace("*", "");
            String state = SinfoState.of(row.get(2));
            nodes.computeIfAbsent(partition, unused -> new TreeMap<>()).merge(state, 1L, Long::sum);
            SinfoState.addCpus(cpus.computeIfAbsent(partition, unused -> new TreeMap<>()), state, row.get(4));
        }

        // When
        CapacitySummary capacity = CapacitySummary.of(nodes(release, version).records(), List.of());

        // Then
        Map<String, Map<String, Long>> countedNodes = new TreeMap<>();
        Map<String, Map<String, Long>> countedCpus = new TreeMap<>();
        capacity.partitions().forEach((partition, sums) -> {
            for (NodeState state : NodeState.values()) {
                if (sums.nodes(state) > 0) {
                    countedNodes
                            .computeIfAbsent(partition, unused -> new TreeMap<>())
                            .put(state.label(), sums.nodes(state));
                }
            }
            countedCpus.put(
                    partition,
                    new TreeMap<>(Map.of(
                            "allocated", sums.cpus().allocated(),
                            "idle", sums.cpus().idle(),
                            "unavailable", sums.cpus().unavailable())));
        });
        assertThat(countedNodes).isEqualTo(nodes);
        assertThat(countedCpus).isEqualTo(cpus);
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void readsMemoryAsScontrolShowsIt(String release, String version) throws Exception {
        // Given
        Map<String, List<Long>> expected = Capture.of(release)
                .text("cli/scontrol-show-nodes-oneline.txt")
                .lines()
                .collect(Collectors.toMap(
                        line -> value(line, "NodeName="),
                        line -> List.of(
                                Long.parseLong(value(line, "RealMemory=")) << 20,
                                Long.parseLong(value(line, "AllocMem=")) << 20,
                                Long.parseLong(value(line, "CPUEfctv=")),
                                Long.parseLong(value(line, "CPUAlloc=")))));

        // When
        Map<String, List<Long>> read = nodes(release, version).records().stream()
                .collect(Collectors.toMap(
                        Node::name,
                        node -> List.of(
                                node.usable().memoryBytes(),
                                node.allocated().memoryBytes(),
                                node.usable().cpus(),
                                node.allocated().cpus())));

        // Then
        assertThat(read).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void listsThePartitionsThatSinfoLists(String release, String version) throws Exception {
        Set<String> expected = CapturedReleases.rows(release, "cli/sinfo-summary.txt").stream()
                .skip(1)
                .map(row -> row.get(0).replace("*", ""))
                .collect(Collectors.toCollection(HashSet::new));

        Answer<Partition> answer = Answers.partitions(version, body(release, version, "partitions.json"));

        assertThat(answer.records()).extracting(Partition::name).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(answer.release()).startsWith(release);
        assertThat(answer.lastUpdate()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void decodesToTheSameRecordsWhereverTheBytesAreCut(String release, String version) throws Exception {
        byte[] body = body(release, version, "jobs-flags-all.json");
        List<Job> whole = Answers.jobs(version, body).records();

        for (int piece : new int[] {1, 7, 4093}) {
            assertThat(Answers.decode("jobs", version, new JobAssembler(new JobParts()), body, piece)
                            .records())
                    .isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void everyVersionOfOneReleaseDecodesToTheSameJobsAndNodes(String release, String version) throws Exception {
        String first = Capture.of(release).apiVersions().get(0);

        assertThat(steady(jobs(release, version))).isEqualTo(steady(jobs(release, first)));
        assertThat(steadyNodes(release, version)).isEqualTo(steadyNodes(release, first));
    }

    /** The backfill scheduler plans other nodes every few seconds, and the order of dynamic nodes is not fixed. */
    private static Set<Node> steadyNodes(String release, String version) throws Exception {
        return nodes(release, version).records().stream()
                .map(node -> NodeBuilder.of(node)
                        .state(
                                node.base(),
                                node.flags().stream()
                                        .filter(flag -> flag != NodeFlag.PLANNED)
                                        .collect(Collectors.toSet()))
                        .build())
                .collect(Collectors.toSet());
    }

    /** Captures of two versions are a second or two apart: a state that moved meanwhile is left out. */
    private static Map<Long, Job> steady(List<Job> jobs) {
        return jobs.stream()
                .filter(job -> job.state() != JobState.COMPLETING)
                .map(CapturedAnswersTest::withoutEstimate)
                .collect(Collectors.toMap(Job::id, Function.identity()));
    }

    /** The backfill scheduler thinks anew of when a job may start, every few seconds. */
    private static Job withoutEstimate(Job job) {
        return JobBuilder.of(job).expectedStartAt(0).named("").build();
    }

    private static QueueSummary queue(String release, String version) throws Exception {
        return QueueSummary.of(jobs(release, version), List.of(), Instant.EPOCH, 100, 100);
    }

    private static List<Job> jobs(String release, String version) throws Exception {
        return Answers.jobs(version, body(release, version, "jobs-flags-all.json"))
                .records();
    }

    private static Answer<Node> nodes(String release, String version) throws Exception {
        return Answers.nodes(version, body(release, version, "nodes.json"));
    }

    private static byte[] body(String release, String version, String name) {
        return Capture.of(release).bytes("rest/" + version + "/slurm/" + name);
    }

    private static List<List<String>> squeue(String release) {
        return CapturedReleases.rows(release, "cli/squeue-array-expanded.txt").stream()
                .skip(1)
                .filter(row -> !row.get(2).equals(TRUNCATED_ARRAY))
                .toList();
    }

    /** squeue prints a description where there is one; these are the descriptions in the captures. */
    private static String reasonName(String shown) {
        Map<String, String> names = new HashMap<>();
        names.put("job requeued in held state", "JobHeldUser");
        names.put("ReqNodeNotAvail, May be reserved for other job", "ReqNodeNotAvail");
        names.put(
                "Nodes required for job are DOWN, DRAINED, REBOOTING or reserved for jobs in higher priority partitions",
                "Resources");
        return names.getOrDefault(shown, shown);
    }

    private static void correct(Map<String, Map<String, Long>> counted, String partition, String key, long by) {
        counted.computeIfPresent(partition, (unused, counts) -> {
            counts.merge(key, -by, Long::sum);
            return counts;
        });
    }

    private static String value(String line, String key) {
        int from = line.indexOf(key) + key.length();
        int end = line.indexOf(' ', from);
        return line.substring(from, end < 0 ? line.length() : end);
    }
}
