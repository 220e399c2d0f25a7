package dev.sluice.exporter.benchmark;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.slurm.decode.RecordList;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures the CPU time in which the exporter reads a list of jobs from a file, after the first lists. */
final class DecodeBenchmark {

    private static final int WARM_UP_ROUNDS = 3;
    private static final int ROUNDS = 7;

    private DecodeBenchmark() {}

    /** Argument: the file with the jobs. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        RecordList<Job> list = Answers.jobs(Answers.SCALING);
        List<Double> seconds = new ArrayList<>();
        List<Job> before = List.of();
        for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
            AnswerReader<Job> reader = new AnswerReader<>(list, before, Integer.MAX_VALUE, new ReadMemory());
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            try (InputStream body = Files.newInputStream(file)) {
                reader.read(body);
            }
            if (round >= WARM_UP_ROUNDS) {
                seconds.add((ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1e9);
            }
            before = reader.records();
        }
        System.out.println("decode_seconds " + ScrapeTimes.median(seconds));
        System.out.println(DemandBenchmark.END);
    }
}
