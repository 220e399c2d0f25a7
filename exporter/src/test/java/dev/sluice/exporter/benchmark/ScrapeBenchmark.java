package dev.sluice.exporter.benchmark;

import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.MetricFamily.MetricType;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.metrics.Publications.Publication;
import dev.sluice.exporter.sink.prometheus.MetricsServer;
import dev.sluice.exporter.sink.prometheus.PrometheusSink;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Measures scrapes of 100,000 series with gzip: the first scrape after a change, and the next scrape. */
final class ScrapeBenchmark {

    private static final int WARM_UP_ROUNDS = 20;
    private static final int ROUNDS = 25;
    private static final int NODES = 10_000;

    private static final List<MetricFamily> FAMILIES = IntStream.range(0, 10)
            .mapToObj(i -> new MetricFamily(
                    "slurm_compute_node_family_" + i, MetricType.GAUGE, "", List.of("cluster", "node"), "Help."))
            .toList();
    private static final List<String> NAMES =
            IntStream.range(0, NODES).mapToObj("gpu-node-%05d"::formatted).toList();

    private ScrapeBenchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Publications publications = new Publications(Clock.systemUTC());
        PrometheusSink sink = new PrometheusSink(FAMILIES, publications);
        List<Double> first = new ArrayList<>();
        List<Double> next = new ArrayList<>();
        MetricBatch live = visitor -> {};
        try (MetricsServer server = MetricsServer.start("127.0.0.1", 0, Protection.none(), sink, () -> live)) {
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest scrape = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/metrics"))
                    .header("Accept-Encoding", "gzip")
                    .build();
            for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
                publications.add(new Publication("research", "nodes", nodes(round), Instant.MAX));
                double afterAChange = milliseconds(client, scrape);
                double shared = milliseconds(client, scrape);
                if (round >= WARM_UP_ROUNDS) {
                    first.add(afterAChange);
                    next.add(shared);
                }
            }
        }
        System.out.println("first_milliseconds " + ScrapeTimes.median(first));
        System.out.println("next_milliseconds " + ScrapeTimes.median(next));
        System.out.println(DemandBenchmark.END);
    }

    private static MetricBatch nodes(int round) {
        return visitor -> {
            for (MetricFamily family : FAMILIES) {
                for (int node = 0; node < NODES; node++) {
                    visitor.sample(family, (node * 31 + round) % 977, "research", NAMES.get(node));
                }
            }
        };
    }

    private static double milliseconds(HttpClient client, HttpRequest scrape) throws IOException, InterruptedException {
        long start = System.nanoTime();
        HttpResponse<byte[]> response = client.send(scrape, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException("HTTP " + response.statusCode());
        }
        return (System.nanoTime() - start) / 1e6;
    }
}
