package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.exporter.slurm.decode.RecordUse;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Output of squeue in tests, and its jobs. */
final class SqueueText {

    static final RecordUse USE = Answers.use(true, true, false, 1_000);
    static final BiFunction<Long, Long, Future<Optional<String>>> NO_NAMES =
            (user, job) -> Future.succeededFuture(Optional.empty());
    static final SqueueLines.Format FORMAT = new SqueueLines.Format(SqueueColumn.of("24.11.5", USE), "aXYZ");

    private SqueueText() {}

    /** Returns one line. The default values are the values of a pending job with one CPU. */
    static String line(Map<SqueueColumn, String> given) {
        Map<SqueueColumn, String> values = new EnumMap<>(SqueueColumn.class);
        values.putAll(Map.of(
                SqueueColumn.STATE, "PENDING",
                SqueueColumn.REASON, "Priority",
                SqueueColumn.TASK, "N/A",
                SqueueColumn.PARTITION, "cpu",
                SqueueColumn.USER, "alice",
                SqueueColumn.NODES, "1",
                SqueueColumn.CPUS, "1",
                SqueueColumn.PRIORITY, "100",
                SqueueColumn.TRES, "cpu=1,mem=2G,node=1,billing=1",
                SqueueColumn.OVER_SUBSCRIBE, "OK"));
        values.put(SqueueColumn.JOB_ID, "7");
        values.putAll(given);
        return FORMAT.columns().stream()
                        .map(column -> values.getOrDefault(column, "N/A") + FORMAT.separator())
                        .collect(Collectors.joining())
                + "\n";
    }

    /** Returns the job of one line. */
    static Job job(SqueueColumn column, String value) throws FetchFailure {
        return job(Map.of(column, value));
    }

    static Job job(Map<SqueueColumn, String> given) throws FetchFailure {
        return read(line(given)).only();
    }

    static Read read(String output) throws FetchFailure {
        return read(output, 1_000, 1 << 20, 1 << 20);
    }

    /** Feeds the output in pieces of at most the given number of bytes. */
    static Read read(String output, int maxRecords, long maxBytes, int piece) throws FetchFailure {
        RecordUse use = Answers.use(true, true, false, maxRecords);
        SqueueJobs jobs = new SqueueJobs(FORMAT, maxBytes, id -> Optional.empty(), new UserNames(NO_NAMES), use);
        SqueueLines lines = new SqueueLines(FORMAT, jobs);
        byte[] bytes = output.getBytes(StandardCharsets.UTF_8);
        for (int from = 0; from < bytes.length; from += piece) {
            byte[] part = Arrays.copyOfRange(bytes, from, Math.min(from + piece, bytes.length));
            lines.feed(part, part.length);
        }
        lines.end();
        return new Read(jobs.end(), jobs.unreadable());
    }

    /** The result of reading. */
    record Read(List<Job> jobs, int unreadable) {

        Job only() {
            return jobs.get(0);
        }
    }
}
