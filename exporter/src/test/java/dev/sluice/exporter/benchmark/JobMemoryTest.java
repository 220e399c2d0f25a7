package dev.sluice.exporter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.Job;
import dev.sluice.exporter.slurm.JobDecoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What job records keep of the heap. Bounds are half as much again as was measured, so that another member of a record
 * passes and a second list does not.
 */
class JobMemoryTest {

    private static final int JOBS = 10_000;
    private static final double MAX_BYTES_PER_JOB = 560;
    private static final double MAX_BYTES_PER_JOB_OF_THE_NEXT_ANSWER = 40;
    private static final double MAX_BYTES_PER_CHANGED_JOB = 240;

    private final TiledCluster cluster = TiledCluster.ofTrimmedJobs();
    private final JobDecoding decoding = new JobDecoding();

    @Test
    void anAnswerTakesLittleAndTheNextOneHardlyMore() throws IOException {
        byte[] first = answer(0, 0);
        byte[] next = answer(JOBS / 100, 0);
        long empty = usedHeap();

        List<Job> jobs = decoding.decode(first);
        long one = usedHeap();
        List<Job> later = decoding.decode(next);
        long both = usedHeap();

        assertThat(jobs).hasSize(JOBS);
        assertThat(later).hasSize(JOBS);
        assertThat((double) (one - empty) / JOBS).isBetween(50.0, MAX_BYTES_PER_JOB);
        assertThat((double) (both - one) / JOBS).isLessThan(MAX_BYTES_PER_JOB_OF_THE_NEXT_ANSWER);
    }

    @Test
    void aNewPriorityForEveryJobTakesTheirRecordsAlone() throws IOException {
        byte[] first = answer(0, 0);
        byte[] next = answer(0, 1);
        List<Job> jobs = decoding.decode(first);
        long one = usedHeap();
        List<Job> later = decoding.decode(next);
        long both = usedHeap();

        assertThat(jobs).hasSize(JOBS);
        assertThat(later).hasSize(JOBS);
        assertThat(prioritySum(later)).isGreaterThan(prioritySum(jobs));
        assertThat((double) (both - one) / JOBS).isLessThan(MAX_BYTES_PER_CHANGED_JOB);
    }

    private static long prioritySum(List<Job> jobs) {
        return jobs.stream().mapToLong(Job::priority).sum();
    }

    private byte[] answer(int first, int priorities) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        cluster.write(body, JOBS, first, priorities);
        return body.toByteArray();
    }

    private static long usedHeap() {
        // The serial collector leaves some garbage where it is, except in every fourth collection.
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
