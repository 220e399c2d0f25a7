package dev.sluice.exporter.benchmark;

import dev.sluice.exporter.benchmark.DemandBenchmark.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs measurements, prints a table, and exits with code 1 if a measurement misses its target. */
final class Benchmark {

    private static final int FEW_NODES = 32;
    private static final int MANY_NODES = 10_000;

    private static final double PEAK_MEGABYTES = 200;
    private static final double PEAK_MEGABYTES_TO_10000_JOBS = 130;
    private static final double PEAK_MEGABYTES_WITH_BOTH = 192;
    /** Below the memory limit 384Mi. */
    private static final double MEMORY_LIMIT_MEGABYTES = 320;

    /** For two idle cores: beside other programs, each pause takes longer. */
    private static final double PAUSE_MILLIS = 60;

    private static final int HEALTH_CHECKS = 500;
    private static final double HEALTH_P99_MILLIS = 50;

    private static final int MEMORY_POLLS = 2;
    private static final double PEAK_GROWTH_PER_JOB = 700;
    private static final double GZIP_SCRAPE_P50_MILLIS = 20;
    private static final double GZIP_SCRAPE_P99_MILLIS = 150;
    private static final double RATIO_TO_CLIENT_GOLANG = 0.5;
    private static final double RATIO_TO_JSONTEXT = 1.3;
    private static final double RATIO_TO_UNMARSHAL = 0.6;
    private static final double NEXT_SCRAPE_MILLIS = 5;
    private static final double PAGE_MILLIS = 50;
    private static final double PAGE_GZIP_KILOBYTES = 300;
    private static final double DEMAND_SECONDS = 5;
    private static final double DEMAND_MEGABYTES = 1_500;

    private final Path directory;
    private final Java java;
    private final Report report = new Report();

    private Benchmark(Path directory, Java java) {
        this.directory = directory;
        this.java = java;
    }

    /** Arguments: a directory for files, the exporter's jar, the launcher's jvm.options and a mode. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(Path.of(arguments[0]));
        Java java = Java.withFlagsOf(Path.of(arguments[2]), Path.of(arguments[1]));
        System.out.println("Java " + Runtime.version() + ", " + String.join(" ", java.launcherFlags()));
        Benchmark benchmark = new Benchmark(directory, java);
        switch (arguments[3]) {
            case "quick" -> benchmark.quick();
            case "demand" -> benchmark.demand(3);
            case "memory" -> benchmark.memory(Double.POSITIVE_INFINITY);
            case "scrape" -> benchmark.scrape();
            case "decode" -> benchmark.decode();
            case "soak" ->
                SoakBenchmark.run(
                        new PollBenchmark(java, directory, "2000,10", TiledCluster.nodes(directory, 1_000)),
                        benchmark.report);
            case "nodes" -> benchmark.nodes();
            default -> benchmark.full();
        }
        List<String> missed = benchmark.report.missed();
        missed.forEach(what -> System.out.println("missed: " + what));
        System.exit(missed.isEmpty() ? 0 : 1);
    }

    private void quick() throws IOException, InterruptedException {
        polls(1_000, 1, 3);
        polls(10_000, 1, 6);
    }

    private void full() throws IOException, InterruptedException {
        double small = polls(1_000, 1, 10);
        polls(10_000, 3, 10);
        double large = polls(100_000, 3, 4);
        report.add("peak RSS per job, from 1000 to 100000", (large - small) * 1e6 / 99_000, "B", PEAK_GROWTH_PER_JOB);
        demand(3);
        nodes();
        memory(PAUSE_MILLIS);
    }

    /**
     * Checks that the default memory limit suffices for the documented sizes, in a series of six polls. At each poll,
     * 1 % of the jobs change, and every priority can change.
     *
     * @param pauseAtMost limit of the longest pause at 100,000 jobs
     */
    private void memory(double pauseAtMost) throws IOException, InterruptedException {
        memory(100_000, FEW_NODES, PEAK_MEGABYTES, HEALTH_P99_MILLIS, pauseAtMost);
        // The limits of times hold for 100,000 jobs.
        memory(200_000, MANY_NODES, MEMORY_LIMIT_MEGABYTES, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    private void memory(int jobs, int nodes, double peakAtMost, double healthAtMost, double pauseAtMost)
            throws IOException, InterruptedException {
        PollBenchmark benchmark =
                new PollBenchmark(java, directory, jobs + "," + jobs / 100, TiledCluster.nodes(directory, nodes));
        String what = jobs + " changing jobs, " + nodes + " nodes: ";
        PollBenchmark.Cost cost = benchmark.exporter(MEMORY_POLLS, ports -> {
            double p99 = ScrapeTimes.of(ports.api(), "/livez", "identity", HEALTH_CHECKS)
                    .p99();
            report.add(what + "/livez while the list is read, p99", p99, "ms", healthAtMost);
        });
        report.add(what + "peak RSS", cost.peakMegabytes(), "MB", peakAtMost);
        report.add(what + "longest pause", benchmark.longestPauseMillis(), "ms", pauseAtMost);
    }

    /** Returns the exporter's peak memory. */
    private double polls(int jobs, int rounds, int polls) throws IOException, InterruptedException {
        PollBenchmark benchmark = polling(jobs, FEW_NODES);
        List<Double> exporter = new ArrayList<>();
        List<Double> first = new ArrayList<>();
        double peak = 0;
        for (int round = 0; round < rounds; round++) {
            PollBenchmark.Cost cost = benchmark.exporter(polls);
            exporter.add(cost.secondsPerPoll());
            first.add(cost.firstSeconds());
            peak = Math.max(peak, cost.peakMegabytes());
        }
        String what = jobs + " jobs: ";
        report.add(what + "CPU from start to end of first poll", ScrapeTimes.median(first), "s");
        report.add(what + "CPU per poll", ScrapeTimes.median(exporter), "s");
        report.add(what + "peak RSS", peak, "MB", jobs > 10_000 ? PEAK_MEGABYTES : PEAK_MEGABYTES_TO_10000_JOBS);
        return peak;
    }

    /** Measures the cost of queues that any user could submit. If a process has no memory left, the benchmark ends. */
    private void demand(int rounds) throws IOException, InterruptedException {
        demand(new Load(DemandBenchmark.Queue.ORDINARY, 100_000, MANY_NODES), rounds);
        for (DemandBenchmark.Queue queue : DemandBenchmark.Queue.values()) {
            demand(new Load(queue, 1_000, MANY_NODES), rounds);
            demand(new Load(queue, 10_000, MANY_NODES), rounds);
        }
    }

    private void demand(Load load, int rounds) throws IOException, InterruptedException {
        Map<String, Double> results = results(java.alike(DemandBenchmark.class, load.arguments(rounds)));
        String what = MANY_NODES + " nodes, " + load.jobs() + " jobs, " + load.queue() + ": ";
        report.add(what + "first demand", of(results, "first_demand_seconds"), "s", DEMAND_SECONDS);
        report.add(what + "first allocated", of(results, "first_demand_megabytes"), "MB", DEMAND_MEGABYTES);
        report.add(what + "demand", of(results, "demand_seconds"), "s", DEMAND_SECONDS);
        report.add(what + "allocated", of(results, "demand_megabytes"), "MB", DEMAND_MEGABYTES);
        report.add(what + "summary", of(results, "summary_seconds"), "s");
    }

    private static Map<String, Double> results(MeasuredProcess measured) throws InterruptedException {
        Map<String, Double> results = new HashMap<>();
        try (MeasuredProcess process = measured) {
            for (String line = process.nextLine(); !line.equals(DemandBenchmark.END); line = process.nextLine()) {
                String[] words = line.split(" ", 2);
                results.put(words[0], Double.valueOf(words[1]));
            }
        }
        return results;
    }

    private static double of(Map<String, Double> results, String name) {
        return results.getOrDefault(name, Double.NaN);
    }

    /** Compares scrapes of 100,000 series with client_golang, whose program is in the benchmark's directory. */
    private void scrape() throws IOException, InterruptedException {
        Map<String, Double> exporter = results(java.alike(ScrapeBenchmark.class));
        List<String> command = List.of(directory.resolve("client_golang").toString());
        double go = of(results(MeasuredProcess.start(command)), "client_golang_milliseconds");
        String what = "100000 series, scrape, gzip: ";
        double first = of(exporter, "first_milliseconds");
        report.add(what + "first after a change", first, "ms");
        report.add(what + "client_golang", go, "ms");
        report.add(what + "first after a change / client_golang's", first / go, "", RATIO_TO_CLIENT_GOLANG);
        report.add(what + "next", of(exporter, "next_milliseconds"), "ms", NEXT_SCRAPE_MILLIS);
    }

    /** Compares 10,000 jobs with two Go programs, which are in the benchmark's directory. */
    private void decode() throws IOException, InterruptedException {
        String file = TiledCluster.jobs(directory, 10_000).toString();
        double poll = polling(10_000, FEW_NODES).exporter(6).secondsPerPoll();
        double decode = of(results(java.alike(DecodeBenchmark.class, file)), "decode_seconds");
        double jsontext = secondsInGo("jsontext", file);
        double unmarshal = secondsInGo("unmarshal", file);
        report.add("10000 jobs: CPU to decode", decode, "s");
        report.add("10000 jobs: jsontext", jsontext, "s");
        report.add("10000 jobs: decode / jsontext", decode / jsontext, "", RATIO_TO_JSONTEXT);
        report.add("10000 jobs: CPU per poll", poll, "s");
        report.add("10000 jobs: read all, then unmarshal", unmarshal, "s");
        report.add("10000 jobs: poll / unmarshal", poll / unmarshal, "", RATIO_TO_UNMARSHAL);
    }

    private double secondsInGo(String program, String file) throws IOException, InterruptedException {
        List<String> command = List.of(directory.resolve(program).toString(), file);
        return of(results(MeasuredProcess.start(command)), program + "_seconds");
    }

    private void nodes() throws IOException, InterruptedException {
        nodes(1_000, 300, 10, PEAK_MEGABYTES);
        nodes(100_000, 300, 2, PEAK_MEGABYTES_WITH_BOTH);
    }

    private void nodes(int jobs, int scrapes, int polls, double peakAtMost) throws IOException, InterruptedException {
        String what = MANY_NODES + " nodes, " + jobs + " jobs: ";
        PollBenchmark.Cost cost = polling(jobs, MANY_NODES).exporter(polls, ports -> {
            ScrapeTimes gzip = ScrapeTimes.of(ports.metrics(), "/metrics", "gzip", scrapes);
            report.add(what + "scrape, gzip, p50", gzip.p50(), "ms", GZIP_SCRAPE_P50_MILLIS);
            report.add(what + "scrape, gzip, p99", gzip.p99(), "ms", GZIP_SCRAPE_P99_MILLIS);
            report.add(what + "scrape, gzip, size", gzip.bytes() / 1e6, "MB");
            ScrapeTimes plain = ScrapeTimes.of(ports.metrics(), "/metrics", "identity", scrapes);
            report.add(what + "scrape, plain, p50", plain.p50(), "ms");
            report.add(what + "scrape, plain, p99", plain.p99(), "ms");
            report.add(what + "scrape, plain, size", plain.bytes() / 1e6, "MB");
            ScrapeTimes page = ScrapeTimes.of(ports.api(), "/api/v1/now", "gzip", scrapes);
            report.add(what + "/api/v1/now, gzip, p50", page.p50(), "ms", PAGE_MILLIS);
            report.add(what + "/api/v1/now, gzip, size", page.bytes() / 1e3, "kB", PAGE_GZIP_KILOBYTES);
        });
        report.add(what + "CPU per poll", cost.secondsPerPoll(), "s");
        report.add(what + "peak RSS", cost.peakMegabytes(), "MB", peakAtMost);
    }

    private PollBenchmark polling(int jobs, int nodes) throws IOException {
        return new PollBenchmark(
                java, directory, TiledCluster.jobs(directory, jobs).toString(), TiledCluster.nodes(directory, nodes));
    }
}
