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
    private static final int SIZES_OF_SAMPLE = 8;

    private static final int STALL_EVERY = 4;
    private static final int STALL_SECONDS = 4;

    private static final int SAMPLES = 16;
    /** The exporter remembers the jobs that leave the queue for 10 minutes, and their users for a year. */
    private static final double MAX_MEGABYTES = 1;

    private static final double MAX_THREADS = 2;
    private static final double MAX_DESCRIPTORS = 8;

    private final List<Sample> samples = new ArrayList<>();
    private final AtomicInteger scrapes = new AtomicInteger();
    private final AtomicInteger failedScrapes = new AtomicInteger();

    /** The number of polls that failed, because their lists were cut off. */
    private double failedPolls;

    private record Sample(double liveMegabytes, int threads, int descriptors) {}

    /**
     * Checks that nothing grows over {@value #SAMPLES} samples of at least 5 s. The exporter polls each second, fifteen
     * times as often as by default.
     */
    static void run(PollBenchmark polling, Report report) throws IOException, InterruptedException {
        SoakBenchmark soak = polling.beside(
                (exporter, server, ports) -> new SoakBenchmark().run(exporter, server, ports.metrics()), CUT_EVERY);
        report.add("soak: scrapes", soak.scrapes.get(), "");
        report.addAtLeast("soak: failed polls", soak.failedPolls, "", 1);
        report.add("soak: failed scrapes", soak.failedScrapes.get(), "", 0);
        report.add("soak: growth of live objects", soak.growth(Sample::liveMegabytes), "MB", MAX_MEGABYTES);
        report.add("soak: growth of threads", soak.growth(Sample::threads), "", MAX_THREADS);
        report.add("soak: growth of file descriptors", soak.growth(Sample::descriptors), "", MAX_DESCRIPTORS);
    }

    private SoakBenchmark run(MeasuredProcess exporter, MeasuredProcess server, int port)
            throws IOException, InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        List<Thread> scrapers = new ArrayList<>();
        for (int i = 0; i < SCRAPERS; i++) {
            Thread scraper = new Thread(() -> scrape(port, done), "scraper " + i);
            scraper.start();
            scrapers.add(scraper);
        }
        try {
            for (int i = 0; i < SAMPLES; i++) {
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
        return this;
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
