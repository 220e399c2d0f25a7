package dev.sluice.exporter.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.model.job.JobArray;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the parsers' results for captured responses with Slurm's own tools at the same time. */
class CapturedClusterTest {

    private static final Pattern GPU_TOTAL = Pattern.compile("gres/gpu=(\\d+)");

    static Stream<Arguments> everyApiVersion() {
        return Stream.of("24.11", "26.05")
                .flatMap(release -> Capture.of(release).apiVersions().stream().map(api -> Arguments.of(release, api)));
    }

    @ParameterizedTest
    @MethodSource("everyApiVersion")
    void countsArrayTasksAsSlurmctldListsThem(String release, String api) throws IOException {
        Map<String, Long> listed = pendingTasksByState(release, api);
        Map<String, JobArray> counted = arrayTasks(release, api);
        assertThat(counted.keySet()).isEqualTo(listed.keySet());
        JobArray cut = new JobArray(0, 19, true, 0);
        counted.forEach((id, tasks) -> assertThat(tasks)
                .as(id)
                .isEqualTo(id.equals("91") ? cut : new JobArray(0, listed.getOrDefault(id, 0L), false, 0)));
        assertThat(listed).containsEntry("91", 151L).containsEntry("77", 99L);
    }

    @ParameterizedTest
    @MethodSource("everyApiVersion")
    void findsTheSameGpusAndMemoryBesideTres(String release, String api) throws Exception {
        Map<String, Map<String, String>> shown = scontrol(release, "jobs", "JobId");
        long gpus = 0;
        for (JsonNode job : jobs(release, api)) {
            String id = job.path("job_id").asText();
            String tres = job.path("tres_req_str").asText();
            long expected = field(shown.getOrDefault(id, Map.of()).getOrDefault("ReqTRES", ""), GPU_TOTAL.pattern());
            JobRequest with = request(job, tres);
            JobRequest without = request(job, tres.replaceAll(",(gres/|mem=)[^,]*", ""));
            assertThat(with.gpus().total()).as(id).isEqualTo(expected);
            assertThat(without).as(id).isEqualTo(with);
            gpus += expected;
        }
        assertThat(gpus).isGreaterThan(100);
    }

    private static JobRequest request(JsonNode job, String tres) throws Exception {
        String changed = job.<ObjectNode>deepCopy().put("tres_req_str", tres).toString();
        return Answers.jobRecords(("{\"jobs\":[" + changed + "]}").getBytes(StandardCharsets.UTF_8))
                .get(0)
                .request();
    }

    private static List<JsonNode> jobs(String release, String api) throws IOException {
        return list(release, api, "jobs-flags-all", "jobs");
    }

    private static List<JsonNode> list(String release, String api, String file, String field) throws IOException {
        byte[] body = Capture.of(release).bytes("rest/" + api + "/slurm/" + file + ".json");
        return StreamSupport.stream(new JsonMapper().readTree(body).path(field).spliterator(), false)
                .toList();
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

    private static Map<String, JobArray> arrayTasks(String release, String api) throws IOException {
        Map<String, JobArray> counted = new TreeMap<>();
        for (JsonNode job : jobs(release, api)) {
            String tasks = job.path("array_task_string").asText();
            if (!tasks.isEmpty()) {
                counted.put(job.path("job_id").asText(), JobArray.parse(0, tasks, 0));
            }
        }
        return counted;
    }

    private static long field(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
