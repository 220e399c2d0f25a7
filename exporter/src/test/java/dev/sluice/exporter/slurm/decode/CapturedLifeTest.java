package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.JobLife;
import dev.sluice.exporter.derive.LifeCounts;
import dev.sluice.exporter.derive.LifeCounts.Events;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.truth.tool.Fields;
import dev.sluice.exporter.truth.tool.ToolCommand;
import dev.sluice.exporter.truth.tool.ToolTexts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares starts, ends and restarts of the captured jobs with scontrol. */
class CapturedLifeTest {

    static Stream<Arguments> answers() {
        return CapturedReleases.all();
    }

    private static Map<String, Map<String, String>> scontrol(String release) {
        return CapturedReleases.scontrol(release, ToolCommand.JOBS, "JobId");
    }

    private static String word(Map<String, String> words, String key) {
        return Objects.requireNonNull(words.get(key), key);
    }

    private static long time(Map<String, String> words, String key) {
        String text = word(words, key);
        return Fields.isTime(text) ? Fields.epoch(text) : 0;
    }

    private static boolean over(Map<String, String> words) {
        return !List.of("PENDING", "RUNNING", "SUSPENDED", "CONFIGURING", "SPECIAL_EXIT", "REQUEUE_HOLD")
                .contains(word(words, "JobState"));
    }

    private static boolean began(Map<String, String> words) {
        return !List.of("PENDING", "SPECIAL_EXIT", "REQUEUE_HOLD").contains(word(words, "JobState"))
                && !word(words, "NodeList").isEmpty();
    }

    @ParameterizedTest
    @MethodSource("answers")
    void timesOfTheirLivesAreScontrols(String release, String version) throws Exception {
        Map<String, Map<String, String>> scontrol = scontrol(release);
        List<Job> jobs = CapturedReleases.jobs(release, version);

        assertThat(jobs).hasSizeGreaterThan(80);
        for (Job job : jobs) {
            Map<String, String> words =
                    Objects.requireNonNull(scontrol.get(Long.toString(job.id())), () -> "job " + job.id());
            assertThat(job.times().submittedAt()).as("%s submitted", job.id()).isEqualTo(time(words, "SubmitTime"));
            assertThat(job.status().restarts())
                    .as("%s restarts", job.id())
                    .isEqualTo(Integer.parseInt(word(words, "Restarts")));
            assertThat(job.times().startedAt())
                    .as("%s started", job.id())
                    .isEqualTo(began(words) ? time(words, "StartTime") : 0);
            assertThat(job.times().endedAt())
                    .as("%s ended", job.id())
                    .isEqualTo(over(words) ? time(words, "EndTime") : 0);
        }
    }

    @ParameterizedTest
    @MethodSource("answers")
    void clusterThatCameBetweenTwoAnswersIsCountedAsScontrolShowsIt(String release, String version) throws Exception {
        Instant at = ToolTexts.captured(release).at();
        JobLife life = new JobLife(new SeriesBudget(0, 100, 100, 0, 0, 0, NameRule.SHOW, NameRule.SHOW), ended -> {});
        life.observe(List.of(), List.of(), at.minusSeconds(600));
        life.observe(CapturedReleases.jobs(release, version), List.of(), at);

        List<Map<String, String>> leaders = scontrol(release).values().stream()
                .filter(words -> words.getOrDefault("HetJobOffset", "0").equals("0"))
                .toList();
        LifeCounts counts = life.counts();
        Map<String, Long> ends = new TreeMap<>();
        counts.partitions()
                .values()
                .forEach(events -> events.ends().forEach((state, count) -> ends.merge(state.name(), count, Long::sum)));
        assertThat(ends)
                .containsKeys(JobState.TIMEOUT.name(), JobState.DEADLINE.name(), JobState.PREEMPTED.name())
                .isEqualTo(leaders.stream()
                        .filter(CapturedLifeTest::over)
                        .map(words -> word(words, "JobState"))
                        // scontrol shows that job 20 is still completing, and sacct shows how the job ended.
                        .map(state -> state.equals("COMPLETING") ? "CANCELLED" : state)
                        .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting())));
        long restarts = leaders.stream()
                .mapToLong(words -> Long.parseLong(word(words, "Restarts")))
                .sum();
        long started = leaders.stream()
                .filter(words -> began(words) && !word(words, "JobState").equals("CONFIGURING"))
                .count();
        assertThat(sum(counts, Events::starts)).isEqualTo(started + restarts);
        assertThat(sum(counts, Events::requeues)).isEqualTo(restarts).isPositive();
    }

    /** The record is from a real Slurm 26.05. slurmctld writes a start time, and keeps values of the previous run. */
    @Test
    void jobThatIsCancelledWhileItWaitsForAnotherRunHasNotStarted() throws Exception {
        Job job = only("""
                {"job_id": 131, "job_state": ["CANCELLED"], "nodes": "", "restart_cnt": 1, "partition": "pool",
                 "start_time": {"set": true, "infinite": false, "number": 1795328595},
                 "end_time": {"set": true, "infinite": false, "number": 1795328595},
                 "submit_time": {"set": true, "infinite": false, "number": 1795328590},
                 "tres_alloc_str": "cpu=1,mem=100M,node=1,billing=1"}""");

        assertThat(job.times().startedAt()).isZero();
        assertThat(job.times().endedAt()).isEqualTo(1_795_328_595L);
    }

    /** The record is from a real Slurm. squeue shows the record as 72_[0-3]. */
    @Test
    void arrayThatIsCancelledBeforeATaskStartsStillHasItsTasks() throws Exception {
        Job array = only("""
                {"job_id": 72, "job_state": ["CANCELLED"], "nodes": "", "partition": "pool", "tres_alloc_str": "",
                 "array_job_id": {"set": true, "infinite": false, "number": 72}, "array_task_string": "0-3",
                 "start_time": {"set": true, "infinite": false, "number": 1795328296},
                 "end_time": {"set": true, "infinite": false, "number": 1795328296}}""");

        assertThat(array.array().tasks()).isEqualTo(4);
    }

    /**
     * Slurm 24.11 writes resources into the record of the array, possibly because slurmctld had already created
     * separate records for some tasks.
     */
    @Test
    void restOfAnArrayThatIsCancelledHasNotStarted() throws Exception {
        Job rest = only("""
                {"job_id": 94, "job_state": ["CANCELLED"], "nodes": "", "partition": "pool",
                 "tres_alloc_str": "cpu=1,billing=1",
                 "array_job_id": {"set": true, "infinite": false, "number": 94}, "array_task_string": "3-4%2",
                 "start_time": {"set": true, "infinite": false, "number": 1795328153},
                 "end_time": {"set": true, "infinite": false, "number": 1795328153}}""");

        assertThat(rest.times().startedAt()).isZero();
        assertThat(rest.array().tasks()).isEqualTo(2);
    }

    private static Job only(String record) throws Exception {
        List<Job> jobs = Answers.jobRecords(("{\"jobs\": [" + record + "]}").getBytes(UTF_8));
        assertThat(jobs).hasSize(1);
        return jobs.get(0);
    }

    private static long sum(LifeCounts counts, ToLongFunction<Events> number) {
        return counts.partitions().values().stream().mapToLong(number).sum();
    }
}
