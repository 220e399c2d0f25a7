package dev.sluice.exporter.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.exporter.model.job.ArrayTasks;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.RequestedResources;
import dev.sluice.exporter.model.reason.PendingReason;
import dev.sluice.exporter.model.reason.ReasonClass;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the parsers make of captured answers, against what Slurm's own tools said of the same instant. */
class CapturedClusterTest {

    private static final Pattern GPU_TOTAL = Pattern.compile("gres/gpu=(\\d+)");
    private static final Pattern GPU_OF_LIST = Pattern.compile("(?:^|,)gpu:(?:([^:,(]+):)?(\\d+)");

    static Stream<Arguments> everyApiVersion() {
        return Stream.of("24.11", "26.05")
                .flatMap(release -> Capture.of(release).apiVersions().stream().map(api -> Arguments.of(release, api)));
    }

    @ParameterizedTest
    @MethodSource("everyApiVersion")
    void readsRequestsAsScontrolShowsThem(String release, String api) throws IOException {
        Map<String, Map<String, String>> shown = scontrol(release, "jobs", "JobId");
        List<JsonNode> jobs = jobs(release, api);
        assertThat(jobs.size()).isEqualTo(shown.size());
        for (JsonNode job : jobs) {
            Map<String, String> expected = shown.getOrDefault(job.path("job_id").asText(), Map.of());
            Tres requested = Tres.parse(job.path("tres_req_str").asText());
            String text = expected.getOrDefault("ReqTRES", "");
            assertThat(requested.cpus()).isEqualTo(field(text, "cpu=(\\d+)"));
            assertThat(requested.nodes()).isEqualTo(field(text, "node=(\\d+)"));
            assertThat(requested.memoryBytes()).isPositive();
            assertThat(requested.gpus().total()).isEqualTo(field(text, GPU_TOTAL.pattern()));
        }
    }

    @ParameterizedTest
    @MethodSource("everyApiVersion")
    void readsAllocationsAsScontrolShowsThem(String release, String api) throws IOException {
        Map<String, Map<String, String>> shown = scontrol(release, "jobs", "JobId");
        for (JsonNode job : jobs(release, api)) {
            Map<String, String> expected = shown.getOrDefault(job.path("job_id").asText(), Map.of());
            Tres allocated = Tres.parse(job.path("tres_alloc_str").asText());
            if (expected.getOrDefault("AllocTRES", "").equals("(null)")) {
                assertThat(allocated).isEqualTo(Tres.NONE);
            } else {
                assertThat(allocated.cpus()).isEqualTo(number(expected, "NumCPUs"));
                assertThat(allocated.nodes()).isEqualTo(number(expected, "NumNodes"));
            }
        }
        assertThat(allocatedToJobs(release, api)).isEqualTo(42).isEqualTo(allocatedBySqueue(release));
    }

    @ParameterizedTest
    @MethodSource("everyApiVersion")
    void readsNodesAsScontrolShowsThem(String release, String api) throws IOException {
        Map<String, Map<String, String>> shown = scontrol(release, "nodes", "NodeName");
        List<JsonNode> nodes = nodes(release, api);
        assertThat(nodes.size()).isEqualTo(shown.size());
        for (JsonNode node : nodes) {
            String name = node.path("name").asText();
            Map<String, String> expected = shown.getOrDefault(name, Map.of());
            Tres configured = Tres.parse(node.path("tres").asText());
            Tres used = Tres.parse(node.path("tres_used").asText());
            assertThat(configured.cpus()).as(name).isEqualTo(number(expected, "CPUEfctv"));
            assertThat(configured.memoryBytes()).as(name).isEqualTo(number(expected, "RealMemory") << 20);
            assertThat(used.cpus()).as(name).isEqualTo(number(expected, "CPUAlloc"));
            assertThat(used.memoryBytes()).as(name).isEqualTo(number(expected, "AllocMem") << 20);
            assertThat(GpuCounts.ofGres(node.path("gres").asText()).byType())
                    .as(name)
                    .isEqualTo(gpusOf(expected.getOrDefault("Gres", "")));
            assertThat(GpuCounts.ofGres(node.path("gres_used").asText()).total())
                    .as(name)
                    .isEqualTo(used.gpus().total())
                    .isEqualTo(field(expected.getOrDefault("AllocTRES", ""), GPU_TOTAL.pattern()));
        }
    }

    @ParameterizedTest
    @MethodSource("everyApiVersion")
    void readsUsedGpusAsSinfoShowsThem(String release, String api) throws IOException {
        Map<String, String> shown = gresUsedByHost(release);
        int compared = 0;
        for (JsonNode node : nodes(release, api)) {
            String host = node.path("hostname").asText();
            // sinfo prints host names, and the dynamic nodes share one.
            if (host.equals(node.path("name").asText())) {
                assertThat(GpuCounts.ofGres(node.path("gres_used").asText()).byType())
                        .as(host)
                        .isEqualTo(gpusOf(shown.getOrDefault(host, "?")));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(20);
    }

    @ParameterizedTest
    @MethodSource("everyApiVersion")
    void findsEveryGpuOfANodeInItsJobs(String release, String api) throws IOException {
        long onNodes = nodes(release, api).stream()
                .mapToLong(node ->
                        GpuCounts.ofGres(node.path("gres_used").asText()).total())
                .sum();
        assertThat(onNodes).isEqualTo(42).isEqualTo(allocatedToJobs(release, api));
    }

    @ParameterizedTest
    @MethodSource("everyApiVersion")
    void countsArrayTasksAsSlurmctldListsThem(String release, String api) throws IOException {
        Map<String, Long> listed = pendingTasksByState(release, api);
        Map<String, ArrayTasks> counted = arrayTasks(release, api);
        assertThat(counted.keySet()).isEqualTo(listed.keySet());
        ArrayTasks cut = new ArrayTasks(19, true);
        counted.forEach((id, tasks) -> assertThat(tasks)
                .as(id)
                .isEqualTo(id.equals("91") ? cut : new ArrayTasks(listed.getOrDefault(id, 0L), false)));
        assertThat(listed).containsEntry("91", 151L).containsEntry("77", 99L);
    }

    /** squeue leaves out the last task of a range with a step: its array 77 ends at 196, slurmctld's at 198. */
    @ParameterizedTest
    @MethodSource("everyApiVersion")
    void countsArrayTasksAsSqueueExpandsThem(String release, String api) throws IOException {
        Map<String, Long> shown = pendingTasksBySqueue(release);
        Map<String, ArrayTasks> counted = arrayTasks(release, api);
        assertThat(counted.keySet()).isEqualTo(shown.keySet());
        Map<String, Long> exact = new TreeMap<>();
        counted.forEach((id, tasks) -> exact.put(id, tasks.truncated() ? 151 : tasks.count()));
        shown.merge("77", 1L, Long::sum);
        assertThat(exact).isEqualTo(shown);
    }

    @ParameterizedTest
    @MethodSource("everyApiVersion")
    void findsTheSameGpusAndMemoryBesideTres(String release, String api) throws IOException {
        Map<String, Map<String, String>> shown = scontrol(release, "jobs", "JobId");
        long gpus = 0;
        for (JsonNode job : jobs(release, api)) {
            String id = job.path("job_id").asText();
            String tres = job.path("tres_req_str").asText();
            long expected = field(shown.getOrDefault(id, Map.of()).getOrDefault("ReqTRES", ""), GPU_TOTAL.pattern());
            JobRequest with = JobRequest.from(resources(job, tres));
            JobRequest without = JobRequest.from(resources(job, tres.replaceAll(",(gres/|mem=)[^,]*", "")));
            assertThat(with.gpus().total()).as(id).isEqualTo(expected);
            assertThat(without).as(id).isEqualTo(with);
            gpus += expected;
        }
        assertThat(gpus).isGreaterThan(100);
    }

    @ParameterizedTest
    @MethodSource("everyApiVersion")
    void namesGpuTypesThatTresDoesNot(String release, String api) throws IOException {
        Map<String, GpuCounts> byName = new HashMap<>();
        for (JsonNode job : jobs(release, api)) {
            byName.put(
                    job.path("name").asText(),
                    JobRequest.from(resources(job, job.path("tres_req_str").asText()))
                            .gpus());
        }
        assertThat(byName)
                .containsEntry("notebook", GpuCounts.of("a100_1g.10gb", 1))
                .containsEntry("pretrain-405b", GpuCounts.of("h100", 32))
                .containsEntry("lattice", GpuCounts.of("a100", 3))
                .containsEntry("anywhere", GpuCounts.of(GpuCounts.UNTYPED, 24))
                .containsEntry("tiny-infer", GpuCounts.NONE);
    }

    @ParameterizedTest
    @MethodSource("everyApiVersion")
    void classifiesEveryPendingReason(String release, String api) throws IOException {
        Set<ReasonClass> classes = new TreeSet<>();
        for (JsonNode job : jobs(release, api)) {
            if (job.path("job_state").path(0).asText().equals("PENDING")) {
                classes.add(PendingReason.of(job.path("state_reason").asText()).reasonClass());
            }
        }
        assertThat(classes).hasSizeGreaterThan(8).doesNotContain(ReasonClass.OTHER);
    }

    @Test
    void parsesTheSameInEveryApiVersion() throws IOException {
        for (String release : List.of("24.11", "26.05")) {
            Capture capture = Capture.of(release);
            List<JobRequest> first = requests(release, capture.apiVersions().get(0));
            for (String api : capture.apiVersions()) {
                assertThat(requests(release, api)).as(api).isEqualTo(first);
            }
        }
    }

    private static List<JobRequest> requests(String release, String api) throws IOException {
        return jobs(release, api).stream()
                .map(job ->
                        JobRequest.from(resources(job, job.path("tres_req_str").asText())))
                .toList();
    }

    private static RequestedResources resources(JsonNode job, String tres) {
        return new RequestedResources(
                tres,
                job.path("tres_per_job").asText(),
                job.path("tres_per_node").asText(),
                job.path("tres_per_task").asText(),
                job.path("tres_per_socket").asText(),
                number(job, "node_count"),
                number(job, "cpus"),
                number(job, "tasks"),
                number(job, "memory_per_cpu"),
                number(job, "memory_per_node"),
                number(job, "sockets_per_node"));
    }

    private static long number(JsonNode job, String field) {
        return job.path(field).path("number").asLong();
    }

    private static List<JsonNode> jobs(String release, String api) throws IOException {
        return list(release, api, "jobs-flags-all", "jobs");
    }

    private static List<JsonNode> nodes(String release, String api) throws IOException {
        return list(release, api, "nodes", "nodes");
    }

    private static List<JsonNode> list(String release, String api, String file, String field) throws IOException {
        byte[] body = Capture.of(release).bytes("rest/" + api + "/slurm/" + file + ".json");
        return StreamSupport.stream(new JsonMapper().readTree(body).path(field).spliterator(), false)
                .toList();
    }

    private static long allocatedToJobs(String release, String api) throws IOException {
        Set<String> holding = Set.of("RUNNING", "SUSPENDED");
        return jobs(release, api).stream()
                .filter(job -> holding.contains(job.path("job_state").path(0).asText()))
                .mapToLong(job ->
                        Tres.parse(job.path("tres_alloc_str").asText()).gpus().total())
                .sum();
    }

    private static long allocatedBySqueue(String release) {
        return Capture.of(release)
                .text("cli/squeue-tres.txt")
                .lines()
                .filter(line -> line.matches(".* (RUNNING|CONFIGURING|SUSPENDED) .*"))
                .mapToLong(line -> field(line, GPU_TOTAL.pattern()))
                .sum();
    }

    private static Map<String, Map<String, String>> scontrol(String release, String what, String key) {
        Map<String, Map<String, String>> shown = new HashMap<>();
        Capture.of(release)
                .text("cli/scontrol-show-" + what + "-oneline.txt")
                .lines()
                .filter(line -> !line.isBlank())
                .forEach(line -> {
                    Map<String, String> fields = new HashMap<>();
                    for (String word : line.split(" ", -1)) {
                        int equals = word.indexOf('=');
                        if (equals > 0) {
                            fields.putIfAbsent(word.substring(0, equals), word.substring(equals + 1));
                        }
                    }
                    shown.put(fields.getOrDefault(key, ""), fields);
                });
        return shown;
    }

    private static long number(Map<String, String> fields, String name) {
        return Long.parseLong(fields.getOrDefault(name, "-1"));
    }

    private static Map<String, Long> pendingTasksBySqueue(String release) {
        Map<String, Long> tasks = new TreeMap<>();
        Capture.of(release).text("cli/squeue-array-expanded.txt").lines().forEach(line -> {
            String[] columns = line.split("\\|", -1);
            if (columns.length > 8 && columns[8].equals("PENDING") && !columns[3].equals("N/A")) {
                tasks.merge(columns[2], 1L, Long::sum);
            }
        });
        return tasks;
    }

    private static Map<String, Long> pendingTasksByState(String release, String api) throws IOException {
        Map<String, Long> tasks = new TreeMap<>();
        for (JsonNode job : list(release, api, "jobs-state", "jobs")) {
            String id = job.path("job_id").asText();
            int underscore = id.indexOf('_');
            if (underscore > 0 && job.path("state").path(0).asText().equals("PENDING")) {
                tasks.merge(id.substring(0, underscore), 1L, Long::sum);
            }
        }
        return tasks;
    }

    private static Map<String, ArrayTasks> arrayTasks(String release, String api) throws IOException {
        Map<String, ArrayTasks> counted = new TreeMap<>();
        for (JsonNode job : jobs(release, api)) {
            String tasks = job.path("array_task_string").asText();
            if (!tasks.isEmpty()) {
                counted.put(job.path("job_id").asText(), ArrayTasks.parse(tasks));
            }
        }
        return counted;
    }

    private static Map<String, String> gresUsedByHost(String release) {
        Map<String, String> hosts = new HashMap<>();
        Capture.of(release).text("cli/sinfo-gres.txt").lines().skip(1).forEach(line -> {
            String[] columns = line.strip().split(" +", -1);
            hosts.put(columns[0], columns[10]);
        });
        return hosts;
    }

    private static long field(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    private static Map<String, Long> gpusOf(String gres) {
        Map<String, Long> gpus = new TreeMap<>();
        Matcher matcher = GPU_OF_LIST.matcher(gres);
        while (matcher.find()) {
            long count = Long.parseLong(matcher.group(2));
            if (count > 0) {
                gpus.merge(matcher.group(1) == null ? "" : matcher.group(1), count, Long::sum);
            }
        }
        return gpus;
    }
}
