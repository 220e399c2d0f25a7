package dev.sluice.exporter.benchmark;

import com.sun.management.ThreadMXBean;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.cluster.QueueMetrics;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.sink.prometheus.PrometheusSink;
import dev.sluice.exporter.slurm.decode.JobDecoding;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A process that decodes one file repeatedly, with the exporter's code and the prototype's code in turn. Prints the
 * cost as {@code name value} lines. The process uses no network, and uses memory only for decoding.
 */
final class DecodeBenchmark {

    /** The text of the last line of output. */
    static final String END = "end";

    private static final int CHUNK = 1 << 16;
    private static final int WARM_UP_ROUNDS = 2;
    private static final Instant NOW = Instant.ofEpochSecond(1_795_600_000L);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final byte[] chunk = new byte[CHUNK];
    /** Remembers what the jobs of consecutive lists share, as in the exporter. */
    private final JobDecoding decoding = new JobDecoding();

    private final MappedByteBuffer file;

    private DecodeBenchmark(MappedByteBuffer file) {
        this.file = file;
    }

    /** Arguments: the file with the jobs, and the number of measured rounds. */
    public static void main(String[] arguments) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(arguments[0]))) {
            new DecodeBenchmark(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()))
                    .run(Integer.parseInt(arguments[1]));
        }
    }

    private void run(int rounds) {
        List<Double> exporter = new ArrayList<>();
        List<Double> prototype = new ArrayList<>();
        for (int round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
            Cost<?> decode = measure(this::decode);
            Cost<?> parse = measure(this::parse);
            if (round >= WARM_UP_ROUNDS) {
                exporter.add(decode.seconds());
                prototype.add(parse.seconds());
            }
        }
        Cost<List<Job>> decoded = measure(this::decode);
        int jobs = decoded.result().size();
        Cost<?> parsed = measure(this::parse);
        // A process loads the classes of the families only once, so this load does not count as cost of a job.
        publish(decoded.result().subList(0, 1));
        Cost<?> published = measure(() -> publish(decoded.result()));
        print("decode_seconds", Medians.median(exporter));
        print("prototype_seconds", Medians.median(prototype));
        print("publish_seconds", published.seconds());
        print("decode_allocated_per_job", (double) decoded.allocated() / jobs);
        print("prototype_allocated_per_job", (double) parsed.allocated() / jobs);
        print("publish_allocated_per_job", (double) published.allocated() / jobs);
        print("retained_per_job", (double) retained() / jobs);
        System.out.println(END);
    }

    /** Returns the heap that a decoded list of jobs uses, in addition to the heap of an earlier list. */
    private long retained() {
        long before = usedHeap();
        List<Job> jobs = decode();
        long after = usedHeap();
        if (jobs.isEmpty()) {
            throw new IllegalStateException("no jobs");
        }
        return after - before;
    }

    private static long usedHeap() {
        // The serial collector keeps some garbage, except in every fourth collection. The code therefore collects four
        // times.
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private record Cost<T>(T result, double seconds, long allocated) {}

    private <T> Cost<T> measure(Supplier<T> work) {
        long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
        long cpuBefore = threads.getCurrentThreadCpuTime();
        T result = work.get();
        double seconds = (threads.getCurrentThreadCpuTime() - cpuBefore) / 1e9;
        return new Cost<>(result, seconds, threads.getCurrentThreadAllocatedBytes() - allocatedBefore);
    }

    private List<Job> decode() {
        file.rewind();
        while (file.hasRemaining()) {
            decoding.feed(chunk, nextChunk());
        }
        return decoding.end();
    }

    private Long parse() {
        try {
            PrototypeParser parser = new PrototypeParser();
            file.rewind();
            while (file.hasRemaining()) {
                parser.feed(chunk, nextChunk());
            }
            return parser.jobs();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private int nextChunk() {
        int length = Math.min(CHUNK, file.remaining());
        file.get(chunk, 0, length);
        return length;
    }

    private static PrometheusSink publish(List<Job> jobs) {
        PrometheusSink sink = new PrometheusSink(MetricCatalog.families(), Clock.systemUTC());
        QueueSummary queue = QueueSummary.of(jobs, List.of(), NOW, SeriesBudgets.named(50, 50));
        sink.publish(new Publication("bench", "jobs", new QueueMetrics("bench", queue, NOW), Instant.MAX));
        return sink;
    }

    private static void print(String name, double value) {
        System.out.println(name + " " + value);
    }
}
