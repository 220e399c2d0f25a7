package dev.sluice.exporter.derive.pending;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DependencyTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "afterany:24(unfulfilled)   | afterany  | 24 | ''  | false",
                "afterok:7(failed)          | afterok   | 7  | ''  | true",
                "afterok:7_3(unfulfilled)   | afterok   | 7  | 3   | false",
                "aftercorr:7_*(unfulfilled) | aftercorr | 7  | *   | false",
                "after:7+5(unfulfilled)     | after     | 7  | ''  | false",
                "singleton(unfulfilled)     | singleton | 0  | ''  | false",
                "afterok:7                  | afterok   | 7  | ''  | false"
            })
    void readsWhatSlurmWrites(String text, String type, long jobId, String task, boolean failed) {
        OptionalLong other = jobId == 0 ? OptionalLong.empty() : OptionalLong.of(jobId);
        assertThat(Dependency.parse(text)).containsExactly(new Dependency(type, other, task, failed, Map.of()));
    }

    @Test
    void readsSeveralOfWhichAllOrOneIsEnough() {
        assertThat(Dependency.parse("afterok:1(unfulfilled),afterany:2(unfulfilled)"))
                .extracting(Dependency::jobId)
                .containsExactly(OptionalLong.of(1), OptionalLong.of(2));
        assertThat(Dependency.parse("afterok:1(unfulfilled)?afterany:2(unfulfilled)"))
                .extracting(Dependency::jobId)
                .containsExactly(OptionalLong.of(1), OptionalLong.of(2));
        assertThat(Dependency.isAnyEnough("afterok:1?afterok:2")).isTrue();
        assertThat(Dependency.isAnyEnough("afterok:1,afterok:2")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "(null)", "afterok:", "afterok:x", "<b>", "afterok:9999999999999999999"})
    void leavesOutWhatMakesNoSense(String text) {
        assertThat(Dependency.parse(text)).isEmpty();
    }

    @Test
    void readsNoMoreThanAPersonDoes() {
        assertThat(Dependency.parse("afterok:1,".repeat(1_000))).hasSize(20);
    }

    @Test
    void findsTheOtherJobsAndTheTasksOfAnArray() {
        Job waits = job(1).reason("Dependency")
                .dependency("afterok:2(unfulfilled),afterok:3_*(unfulfilled),afterok:9(unfulfilled)")
                .build();
        List<Job> jobs = List.of(
                waits,
                job(2).state(JobState.COMPLETED).build(),
                job(3).array(3, 4, 0).build(),
                job(4).array(3, 1, 0).runningOn("n1").build());

        assertThat(Dependency.of(waits, jobs))
                .extracting(Dependency::states)
                .containsExactly(
                        Map.of(JobState.COMPLETED, 1L), Map.of(JobState.PENDING, 4L, JobState.RUNNING, 1L), Map.of());
    }
}
