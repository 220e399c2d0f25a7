package dev.sluice.exporter.benchmark;

import com.sun.management.ThreadMXBean;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.access.TrustedProxy;
import dev.sluice.exporter.api.ApiServer;
import dev.sluice.exporter.api.ApiSources;
import dev.sluice.exporter.api.view.Billing;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.api.view.ClusterStatus;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.CapacitySummary;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.gpu.GpuSlots;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.derive.waste.GpuUse;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.controller.PrivateData;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.slurm.decode.JobDecoding;
import dev.sluice.exporter.slurm.decode.NodeDecoding;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ObjIntConsumer;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * A process that repeatedly requests the status page's responses for a large cluster. Prints {@code name value} lines
 * with the time that each response takes on the event loop. The rest of the exporter is blocked for this time.
 */
final class NowBenchmark {

    /** The text of the last line of output. */
    static final String END = "end";

    private static final int CHUNK = 1 << 16;
    private static final int WARM_UP_ROUNDS = 50;
    private static final Instant NOW = Instant.ofEpochSecond(1_795_600_000L);
    private static final Visibility EVERYTHING = new Visibility(NameRule.SHOW, NameRule.SHOW, true);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final HttpClient http = HttpClient.newHttpClient();

    private NowBenchmark() {}

    /** Arguments: the file with the jobs, the number of measured rounds, and the file with the nodes. */
    public static void main(String[] arguments) throws Exception {
        JobDecoding jobDecoding = new JobDecoding();
        feed(Path.of(arguments[0]), jobDecoding::feed);
        NodeDecoding nodeDecoding = new NodeDecoding();
        feed(Path.of(arguments[2]), nodeDecoding::feed);
        List<Job> jobs = jobDecoding.end();
        List<Node> nodes = nodeDecoding.end();
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        try {
            List<ClusterView> views = List.of(view(jobs, nodes));
            ApiServer server = new ApiServer(
                    vertx,
                    "127.0.0.1",
                    0,
                    Protection.none(),
                    TrustedProxy.none(),
                    new ApiSources(
                            Clock.fixed(NOW, ZoneOffset.UTC),
                            () -> new ExporterStatus(
                                    "1",
                                    NOW,
                                    "",
                                    views.stream().map(ClusterView::status).toList(),
                                    Optional.empty()),
                            () -> List.of(),
                            () -> views,
                            EVERYTHING,
                            Billing.NONE));
            int port = server.start().toCompletionStage().toCompletableFuture().get();
            new NowBenchmark().run(port, Integer.parseInt(arguments[1]));
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get();
        }
        System.out.println(END);
    }

    private static ClusterView view(List<Job> jobs, List<Node> nodes) {
        Set<String> partitions = new TreeSet<>();
        nodes.forEach(node -> partitions.addAll(node.partitions()));
        List<SourceStatus> sources =
                Stream.of("nodes", "jobs").map(NowBenchmark::source).toList();
        return new ClusterView(
                new ClusterStatus("research", true, Optional.empty(), sources, Optional.empty()),
                Optional.of(new ClusterView.Queue(
                        jobs, QueueSummary.of(jobs, partitions, NOW, SeriesBudgets.named(50, 50)), List.of(), NOW)),
                Optional.of(new ClusterView.Nodes(
                        nodes.stream().map(JoinedNode::outsideKubernetes).toList(),
                        CapacitySummary.of(nodes, partitions),
                        NOW,
                        new GpuSlots.Beside(1, 1L << 30))),
                ClusterDemand.withoutNodeSets("research", "Kubernetes is not read"),
                Map.of(),
                Constraints.UNKNOWN,
                PrivateData.NONE,
                GpuUse.NOT_MEASURED);
    }

    private static SourceStatus source(String name) {
        return new SourceStatus(
                "research",
                name,
                new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofSeconds(90)),
                Optional.of(NOW),
                new SourceStatus.Answer("26.05.5", "v0.0.45", 1, 0, Optional.empty()),
                new SourceStatus.Polls(Duration.ofSeconds(1), Map.of()),
                Optional.empty(),
                Optional.empty());
    }

    private void run(int port, int rounds) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/now"))
                .header("Accept-Encoding", "gzip")
                .build();
        long eventLoop = eventLoop();
        List<Double> milliseconds = new ArrayList<>();
        List<Double> wall = new ArrayList<>();
        List<Double> allocated = new ArrayList<>();
        byte[] body = {};
        for (int round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
            long allocatedBefore = threads.getThreadAllocatedBytes(eventLoop);
            long cpuBefore = threads.getThreadCpuTime(eventLoop);
            long before = System.nanoTime();
            HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            long after = System.nanoTime();
            if (response.statusCode() != 200) {
                throw new IOException("HTTP " + response.statusCode());
            }
            body = response.body();
            if (round >= WARM_UP_ROUNDS) {
                wall.add((after - before) / 1e6);
                milliseconds.add((threads.getThreadCpuTime(eventLoop) - cpuBefore) / 1e6);
                allocated.add((threads.getThreadAllocatedBytes(eventLoop) - allocatedBefore) / 1e6);
            }
            if (round == 0) {
                print("first_milliseconds", (threads.getThreadCpuTime(eventLoop) - cpuBefore) / 1e6);
            }
        }
        print("sent_kilobytes", body.length / 1e3);
        print("gzip_kilobytes", compressed(body) / 1e3);
        print("milliseconds", Medians.median(milliseconds));
        print("wall_milliseconds", Medians.median(wall));
        print("allocated_megabytes", Medians.median(allocated));
    }

    private long eventLoop() {
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("vert.x-eventloop"))
                .findFirst()
                .orElseThrow()
                .getThreadId();
    }

    /** Returns the compressed size of a body. Compresses the body if it is not compressed yet. */
    private static int compressed(byte[] body) throws IOException {
        boolean already = body.length > 1 && body[0] == 0x1f && body[1] == (byte) 0x8b;
        if (already) {
            return body.length;
        }
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(body);
        }
        return out.size();
    }

    private static void feed(Path path, ObjIntConsumer<byte[]> decoding) throws IOException {
        try (FileChannel channel = FileChannel.open(path)) {
            MappedByteBuffer file = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            byte[] chunk = new byte[CHUNK];
            while (file.hasRemaining()) {
                int length = Math.min(CHUNK, file.remaining());
                file.get(chunk, 0, length);
                decoding.accept(chunk, length);
            }
        }
    }

    private static void print(String name, double value) {
        System.out.println(name + " " + value);
    }
}
