package dev.sluice.exporter.benchmark;

import com.sun.management.ThreadMXBean;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.life.JobLife;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.slurm.decode.JobDecoding;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that repeatedly compares one job response with the stored state. Prints the cost as {@code name value}
 * lines.
 */
final class LifeBenchmark {

    /** The text of the last line of output. */
    static final String END = "end";

    private static final int CHUNK = 1 << 16;
    private static final int WARM_UP_ROUNDS = 5;
    private static final int QUEUES = 100;
    private static final Instant START = Instant.ofEpochSecond(1_795_600_000L);
    private static final int INTERVAL = 15;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final List<Job> jobs;

    private LifeBenchmark(List<Job> jobs) {
        this.jobs = jobs;
    }

    /** Arguments: the file with the jobs, and the number of measured rounds. */
    public static void main(String[] arguments) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(arguments[0]))) {
            new LifeBenchmark(decode(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size())))
                    .run(Integer.parseInt(arguments[1]));
        }
    }

    private void run(int rounds) {
        long before = usedHeap();
        JobLife life =
                new JobLife(new SeriesBudget(0, QUEUES, QUEUES, 0, 0, 0, NameRule.SHOW, NameRule.SHOW), ended -> {});
        Instant at = START;
        life.observe(jobs, List.of(), at);
        print("retained_per_job", (double) (usedHeap() - before) / jobs.size());
        List<Double> seconds = new ArrayList<>();
        List<Double> allocated = new ArrayList<>();
        for (int round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
            at = at.plusSeconds(INTERVAL);
            long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
            long cpuBefore = threads.getCurrentThreadCpuTime();
            life.observe(jobs, List.of(), at);
            life.counts();
            if (round >= WARM_UP_ROUNDS) {
                seconds.add((threads.getCurrentThreadCpuTime() - cpuBefore) / 1e9);
                allocated.add((double) (threads.getCurrentThreadAllocatedBytes() - allocatedBefore) / jobs.size());
            }
        }
        print("seconds", Medians.median(seconds));
        print("allocated_per_job", Medians.median(allocated));
        System.out.println(END);
    }

    private static List<Job> decode(MappedByteBuffer file) {
        JobDecoding decoding = new JobDecoding();
        byte[] chunk = new byte[CHUNK];
        while (file.hasRemaining()) {
            int length = Math.min(CHUNK, file.remaining());
            file.get(chunk, 0, length);
            decoding.feed(chunk, length);
        }
        return decoding.end();
    }

    private static long usedHeap() {
        // The serial collector keeps some garbage, except in every fourth collection. The code therefore collects four
        // times.
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static void print(String name, double value) {
        System.out.println(name + " " + value);
    }
}
