package dev.sluice.exporter.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs a client of {@link BenchmarkServer} for some polls, and measures the cost of these polls. */
final class PollBenchmark {

    private static final int WARM_UP_POLLS = 2;
    private static final Pattern PORTS = Pattern.compile("metrics_port=(\\d+) api_port=(\\d+)");
    private static final Pattern PAUSE = Pattern.compile("Pause .* ([\\d.]+)ms$");

    private final Java java;
    private final Path directory;
    private final String jobs;
    private final Path nodes;

    /**
     * Prepares runs.
     *
     * @param jobs the file with all jobs, or an argument of {@link ChangingQueue#of}
     * @param nodes the file with all nodes
     */
    PollBenchmark(Java java, Path directory, String jobs, Path nodes) {
        this.java = java;
        this.directory = directory;
        this.jobs = jobs;
        this.nodes = nodes;
    }

    /**
     * The exporter's ports.
     *
     * @param metrics port of /metrics
     * @param api port of the API
     */
    record Ports(int metrics, int api) {}

    /**
     * The cost of some polls.
     *
     * @param firstSeconds CPU seconds from the start of the process to the end of its first poll
     * @param secondsPerPoll CPU seconds of each later poll
     * @param peakMegabytes peak resident memory
     */
    record Cost(double firstSeconds, double secondsPerPoll, double peakMegabytes) {}

    /** An action during polls. */
    interface Meanwhile {
        void run(Ports ports) throws IOException, InterruptedException;
    }

    Cost exporter(int polls) throws IOException, InterruptedException {
        return exporter(polls, unused -> {});
    }

    /** Measures the exporter's polls. Runs an action after the first polls. */
    Cost exporter(int polls, Meanwhile meanwhile) throws IOException, InterruptedException {
        return beside((exporter, server, ports) -> {
            double first = exporter.cpuSeconds();
            meanwhile.run(ports);
            server.skipLines();
            skipRequests(server, exporter, WARM_UP_POLLS);
            double before = exporter.cpuSeconds();
            skipRequests(server, exporter, polls);
            return new Cost(first, (exporter.cpuSeconds() - before) / polls, exporter.peakMegabytes());
        });
    }

    /**
     * Runs an action beside an exporter that polls, and the server that it polls. A poll lasts from one request for
     * jobs to the next, so that the work after the last byte is included.
     */
    <T> T beside(Beside<T> action, String... serverOptions) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(jobs, nodes.toString()));
        arguments.addAll(List.of(serverOptions));
        try (MeasuredProcess server = java.server(BenchmarkServer.class, arguments.toArray(String[]::new));
                MeasuredProcess exporter = java.exporter(config(server.nextLine()))) {
            Ports ports = ports(exporter);
            skipRequests(server, exporter, WARM_UP_POLLS);
            return action.run(exporter, server, ports);
        }
    }

    /** An action beside an exporter and the server that it polls. */
    interface Beside<T> {
        T run(MeasuredProcess exporter, MeasuredProcess server, Ports ports) throws IOException, InterruptedException;
    }

    /** Returns the longest garbage collection pause of the last run, in milliseconds. */
    double longestPauseMillis() throws IOException {
        return Files.readAllLines(directory.resolve(Java.GC_LOG)).stream()
                .map(PAUSE::matcher)
                .filter(Matcher::find)
                .mapToDouble(found -> Double.parseDouble(found.group(1)))
                .max()
                .orElse(0);
    }

    private static void skipRequests(MeasuredProcess server, MeasuredProcess client, int count)
            throws InterruptedException {
        for (int i = 0; i < count; i++) {
            String line = server.nextLineFor(client);
            if (!line.equals(BenchmarkServer.JOBS_REQUESTED)) {
                throw new IllegalStateException("the server says: " + line);
            }
        }
    }

    private static Ports ports(MeasuredProcess exporter) throws InterruptedException {
        Matcher found = PORTS.matcher(exporter.nextLine());
        while (!found.find()) {
            found.reset(exporter.nextLine());
        }
        return new Ports(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)));
    }

    /**
     * Polls as often as possible: a new cycle begins each second, and the exporter requests jobs again as soon as the
     * previous response has arrived.
     */
    private Path config(String port) throws IOException {
        return Files.writeString(directory.resolve("exporter.yaml"), """
                clusters:
                  - name: bench
                    slurm:
                      url: http://127.0.0.1:%s
                    kubernetes: {enabled: false}
                poll: {interval: 1s, dutyCycle: 1}
                prometheus: {host: 127.0.0.1, port: 0}
                api: {host: 127.0.0.1, port: 0}
                """.formatted(port));
    }
}
