package dev.sluice.exporter.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Starts an exporter for a {@link TiledCluster} that pushes by OTLP, and measures each push. */
final class PushBenchmark {

    private static final int WARM_UP_PUSHES = 3;
    private static final Duration INTERVAL = Duration.ofSeconds(3);
    /** The requests of one push follow each other immediately. Between two pushes, there is a pause. */
    private static final long PAUSE_NANOS = INTERVAL.toNanos() / 4;

    private final Java java;
    private final Path directory;
    private final Path jobs;
    private final Path nodes;

    PushBenchmark(Java java, Path directory, Path jobs, Path nodes) {
        this.java = java;
        this.directory = directory;
        this.jobs = jobs;
        this.nodes = nodes;
    }

    /**
     * The measurements of a push. Each value is the median of several pushes.
     *
     * @param requests number of requests
     * @param bytes size of the bodies of all requests
     * @param millis time from the first request to the last response
     */
    record Push(double requests, double bytes, double millis) {}

    /** Measures some pushes after the warm-up. */
    Push of(String compression, int pushes) throws IOException, InterruptedException {
        try (PushReceiver receiver = new PushReceiver();
                MeasuredProcess server = java.server(BenchmarkServer.class, jobs.toString(), nodes.toString());
                MeasuredProcess exporter = java.exporter(config(server.nextLine(), receiver.port(), compression))) {
            List<List<PushReceiver.Request>> rounds = rounds(receiver);
            // The last push can be incomplete.
            while (whole(rounds).size() < WARM_UP_PUSHES + pushes) {
                exporter.skipLines();
                Thread.sleep(INTERVAL.toMillis());
                rounds = rounds(receiver);
            }
            return median(whole(rounds).subList(WARM_UP_PUSHES, WARM_UP_PUSHES + pushes));
        }
    }

    private static <T> List<T> whole(List<T> rounds) {
        return rounds.subList(0, Math.max(0, rounds.size() - 1));
    }

    private static List<List<PushReceiver.Request>> rounds(PushReceiver receiver) {
        List<List<PushReceiver.Request>> rounds = new ArrayList<>();
        long before = 0;
        for (PushReceiver.Request request : receiver.requests()) {
            if (rounds.isEmpty() || request.begunAt() - before > PAUSE_NANOS) {
                rounds.add(new ArrayList<>());
            }
            rounds.get(rounds.size() - 1).add(request);
            before = request.answeredAt();
        }
        return rounds;
    }

    private static Push median(List<List<PushReceiver.Request>> rounds) {
        List<Double> requests = new ArrayList<>();
        List<Double> bytes = new ArrayList<>();
        List<Double> millis = new ArrayList<>();
        for (List<PushReceiver.Request> round : rounds) {
            requests.add((double) round.size());
            bytes.add(round.stream().mapToDouble(PushReceiver.Request::bytes).sum());
            long end = round.get(round.size() - 1).answeredAt();
            millis.add((end - round.get(0).begunAt()) / 1e6);
        }
        return new Push(Medians.median(requests), Medians.median(bytes), Medians.median(millis));
    }

    private Path config(String port, int receiver, String compression) throws IOException {
        return Files.writeString(directory.resolve("exporter-push.yaml"), """
                clusters:
                  - name: bench
                    slurm:
                      url: http://127.0.0.1:%s
                prometheus: {host: 127.0.0.1, port: 0}
                api: {host: 127.0.0.1, port: 0}
                otlp:
                  enabled: true
                  endpoint: http://127.0.0.1:%d
                  interval: %ds
                  compression: %s
                """.formatted(
                        port, receiver, INTERVAL.toSeconds(), compression));
    }
}
