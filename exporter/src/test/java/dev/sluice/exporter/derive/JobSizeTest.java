package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.LifeCounts.JobSize;
import dev.sluice.exporter.derive.LifeCounts.SizeCounts;
import dev.sluice.exporter.derive.LifeCounts.SizeCounts.Interruption;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the waits, runs and interruptions by size. All jobs are submitted at 1010. */
class JobSizeTest {

    private final JobLife life =
            new JobLife(new SeriesBudget(0, 10, 10, 0, 0, 0, NameRule.SHOW, NameRule.SHOW), ended -> {});

    private Map<JobSize, SizeCounts> poll(long at, Job... jobs) {
        life.observe(List.of(jobs), List.of("batch"), Instant.ofEpochSecond(at));
        return life.counts().sizes();
    }

    private static JobBuilder job(long id, long gpus) {
        return JobBuilder.job(id)
                .in("batch")
                .request(new JobRequest(1, 1, 0, gpus == 0 ? GpuCounts.NONE : GpuCounts.of("h100", gpus)))
                .submittedAt(1010)
                .eligibleAt(1010);
    }

    private static Job running(long id, long gpus, long start) {
        return job(id, gpus).state(JobState.RUNNING).ran(start, 0).build();
    }

    private static Job ended(long id, long gpus, JobState state, long start, long end) {
        return job(id, gpus).state(state).ran(start, end).build();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "2, 2-8",
        "8, 2-8",
        "9, 9-64",
        "64, 9-64",
        "65, 65-512",
        "512, 65-512",
        "513, 513+",
        "9999, 513+"
    })
    void sizeIsTheNumberOfRequestedGpus(long gpus, String label) {
        assertThat(JobSize.of(job(1, gpus).build()).label()).isEqualTo(label);
    }

    @Test
    void everySizeIsCountedFromTheStart() {
        assertThat(poll(1000))
                .hasSize(6)
                .allSatisfy((size, counts) -> assertThat(counts).isEqualTo(new SizeCounts(0, 0, Map.of())));
    }

    /** Waits are 40, 20 and 10 seconds; runs are 200 seconds each. */
    @Test
    void countsWaitsRunsAndInterruptions() {
        poll(1000);
        poll(
                1020,
                job(1, 8).build(),
                job(2, 0).build(),
                job(3, 1024).build(),
                job(4, 8).build());
        poll(1100, running(1, 8, 1050), running(2, 0, 1030), running(3, 1024, 1020), running(4, 8, 1060));
        Map<JobSize, SizeCounts> counts = poll(
                1300,
                ended(1, 8, JobState.NODE_FAIL, 1050, 1250),
                job(2, 0).submittedAt(1230).restarts(1).build(),
                ended(3, 1024, JobState.PREEMPTED, 1020, 1220),
                ended(4, 8, JobState.FAILED, 1060, 1260));

        assertThat(counts)
                .containsEntry(JobSize.UP_TO_8, new SizeCounts(40 + 50, 400, Map.of(Interruption.NODE_FAIL, 1L)))
                .containsEntry(JobSize.NONE, new SizeCounts(20, 200, Map.of(Interruption.REQUEUE, 1L)))
                .containsEntry(JobSize.LARGER, new SizeCounts(10, 200, Map.of(Interruption.PREEMPTED, 1L)))
                .containsEntry(JobSize.ONE, new SizeCounts(0, 0, Map.of()));
    }

    @Test
    void aNodeThatDoesNotBootInterruptsTheJob() {
        poll(1000);
        poll(1020, job(1, 1).build());

        assertThat(poll(1100, ended(1, 1, JobState.BOOT_FAIL, 1030, 1090)))
                .containsEntry(JobSize.ONE, new SizeCounts(20, 60, Map.of(Interruption.NODE_FAIL, 1L)));
    }
}
