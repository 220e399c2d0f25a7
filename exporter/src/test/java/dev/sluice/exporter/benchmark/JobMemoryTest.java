package dev.sluice.exporter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.slurm.decode.JobDecoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the heap use of job records. The limits are 1.5 times the measured values, so that the test passes with one
 * more member in a record, but fails with a second list in memory.
 */
@Tag("slow")
class JobMemoryTest {

    private static final int JOBS = 10_000;
    /** During a round, the collector can also collect garbage of other tests in this JVM. */
    private static final int ROUNDS = 3;

    private static final double MAX_BYTES_PER_JOB = 390;
    /** 23 numbers of 32 bits and 12 positions of 16 bits are 116 bytes; the values of 512 jobs are listed once. */
    private static final double MAX_BYTES_PER_JOB_OF_THE_NEXT_ANSWER = 186;

    private final TiledCluster cluster = TiledCluster.ofTrimmedJobs();

    /** The heap in bytes of the first response's jobs, and the additional heap of the next response's jobs. */
    private record Growth(double first, double next) {}

    @Test
    void anAnswerTakesLittleAndTheNextOneItsRowsAlone() throws IOException {
        byte[] first = answer(0, 0);
        byte[] next = answer(0, 1);
        List<Growth> growths = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            growths.add(measured(first, next));
        }

        assertThat(median(growths, Growth::first) / JOBS).isBetween(50.0, MAX_BYTES_PER_JOB);
        assertThat(median(growths, Growth::next) / JOBS).isLessThan(MAX_BYTES_PER_JOB_OF_THE_NEXT_ANSWER);
    }

    private static Growth measured(byte[] first, byte[] next) throws IOException {
        JobDecoding decoding = new JobDecoding();
        long empty = usedHeap();

        List<Job> jobs = decoding.decode(first);
        long one = usedHeap();
        List<Job> later = decoding.decode(next);
        long both = usedHeap();

        assertThat(jobs).hasSize(JOBS);
        assertThat(later).hasSize(JOBS);
        assertThat(prioritySum(later)).isGreaterThan(prioritySum(jobs));
        return new Growth(one - empty, both - one);
    }

    private static double median(List<Growth> growths, ToDoubleFunction<Growth> part) {
        return growths.stream()
                .mapToDouble(part)
                .sorted()
                .skip(ROUNDS / 2)
                .findFirst()
                .orElseThrow();
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
        // The serial collector keeps some garbage, except in every fourth collection. The code therefore collects four
        // times.
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
