package dev.sluice.exporter.benchmark;

import dev.sluice.exporter.benchmark.DemandBenchmark.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs all measurements, prints a table, and exits with code 1 if a measurement misses its target. */
final class Benchmark {

    private static final int FEW_NODES = 32;
    private static final int MANY_NODES = 10_000;

    private static final double PEAK_MEGABYTES = 160;
    private static final double RATIO_TO_PROTOTYPE = 1;
    private static final double RATIO_TO_JSONTEXT = 0.4;
    private static final double RATIO_TO_SLINKY = 0.1;
    private static final double PEAK_MEGABYTES_WITH_BOTH = 192;
    /** The memory limit 256Mi. */
    private static final double MEMORY_LIMIT_MEGABYTES = 268;

    /** For two idle cores: beside other programs, each pause takes longer. */
    private static final double PAUSE_MILLIS = 30;

    /** Of each 92 jobs, 42 are pending, so that 60,000 jobs are pending. */
    private static final int JOBS_TO_EXPLAIN = 131_429;

    /** For two idle cores: beside other programs, each request takes longer. */
    private static final double EXPLAIN_MILLIS = 50;

    private static final double EXPLAIN_RATIO = 1.5;

    private static final int SOAK_SAMPLES = 16;
    /** The exporter remembers the jobs that leave the queue for 10 minutes, and their users for a year. */
    private static final double SOAK_MEGABYTES = 1;

    private static final double SOAK_THREADS = 2;
    private static final double SOAK_DESCRIPTORS = 8;

    private static final int MEMORY_POLLS = 2;
    private static final double PEAK_GROWTH_PER_JOB = 700;
    private static final double DECODE_ALLOCATED_PER_JOB = 1_000;
    private static final double PUBLISH_ALLOCATED_PER_JOB = 1_200;
    private static final double RETAINED_PER_JOB = 220;
    private static final double LIFE_RETAINED_PER_JOB = 160;
    private static final double LIFE_ALLOCATED_PER_JOB = 400;
    private static final double GZIP_SCRAPE_P50_MILLIS = 20;
    private static final double GZIP_SCRAPE_P99_MILLIS = 50;
    private static final double DEMAND_SECONDS = 5;
    private static final double EXPONENT = 1.2;
    private static final double PAGE_MILLIS = 50;
    private static final double PAGE_GZIP_KILOBYTES = 300;

    private final Path directory;
    private final Java java;
    private final Report report = new Report();

    private Benchmark(Path directory, Java java) {
        this.directory = directory;
        this.java = java;
    }

    /**
     * Arguments: a directory for files, the exporter's jar, the launcher's jvm.options, and {@code full}, {@code quick},
     * {@code life}, {@code page}, {@code demand}, {@code growth}, {@code push}, {@code memory}, {@code jsontext},
     * {@code soak}, {@code explain} or {@code nodes}.
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(Path.of(arguments[0]));
        Java java = Java.withFlagsOf(Path.of(arguments[2]), Path.of(arguments[1]));
        System.out.println("Java " + Runtime.version() + ", " + String.join(" ", java.launcherFlags()));
        Benchmark benchmark = new Benchmark(directory, java);
        switch (arguments[3]) {
            case "quick" -> benchmark.quick();
            case "life" -> benchmark.life(100_000, 20);
            case "page" -> benchmark.page(100_000, 50);
            case "demand" -> benchmark.demand(3);
            case "growth" -> benchmark.growth();
            case "push" -> benchmark.pushes();
            case "memory" -> benchmark.memory(Double.POSITIVE_INFINITY);
            case "jsontext" -> benchmark.jsontext(3);
            case "soak" -> benchmark.soak();
            case "explain" -> benchmark.explain();
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
        decode(10_000, 3);
        life(10_000, 20);
    }

    private void full() throws IOException, InterruptedException {
        double small = polls(1_000, 1, 10);
        polls(10_000, 3, 10);
        double large = polls(100_000, 3, 4);
        report.add("peak RSS per job, from 1000 to 100000", (large - small) * 1e6 / 99_000, "B", PEAK_GROWTH_PER_JOB);
        decode(10_000, 5);
        decode(100_000, 3);
        life(100_000, 20);
        page(100_000, 50);
        demand(3);
        growth();
        nodes();
        explain();
        pushes();
        memory(PAUSE_MILLIS);
    }

    /**
     * Checks that the default memory limit suffices for the documented sizes, in a series of six polls. At each poll,
     * 1 % of the jobs change, and every priority can change.
     *
     * @param pauseAtMost limit of the longest pause at 100,000 jobs
     */
    private void memory(double pauseAtMost) throws IOException, InterruptedException {
        memory(100_000, FEW_NODES, PEAK_MEGABYTES, pauseAtMost);
        memory(200_000, MANY_NODES, MEMORY_LIMIT_MEGABYTES, Double.POSITIVE_INFINITY);
    }

    private void memory(int jobs, int nodes, double peakAtMost, double pauseAtMost)
            throws IOException, InterruptedException {
        PollBenchmark benchmark =
                new PollBenchmark(java, directory, jobs + "," + jobs / 100, TiledCluster.nodes(directory, nodes));
        PollBenchmark.Cost cost = benchmark.exporter(MEMORY_POLLS);
        String what = jobs + " changing jobs, " + nodes + " nodes: ";
        report.add(what + "peak RSS", cost.peakMegabytes(), "MB", peakAtMost);
        report.add(what + "longest pause", benchmark.longestPauseMillis(), "ms", pauseAtMost);
    }

    /**
     * Checks that nothing grows over {@value #SOAK_SAMPLES} samples of at least 5 s. The exporter polls each second,
     * fifteen times as often as by default.
     */
    private void soak() throws IOException, InterruptedException {
        SoakBenchmark soak = SoakBenchmark.of(
                new PollBenchmark(java, directory, "2000,10", TiledCluster.nodes(directory, 1_000)), SOAK_SAMPLES);
        report.add("soak: scrapes", soak.scrapes(), "");
        report.addAtLeast("soak: failed polls", soak.failedPolls(), "", 1);
        report.add("soak: failed scrapes", soak.failedScrapes(), "", 0);
        report.add("soak: growth of live objects", soak.liveGrowthMegabytes(), "MB", SOAK_MEGABYTES);
        report.add("soak: growth of threads", soak.threadGrowth(), "", SOAK_THREADS);
        report.add("soak: growth of file descriptors", soak.descriptorGrowth(), "", SOAK_DESCRIPTORS);
    }

    /** Returns the exporter's peak memory. */
    private double polls(int jobs, int rounds, int polls) throws IOException, InterruptedException {
        PollBenchmark benchmark = polling(jobs, FEW_NODES);
        List<Double> exporter = new ArrayList<>();
        List<Double> prototype = new ArrayList<>();
        List<Double> first = new ArrayList<>();
        double peak = 0;
        double prototypePeak = 0;
        for (int round = 0; round < rounds; round++) {
            PollBenchmark.Cost ours = benchmark.exporter(polls);
            PollBenchmark.Cost theirs = benchmark.prototype(polls);
            exporter.add(ours.secondsPerPoll());
            prototype.add(theirs.secondsPerPoll());
            first.add(ours.firstSeconds());
            peak = Math.max(peak, ours.peakMegabytes());
            prototypePeak = Math.max(prototypePeak, theirs.peakMegabytes());
        }
        double ratio = Medians.median(exporter) / Medians.median(prototype);
        String what = jobs + " jobs: ";
        report.add(what + "CPU from start to end of first poll", Medians.median(first), "s");
        report.add(what + "CPU per poll", Medians.median(exporter), "s");
        report.add(what + "CPU per poll, prototype", Medians.median(prototype), "s");
        if (jobs > 1_000) {
            report.add(what + "CPU per poll / prototype's", ratio, "", RATIO_TO_PROTOTYPE);
        }
        report.add(what + "peak RSS", peak, "MB", PEAK_MEGABYTES);
        report.add(what + "peak RSS, prototype", prototypePeak, "MB");
        return peak;
    }

    /** Measures the cost of tracking the life of each job, in addition to the cost of decoding a poll. */
    private void life(int jobs, int rounds) throws IOException, InterruptedException {
        Map<String, Double> results = results(LifeBenchmark.class, LifeBenchmark.END, jobs, rounds);
        String what = jobs + " jobs, their life: ";
        report.add(
                what + "retained per job",
                results.getOrDefault("retained_per_job", Double.NaN),
                "B",
                LIFE_RETAINED_PER_JOB);
        report.add(
                what + "allocated per job",
                results.getOrDefault("allocated_per_job", Double.NaN),
                "B",
                LIFE_ALLOCATED_PER_JOB);
        report.add(what + "CPU", results.getOrDefault("seconds", Double.NaN), "s");
    }

    /** Measures the cost of one open status page. The page requests /api/v1/now every few seconds. */
    private void page(int jobs, int rounds) throws IOException, InterruptedException {
        Map<String, Double> results = results(NowBenchmark.class, NowBenchmark.END, jobs, rounds);
        String what = MANY_NODES + " nodes, " + jobs + " jobs, /api/v1/now: ";
        report.add(what + "sent", results.getOrDefault("sent_kilobytes", Double.NaN), "kB");
        report.add(what + "gzip", results.getOrDefault("gzip_kilobytes", Double.NaN), "kB", PAGE_GZIP_KILOBYTES);
        report.add(what + "CPU of event loop", results.getOrDefault("milliseconds", Double.NaN), "ms", PAGE_MILLIS);
        report.add(what + "CPU of event loop, first", results.getOrDefault("first_milliseconds", Double.NaN), "ms");
        report.add(what + "time to answer", results.getOrDefault("wall_milliseconds", Double.NaN), "ms");
        report.add(what + "allocated", results.getOrDefault("allocated_megabytes", Double.NaN), "MB");
    }

    /** Measures the cost of queues that any user could submit. If a process has no memory left, the benchmark ends. */
    private void demand(int rounds) throws IOException, InterruptedException {
        demand(Load.of(DemandBenchmark.Queue.ORDINARY, 100_000, MANY_NODES), rounds);
        for (DemandBenchmark.Queue queue : DemandBenchmark.Queue.values()) {
            demand(Load.of(queue, 1_000, MANY_NODES), rounds);
            demand(Load.of(queue, 10_000, MANY_NODES), rounds);
        }
    }

    private void demand(Load load, int rounds) throws IOException, InterruptedException {
        Map<String, Double> results = results(DemandBenchmark.class, DemandBenchmark.END, load.arguments(rounds));
        String what = MANY_NODES + " nodes, " + load.jobs() + " jobs, " + load.queue() + ": ";
        report.add(what + "demand", results.getOrDefault("demand_seconds", Double.NaN), "s", DEMAND_SECONDS);
        report.add(what + "allocated", results.getOrDefault("demand_megabytes", Double.NaN), "MB");
        report.add(what + "summary", results.getOrDefault("summary_seconds", Double.NaN), "s");
    }

    /**
     * Measures how the cost of the demand and of the summary grows with each size. An exponent of 1 means linear
     * growth.
     */
    private void growth() throws IOException, InterruptedException {
        for (GrowthOfDemand.Dimension dimension : GrowthOfDemand.Dimension.values()) {
            Map<Load, Map<String, Double>> measured = new LinkedHashMap<>();
            for (Load load : dimension.loads()) {
                measured.put(
                        load,
                        results(DemandBenchmark.class, DemandBenchmark.END, load.arguments(GrowthOfDemand.ROUNDS)));
            }
            for (String cost : List.of("demand_seconds", "summary_seconds", "demand_megabytes")) {
                List<Double> costs = measured.values().stream()
                        .map(results -> results.getOrDefault(cost, Double.NaN))
                        .toList();
                String what = "%s, %s to %s: %s %.3f to %.3f, exponent"
                        .formatted(
                                dimension.label(),
                                dimension.sizes().get(0),
                                dimension.sizes().get(costs.size() - 1),
                                cost,
                                costs.get(0),
                                costs.get(costs.size() - 1));
                report.add(what, GrowthOfDemand.exponent(dimension.sizes(), costs), "", EXPONENT);
            }
        }
    }

    private Map<String, Double> results(Class<?> benchmark, String end, int jobs, int rounds)
            throws IOException, InterruptedException {
        return results(
                benchmark,
                end,
                TiledCluster.jobs(directory, jobs).toString(),
                Integer.toString(rounds),
                TiledCluster.nodes(directory, MANY_NODES).toString());
    }

    private Map<String, Double> results(Class<?> benchmark, String end, String... arguments)
            throws IOException, InterruptedException {
        return results(java.alike(benchmark, arguments), end);
    }

    private static Map<String, Double> results(MeasuredProcess measured, String end) throws InterruptedException {
        Map<String, Double> results = new HashMap<>();
        try (MeasuredProcess process = measured) {
            for (String line = process.nextLine(); !line.equals(end); line = process.nextLine()) {
                String[] words = line.split(" ", 2);
                results.put(words[0], Double.valueOf(words[1]));
            }
        }
        return results;
    }

    private void decode(int jobs, int rounds) throws IOException, InterruptedException {
        Path file = TiledCluster.jobs(directory, jobs);
        Map<String, Double> results = results(DecodeBenchmark.class, DecodeBenchmark.END, jobs, rounds);
        double decode = results.getOrDefault("decode_seconds", Double.NaN);
        double prototype = results.getOrDefault("prototype_seconds", Double.NaN);
        String what = jobs + " jobs from memory: ";
        report.add(what + "decoded", Files.size(file) / 1e6 / decode, "MB/s");
        report.add(what + "decode CPU / prototype's", decode / prototype, "", RATIO_TO_PROTOTYPE);
        allocation(what + "allocated per job, decode", results, "decode", DECODE_ALLOCATED_PER_JOB);
        report.add(
                what + "allocated per job, decode, prototype",
                results.getOrDefault("prototype_allocated_per_job", Double.NaN),
                "B");
        allocation(what + "allocated per job, publish", results, "publish", PUBLISH_ALLOCATED_PER_JOB);
        report.add(
                what + "retained per job", results.getOrDefault("retained_per_job", Double.NaN), "B", RETAINED_PER_JOB);
        report.add(what + "publish CPU", results.getOrDefault("publish_seconds", Double.NaN), "s");
    }

    /** Compares decoding with programs in Go, in the benchmark's directory, on the same bytes in turns. */
    private void jsontext(int rounds) throws IOException, InterruptedException {
        String file = TiledCluster.jobs(directory, 10_000).toString();
        List<String> command = List.of(directory.resolve("jsontext").toString(), file, "5");
        List<Double> exporter = new ArrayList<>();
        List<Double> jsontext = new ArrayList<>();
        List<Double> slinky = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            exporter.add(results(DecodeBenchmark.class, DecodeBenchmark.END, file, "5")
                    .get("decode_seconds"));
            Map<String, Double> go = results(MeasuredProcess.start(command), DecodeBenchmark.END);
            jsontext.add(go.get("jsontext_seconds"));
            slinky.add(go.get("slinky_seconds"));
        }
        double decode = Medians.median(exporter);
        String what = "10000 jobs from memory: ";
        report.add(what + "decode CPU", decode, "s");
        report.add(what + "decode CPU, jsontext", Medians.median(jsontext), "s");
        report.add(what + "decode CPU / jsontext's", decode / Medians.median(jsontext), "", RATIO_TO_JSONTEXT);
        report.add(what + "decode CPU, pattern of slurm-client", Medians.median(slinky), "s");
        report.add(what + "decode CPU / slurm-client's", decode / Medians.median(slinky), "", RATIO_TO_SLINKY);
    }

    private void allocation(String what, Map<String, Double> results, String name, double atMost) {
        report.add(what, results.getOrDefault(name + "_allocated_per_job", Double.NaN), "B", atMost);
    }

    private void nodes() throws IOException, InterruptedException {
        nodes(1_000, 300, 10, PEAK_MEGABYTES);
        nodes(100_000, 300, 2, PEAK_MEGABYTES_WITH_BOTH);
    }

    private void nodes(int jobs, int scrapes, int polls, double peakAtMost) throws IOException, InterruptedException {
        String what = MANY_NODES + " nodes, " + jobs + " jobs: ";
        PollBenchmark.Cost cost = polling(jobs, MANY_NODES).exporter(polls, port -> {
            ScrapeTimes gzip = ScrapeTimes.of(port, "gzip", scrapes);
            report.add(what + "scrape, gzip, p50", gzip.p50(), "ms", GZIP_SCRAPE_P50_MILLIS);
            report.add(what + "scrape, gzip, p99", gzip.p99(), "ms", GZIP_SCRAPE_P99_MILLIS);
            report.add(what + "scrape, gzip, size", gzip.bytes() / 1e6, "MB");
            ScrapeTimes plain = ScrapeTimes.of(port, "identity", scrapes);
            report.add(what + "scrape, plain, p50", plain.p50(), "ms");
            report.add(what + "scrape, plain, p99", plain.p99(), "ms");
            report.add(what + "scrape, plain, size", plain.bytes() / 1e6, "MB");
        });
        report.add(what + "CPU per poll", cost.secondsPerPoll(), "s");
        report.add(what + "peak RSS", cost.peakMegabytes(), "MB", peakAtMost);
    }

    /** Checks that many requests for large responses delay neither health checks, nor scrapes, nor polls. */
    private void explain() throws IOException, InterruptedException {
        PollBenchmark polling = new PollBenchmark(
                java,
                directory,
                TiledCluster.trimmedJobs(directory, JOBS_TO_EXPLAIN).toString(),
                TiledCluster.nodes(directory, 1_000));
        ExplainBenchmark.Result result = ExplainBenchmark.of(polling, directory);
        String what = "60000 pending jobs, explain=true: ";
        report.add(what + "size", result.megabytes(), "MB");
        report.add(what + "time", result.seconds(), "s");
        explain("no readers: ", result.alone(), result.alone());
        explain("100 readers: ", result.beside(), result.alone());
        explain("100 readers, 10 slow, 10 that leave: ", result.besideAll(), result.alone());
        report.add(what + "peak RSS", result.peakMegabytes(), "MB", MEMORY_LIMIT_MEGABYTES);
    }

    private void explain(String what, ExplainBenchmark.Times times, ExplainBenchmark.Times alone) {
        report.add(what + "complete responses", times.responses(), "");
        report.add(what + "/livez, p50", times.health().p50(), "ms", EXPLAIN_MILLIS);
        report.add(what + "/livez, p99", times.health().p99(), "ms");
        report.add(what + "scrape, gzip, p99", times.scrapes().p99(), "ms", EXPLAIN_MILLIS);
        report.add(
                what + "between polls", times.secondsBetweenPolls(), "s", EXPLAIN_RATIO * alone.secondsBetweenPolls());
    }

    /** Measures an OTLP push for 1,000 nodes and 1,000 jobs. */
    private void pushes() throws IOException, InterruptedException {
        PushBenchmark benchmark = new PushBenchmark(
                java, directory, TiledCluster.jobs(directory, 1_000), TiledCluster.nodes(directory, 1_000));
        for (String compression : List.of("gzip", "none")) {
            PushBenchmark.Push push = benchmark.of(compression, 10);
            String what = "1000 nodes, OTLP, " + compression + ": ";
            report.add(what + "requests of a push", push.requests(), "");
            report.add(what + "size of a push", push.bytes() / 1e3, "kB");
            report.add(what + "time of a push", push.millis(), "ms");
        }
    }

    private PollBenchmark polling(int jobs, int nodes) throws IOException {
        return new PollBenchmark(
                java, directory, TiledCluster.jobs(directory, jobs).toString(), TiledCluster.nodes(directory, nodes));
    }
}
