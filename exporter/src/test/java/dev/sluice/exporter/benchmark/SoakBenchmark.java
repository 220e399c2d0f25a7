package dev.sluice.exporter.benchmark;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;

/**
 * Observes whether an exporter's memory, threads and file descriptors grow, while ten clients scrape, the queue changes
 * with each list, some lists are cut off, and slurmrestd repeatedly stands still.
 */
final class SoakBenchmark {

    private static final int SCRAPERS = 10;
    private static final int SCRAPE_PAUSE_MILLIS = 500;
    /** Every seventh list is cut off. */
    private static final String CUT_EVERY = "7";

    private static final int SECONDS_BETWEEN_SAMPLES = 5;
    /** A poll needs up to 3 MB until its end. The least of several sizes is therefore a size between two polls. */
    private static final int SIZES_OF_SAMPLE = 4;

    private static final int STALL_EVERY = 4;
    private static final int STALL_SECONDS = 4;

    private final List<Sample> samples = new ArrayList<>();
    private final AtomicInteger scrapes = new AtomicInteger();
    private final AtomicInteger failedScrapes = new AtomicInteger();

    private double failedPolls;

    private record Sample(double liveMegabytes, int threads, int descriptors) {}

    /** Observes an exporter for a number of samples. */
    static SoakBenchmark of(PollBenchmark polling, int sampleCount) throws IOException, InterruptedException {
        SoakBenchmark soak = new SoakBenchmark();
        polling.beside(
                (exporter, server, ports) -> soak.run(exporter, server, ports.metrics(), sampleCount), CUT_EVERY);
        return soak;
    }

    private void run(MeasuredProcess exporter, MeasuredProcess server, int port, int sampleCount)
            throws IOException, InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        List<Thread> scrapers = new ArrayList<>();
        for (int i = 0; i < SCRAPERS; i++) {
            Thread scraper = new Thread(() -> scrape(port, done), "scraper " + i);
            scraper.start();
            scrapers.add(scraper);
        }
        try {
            for (int i = 0; i < sampleCount; i++) {
                if (i % STALL_EVERY == 0) {
                    server.signal("STOP");
                    TimeUnit.SECONDS.sleep(STALL_SECONDS);
                    server.signal("CONT");
                }
                TimeUnit.SECONDS.sleep(SECONDS_BETWEEN_SAMPLES);
                samples.add(new Sample(betweenPolls(exporter), exporter.threads(), exporter.descriptors()));
            }
        } finally {
            done.set(true);
            for (Thread scraper : scrapers) {
                scraper.join();
            }
        }
        failedPolls = failedPolls(port);
    }

    private static double betweenPolls(MeasuredProcess exporter) throws IOException, InterruptedException {
        double least = Double.MAX_VALUE;
        for (int i = 0; i < SIZES_OF_SAMPLE; i++) {
            least = Math.min(least, exporter.liveMegabytes());
        }
        return least;
    }

    private static double failedPolls(int port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofLines())
                .body()
                .filter(line -> line.startsWith("sluice_source_failures_total{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private void scrape(int port, AtomicBoolean done) {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .header("Accept-Encoding", "gzip")
                .build();
        while (!done.get()) {
            try {
                boolean good = client.send(request, HttpResponse.BodyHandlers.discarding())
                                .statusCode()
                        == 200;
                (good ? scrapes : failedScrapes).incrementAndGet();
                TimeUnit.MILLISECONDS.sleep(SCRAPE_PAUSE_MILLIS);
            } catch (IOException e) {
                failedScrapes.incrementAndGet();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    int scrapes() {
        return scrapes.get();
    }

    int failedScrapes() {
        return failedScrapes.get();
    }

    /** Returns the number of polls that failed, because their lists were cut off. */
    double failedPolls() {
        return failedPolls;
    }

    double liveGrowthMegabytes() {
        return growth(Sample::liveMegabytes);
    }

    double threadGrowth() {
        return growth(Sample::threads);
    }

    double descriptorGrowth() {
        return growth(Sample::descriptors);
    }

    /** Returns the difference between the medians of the last and of the second quarter of the samples. */
    private double growth(ToDoubleFunction<Sample> value) {
        int quarter = samples.size() / 4;
        return median(samples.subList(samples.size() - quarter, samples.size()), value)
                - median(samples.subList(quarter, 2 * quarter), value);
    }

    private static double median(List<Sample> some, ToDoubleFunction<Sample> value) {
        return ScrapeTimes.median(some.stream().mapToDouble(value).boxed().toList());
    }
}
