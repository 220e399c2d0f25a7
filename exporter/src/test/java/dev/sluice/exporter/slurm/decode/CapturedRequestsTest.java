package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.slurm.decode.CapturedMetrics.Sample;
import dev.sluice.fixtures.Capture;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What pending jobs request on the whole cluster, against the tasks that squeue lists and scontrol's ReqTRES. */
class CapturedRequestsTest {

    private static final int JOB = 1;
    private static final int STATE = 8;
    private static final Set<String> PENDING = Set.of("PENDING", "SPECIAL_EXIT");
    private static final Map<String, Integer> SHIFTS = Map.of("", 0, "M", 20, "G", 30, "T", 40);

    /** slurmrestd cuts the task list of array 91 after 19 tasks; squeue omits the last task of array 77. */
    private static final Map<String, Long> CORRECTED_TASKS = Map.of("91", 19L, "77", 99L);

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void sumsUpEachPendingTaskOnceAlsoOfAJobInThreePartitions(String release, String version) throws Exception {
        Map<String, Long> tasks = tasks(release);
        Map<String, String> requests = requests(release);
        assertThat(tasks).containsEntry("75", 1L);

        Map<String, Long> expected = new TreeMap<>();
        tasks.forEach((job, number) -> {
            String tres = requests.getOrDefault(job, "");
            expected.merge("slurm_cluster_requested_nodes", number * amount(tres, "node"), Long::sum);
            expected.merge("slurm_cluster_requested_cpus", number * amount(tres, "cpu"), Long::sum);
            expected.merge("slurm_cluster_requested_memory_bytes", number * amount(tres, "mem"), Long::sum);
            expected.merge("slurm_cluster_requested_gpus", number * amount(tres, "gres/gpu"), Long::sum);
        });

        Map<String, Long> published = CapturedMetrics.of(release, version).stream()
                .filter(sample -> sample.family().startsWith("slurm_cluster_requested_"))
                .collect(Collectors.groupingBy(
                        Sample::family, TreeMap::new, Collectors.summingLong(sample -> (long) sample.value())));
        assertThat(published).isEqualTo(expected);
    }

    /** Pending tasks by the job's id. */
    private static Map<String, Long> tasks(String release) {
        Map<String, Long> tasks = CapturedReleases.rows(release, "cli/squeue-array-expanded.txt").stream()
                .filter(row -> PENDING.contains(row.get(STATE)))
                .collect(Collectors.groupingBy(row -> row.get(JOB), TreeMap::new, Collectors.counting()));
        tasks.replaceAll((job, number) -> CORRECTED_TASKS.getOrDefault(job, number));
        return tasks;
    }

    /** ReqTRES by the job's id. */
    private static Map<String, String> requests(String release) {
        List<String> lines = Capture.of(release)
                .text("cli/scontrol-show-jobs-oneline.txt")
                .lines()
                .toList();
        return lines.stream().collect(Collectors.toMap(line -> field(line, "JobId"), line -> field(line, "ReqTRES")));
    }

    private static String field(String line, String name) {
        Matcher found = Pattern.compile("(?:^| )" + name + "=(\\S*)").matcher(line);
        return found.find() ? found.group(1) : "";
    }

    private static long amount(String tres, String name) {
        Matcher found =
                Pattern.compile("(?:^|,)" + name + "=(\\d+)([MGT]?)(?:,|$)").matcher(tres);
        return found.find() ? Long.parseLong(found.group(1)) << SHIFTS.getOrDefault(found.group(2), 0) : 0;
    }
}
