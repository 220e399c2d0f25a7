package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Sends queries to an adapter in a separate process, like 1,000 HPAs for 1,000 NodeSets: at the usual rate of HPAs.
 * Checks each response.
 */
final class AdapterBenchmark {

    private static final int NODE_SETS = 1000;
    private static final Duration SYNC = Duration.ofSeconds(15);
    private static final int CONNECTIONS = 8;
    private static final int WARM_UP = 20_000;
    private static final int PACED_ROUNDS = 2;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MAX_MEGABYTES = 128;
    private static final Pattern PORT = Pattern.compile("adapter serves.* port=(\\d+) metrics_port=\\d+");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;
    private final long pid;

    private AdapterBenchmark(int port, long pid) {
        this.port = port;
        this.pid = pid;
    }

    /**
     * Runs the benchmark.
     *
     * @param arguments the adapter's jar, and the file with the JVM options
     */
    public static void main(String[] arguments) throws Exception {
        try (FakeExporter exporter = FakeExporter.answering(200, document())) {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            Files.readAllLines(Path.of(arguments[1])).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(command::add);
            command.addAll(List.of("-jar", arguments[0], "--exporter=" + exporter.url(), "--max-age=10h"));
            command.addAll(List.of("--insecure-http", "--auth=off", "--listen=127.0.0.1", "--drain=0s"));
            command.addAll(List.of("--port=0", "--metrics-port=0"));
            Process adapter =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            boolean met;
            try (BufferedReader log = adapter.inputReader()) {
                met = new AdapterBenchmark(port(log), adapter.pid()).measure();
            } finally {
                adapter.destroy();
                adapter.waitFor(1, TimeUnit.MINUTES);
            }
            System.exit(met ? 0 : 1);
        }
    }

    private static int port(BufferedReader log) throws IOException {
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            Matcher matcher = PORT.matcher(line);
            if (matcher.find()) {
                return Integer.parseInt(matcher.group(1));
            }
        }
        throw new IOException("the adapter ended before it served");
    }

    private static byte[] document() {
        String nodeSets = IntStream.range(0, NODE_SETS)
                .mapToObj(i -> "{\"namespace\":\"slurm\",\"name\":\"set-" + i + "\",\"kind\":\"NodeSet\","
                        + "\"apiVersion\":\"slinky.slurm.net/v1beta1\",\"desired\":" + (i + 1)
                        + ",\"replicas\":1,\"pendingNodes\":0}")
                .collect(Collectors.joining(","));
        return ("{\"version\":1,\"clusters\":[{\"cluster\":\"research\",\"observedAt\":\"2026-11-20T08:00:00Z\","
                        + "\"ageSeconds\":1,\"publishing\":true,\"nodeSets\":[" + nodeSets + "]}]}")
                .getBytes(UTF_8);
    }

    private boolean measure() throws Exception {
        while (ask(0).statusCode() != 200) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        print("idle: RSS", megabytes("VmRSS"), "MB");
        run(WARM_UP, Duration.ZERO);

        double cpuBefore = cpuSeconds();
        int paced = PACED_ROUNDS * NODE_SETS;
        print("1000 HPAs", run(paced, SYNC.dividedBy(NODE_SETS)));
        print("1000 HPAs: CPU", (cpuSeconds() - cpuBefore) / (PACED_ROUNDS * SYNC.toSeconds()), "of a core");

        double peak = megabytes("VmHWM");
        print("peak RSS (at most " + (int) MAX_MEGABYTES + ")", peak, "MB");
        return peak <= MAX_MEGABYTES;
    }

    /**
     * Sends the given number of requests, and returns the sorted latencies in nanoseconds. One request starts per
     * interval, or immediately after the previous response.
     */
    private long[] run(int requests, Duration interval) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            long begin = System.nanoTime();
            List<Future<long[]>> parts = new ArrayList<>();
            for (int thread = 0; thread < CONNECTIONS; thread++) {
                int first = thread;
                parts.add(threads.submit(() -> part(first, requests, begin, interval.toNanos())));
            }
            List<long[]> times = new ArrayList<>();
            for (Future<long[]> part : parts) {
                times.add(part.get());
            }
            return times.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        } finally {
            threads.shutdown();
        }
    }

    private long[] part(int first, int requests, long begin, long interval) throws Exception {
        long[] times = new long[(requests - first + CONNECTIONS - 1) / CONNECTIONS];
        for (int i = 0; i < times.length; i++) {
            int request = first + i * CONNECTIONS;
            long due = begin + request * interval;
            // Measures each latency from the scheduled time, so that the wait behind a slow request is included.
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
            long start = interval == 0 ? System.nanoTime() : due;
            int nodeSet = request % NODE_SETS;
            String body = ask(nodeSet).body();
            times[i] = System.nanoTime() - start;
            String value = nodeSet == NODE_SETS - 1 ? "1k" : Integer.toString(nodeSet + 1);
            if (!body.contains("\"value\":\"" + value + "\"}]}")) {
                throw new IllegalStateException("a wrong answer for set-" + nodeSet + ": " + body);
            }
        }
        return times;
    }

    private HttpResponse<String> ask(int nodeSet) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + port + AdapterFixture.EXTERNAL
                + "/namespaces/slurm/slurm_nodeset_desired_replicas?labelSelector=cluster%3Dresearch%2Cnodeset%3Dset-"
                + nodeSet);
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    private double megabytes(String line) throws IOException {
        for (String status : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
            if (status.startsWith(line + ":")) {
                return Long.parseLong(status.replaceAll("[^0-9]", "")) / 1024.0;
            }
        }
        throw new IOException("/proc has no " + line);
    }

    private double cpuSeconds() {
        return ProcessHandle.of(pid)
                        .flatMap(process -> process.info().totalCpuDuration())
                        .orElseThrow()
                        .toNanos()
                / NANOS_PER_SECOND;
    }

    private static void print(String what, long[] times) {
        print(what + ": p50", times[times.length / 2] / NANOS_PER_MILLI, "ms");
        print(what + ": p99", times[times.length / 100 * 99] / NANOS_PER_MILLI, "ms");
        print(what + ": longest", times[times.length - 1] / NANOS_PER_MILLI, "ms");
    }

    private static void print(String what, double value, String unit) {
        System.out.printf(Locale.ROOT, "%-45s %12.3f %s%n", what, value, unit);
    }
}
