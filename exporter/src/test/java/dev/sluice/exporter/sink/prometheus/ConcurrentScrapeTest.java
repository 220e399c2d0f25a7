package dev.sluice.exporter.sink.prometheus;

import static dev.sluice.exporter.sink.prometheus.SampleFamilies.CATALOGUE;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.JOBS;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.NOON;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.NOTHING;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.OLDEST;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.STARTS;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.gunzip;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.publication;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.sink.prometheus.ParsedExposition.Series;
import dev.sluice.fixtures.SettableClock;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ConcurrentScrapeTest {

    private static final int SCRAPERS = 4;
    private static final int SCRAPES = 60;
    private static final List<String> CLUSTERS = List.of("alpha", "beta");
    private static final int PARTITIONS = 50;

    private final Publications publications = new Publications(new SettableClock(NOON));
    private final PrometheusSink sink = new PrometheusSink(CATALOGUE, publications);

    /**
     * All values of a generation equal the number of the generation. An inconsistent response therefore shows two
     * different values for one cluster.
     */
    @Test
    void everyAnswerIsCompleteAndOfOneGenerationPerSource() throws Exception {
        publish(0);
        var done = new AtomicBoolean();
        var threads = Executors.newFixedThreadPool(SCRAPERS + 1);
        try (var server = MetricsServer.start("127.0.0.1", 0, Protection.none(), sink, () -> NOTHING)) {
            Future<Integer> publisher = threads.submit(() -> publishUntil(done));
            List<Future<Set<Double>>> scrapers = new ArrayList<>();
            for (int i = 0; i < SCRAPERS; i++) {
                scrapers.add(threads.submit(scraper(server.port())));
            }
            Set<Double> seen = new HashSet<>();
            for (Future<Set<Double>> scraper : scrapers) {
                seen.addAll(scraper.get());
            }
            done.set(true);

            assertThat(publisher.get()).isPositive();
            assertThat(seen).as("generations scraped").hasSizeGreaterThan(1);
        } finally {
            done.set(true);
            threads.shutdownNow();
        }
    }

    private int publishUntil(AtomicBoolean done) {
        int generation = 0;
        while (!done.get()) {
            publish(++generation);
        }
        return generation;
    }

    private void publish(int generation) {
        CLUSTERS.forEach(cluster -> publications.add(publication(cluster, "jobs", batch(cluster, generation))));
    }

    private static MetricBatch batch(String cluster, int generation) {
        return visitor -> {
            visitor.sample(STARTS, generation, cluster);
            for (int i = 0; i < PARTITIONS; i++) {
                visitor.sample(JOBS, generation, cluster, "partition" + i, "pending");
            }
            for (int i = 0; i < PARTITIONS; i++) {
                visitor.sample(OLDEST, generation, cluster, "partition" + i);
            }
        };
    }

    private static Callable<Set<Double>> scraper(int port) {
        return () -> {
            var client = HttpClient.newHttpClient();
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                    .headers("Accept-Encoding", "gzip", "Accept", "application/openmetrics-text")
                    .build();
            Set<Double> seen = new HashSet<>();
            for (int i = 0; i < SCRAPES; i++) {
                var parsed = ParsedExposition.parse(
                        gunzip(client.send(request, BodyHandlers.ofByteArray()).body()));
                assertThat(parsed.ended()).isTrue();
                Map<String, Set<Double>> generations = generations(parsed);
                assertThat(generations).containsOnlyKeys(CLUSTERS);
                generations.values().forEach(values -> assertThat(values).hasSize(1));
                generations.values().forEach(seen::addAll);
            }
            return seen;
        };
    }

    private static Map<String, Set<Double>> generations(ParsedExposition parsed) {
        Map<String, Set<Double>> generations = new HashMap<>();
        int samples = 0;
        for (var family : parsed.families().values()) {
            for (Map.Entry<Series, Double> sample : family.samples().entrySet()) {
                String cluster = sample.getKey().labels().getOrDefault("cluster", "");
                generations.computeIfAbsent(cluster, name -> new HashSet<>()).add(sample.getValue());
                samples++;
            }
        }
        assertThat(samples).isEqualTo(CLUSTERS.size() * (2 * PARTITIONS + 1));
        return generations;
    }
}
