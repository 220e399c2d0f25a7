package dev.sluice.exporter.benchmark;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.kubernetes.KubeconfigFile;
import dev.sluice.simulator.kubernetes.KubernetesOptions;
import dev.sluice.simulator.kubernetes.SimulatedKubernetes;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Measures an exporter beside clients that request {@code /api/v1/demand?explain=true}: clients that request again as
 * soon as they may, clients that read one byte per second, and clients that leave in the middle of a response.
 */
final class ExplainBenchmark {

    private static final int READERS = 100;
    private static final int SLOW_READERS = 10;
    private static final int LEAVING_READERS = 10;

    private static final int PATIENCE_SECONDS = 120;
    private static final int POLLS = 3;
    private static final int REQUESTS = 200;
    private static final int BUFFER = 1 << 14;
    private static final int SMALL_BUFFER = 1 << 12;
    private static final int OK = 200;

    private static final byte[] REQUEST =
            "GET /api/v1/demand?explain=true HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".getBytes(US_ASCII);
    private static final int STATUS_AT = "HTTP/1.1 ".length();
    private static final int STATUS_END = STATUS_AT + 3;

    private final PollBenchmark.Ports ports;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger complete = new AtomicInteger();

    private ExplainBenchmark(PollBenchmark.Ports ports) {
        this.ports = ports;
    }

    /**
     * The measurements of one exporter.
     *
     * @param megabytes size of one response
     * @param seconds time of one response without other clients
     * @param alone times without other clients
     * @param beside times beside the readers
     * @param besideAll times beside all clients
     * @param peakMegabytes peak resident memory of the exporter
     */
    record Result(double megabytes, double seconds, Times alone, Times beside, Times besideAll, double peakMegabytes) {}

    /**
     * The times during some polls.
     *
     * @param health requests for /livez
     * @param scrapes scrapes with gzip
     * @param secondsBetweenPolls median time between two requests for the jobs
     * @param responses complete responses to readers
     */
    record Times(ScrapeTimes health, ScrapeTimes scrapes, double secondsBetweenPolls, int responses) {}

    /** Measures an exporter with Kubernetes. */
    static Result of(PollBenchmark polling, Path directory) throws IOException, InterruptedException {
        SimulatedKubernetes kubernetes = SimulatedCluster.quietOnKubernetes(Instant.now(), KubernetesOptions.USUAL)
                .kubernetes()
                .orElseThrow();
        Path kubeconfig = directory.resolve("kubeconfig");
        List<Result> results = new ArrayList<>();
        try (SimulatedApiServer api = kubernetes.serve(0)) {
            KubeconfigFile.write(kubeconfig, api.uri());
            polling.on(kubeconfig)
                    .beside((exporter, server, ports) ->
                            results.add(new ExplainBenchmark(ports).result(exporter, server)));
        }
        return results.get(0);
    }

    private Result result(MeasuredProcess exporter, MeasuredProcess server) throws IOException, InterruptedException {
        awaitDemand();
        long start = System.nanoTime();
        long bytes = explain();
        double seconds = (System.nanoTime() - start) / 1e9;
        Times alone = times(exporter, server);
        ExecutorService clients = Executors.newCachedThreadPool();
        try {
            start(clients, READERS, this::readAgain);
            Times beside = times(exporter, server);
            start(clients, SLOW_READERS, this::readSlowly);
            start(clients, LEAVING_READERS, this::leave);
            Times besideAll = times(exporter, server);
            return new Result(bytes / 1e6, seconds, alone, beside, besideAll, exporter.peakMegabytes());
        } finally {
            over.set(true);
            clients.shutdownNow();
        }
    }

    /** A client, which sends one request. */
    private interface Client {
        void run() throws IOException, InterruptedException;
    }

    private void start(ExecutorService clients, int count, Client client) {
        for (int i = 0; i < count; i++) {
            clients.execute(() -> {
                while (!over.get()) {
                    try {
                        client.run();
                    } catch (IOException e) {
                        // The exporter ended the response at its deadline.
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        return;
                    }
                }
            });
        }
    }

    /** Measures all times at the same time. */
    private Times times(MeasuredProcess exporter, MeasuredProcess server) throws IOException, InterruptedException {
        int before = complete.get();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<ScrapeTimes> health = threads.submit(times(ports.api(), "/livez"));
            Future<ScrapeTimes> scrapes = threads.submit(times(ports.metrics(), "/metrics"));
            double between = secondsBetweenPolls(exporter, server);
            return new Times(health.get(), scrapes.get(), between, complete.get() - before);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<ScrapeTimes> times(int port, String path) {
        return () -> ScrapeTimes.of(URI.create("http://127.0.0.1:" + port + path), "gzip", REQUESTS);
    }

    private static double secondsBetweenPolls(MeasuredProcess exporter, MeasuredProcess server)
            throws InterruptedException {
        List<Double> seconds = new ArrayList<>();
        server.skipLines();
        server.nextLineFor(exporter);
        for (int poll = 0; poll < POLLS; poll++) {
            long start = System.nanoTime();
            server.nextLineFor(exporter);
            seconds.add((System.nanoTime() - start) / 1e9);
            exporter.skipLines();
        }
        return Medians.median(seconds);
    }

    /** Waits until the exporter has computed the demand from the first response on jobs. */
    private void awaitDemand() throws IOException, InterruptedException {
        for (int second = 0; second < PATIENCE_SECONDS; second++) {
            try (Socket socket = connect(BUFFER)) {
                if (status(socket) == OK) {
                    return;
                }
            }
            TimeUnit.SECONDS.sleep(1);
        }
        throw new IOException("no demand for " + PATIENCE_SECONDS + " s");
    }

    /** Reads one response, and returns its size. */
    private long explain() throws IOException {
        try (Socket socket = connect(BUFFER)) {
            if (status(socket) != OK) {
                throw new IOException("no explanation");
            }
            return read(socket, Long.MAX_VALUE);
        }
    }

    /** Reads one response. After a refusal, waits as long as the exporter requests. */
    private void readAgain() throws IOException, InterruptedException {
        boolean answered;
        try (Socket socket = connect(BUFFER)) {
            answered = status(socket) == OK;
            read(socket, Long.MAX_VALUE);
        }
        if (answered) {
            complete.incrementAndGet();
        } else {
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private void readSlowly() throws IOException, InterruptedException {
        try (Socket socket = connect(SMALL_BUFFER)) {
            while (socket.getInputStream().read() >= 0) {
                TimeUnit.SECONDS.sleep(1);
            }
        }
    }

    private void leave() throws IOException, InterruptedException {
        boolean answered;
        try (Socket socket = connect(BUFFER)) {
            answered = status(socket) == OK;
            read(socket, BUFFER);
        }
        if (!answered) {
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private Socket connect(int buffer) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(buffer);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.api()));
        socket.getOutputStream().write(REQUEST);
        return socket;
    }

    private static int status(Socket socket) throws IOException {
        byte[] line = socket.getInputStream().readNBytes(STATUS_END);
        if (line.length < STATUS_END) {
            throw new EOFException("no status");
        }
        return Integer.parseInt(new String(line, STATUS_AT, STATUS_END - STATUS_AT, US_ASCII));
    }

    /** Reads to the end of the response or to a number of bytes, and returns the number of read bytes. */
    private static long read(Socket socket, long atMost) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] buffer = new byte[BUFFER];
        long bytes = 0;
        for (int length = in.read(buffer); length >= 0 && bytes < atMost; length = in.read(buffer)) {
            bytes += length;
        }
        return bytes;
    }
}
