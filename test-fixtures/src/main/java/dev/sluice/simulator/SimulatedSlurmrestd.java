package dev.sluice.simulator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.simulator.cluster.ClusterView;
import dev.sluice.simulator.cluster.Timeline;
import dev.sluice.simulator.rest.Answer;
import dev.sluice.simulator.rest.Fault;
import dev.sluice.simulator.rest.Faults;
import dev.sluice.simulator.rest.HttpExchanges;
import dev.sluice.simulator.rest.RestApi;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Serves a {@link SimulatedCluster} on loopback like slurmrestd 26.05. Simulated time stands still, and times are
 * served unchanged, until {@link #runAt} is called. Thread-safe.
 */
public final class SimulatedSlurmrestd implements AutoCloseable {
    private static final Duration STEP = Duration.ofMillis(250);

    /**
     * The path that sets a fault (PUT, with the name of the fault) and clears the fault (DELETE). The real slurmrestd
     * has no such path.
     */
    private static final String FAULT = "/simulator/fault";

    private record Snapshot(ClusterView view, Timeline timeline, Optional<String> token) {}

    private final SimulatedCluster cluster;
    private final Clock clock;
    private final HttpServer server;
    private final ExecutorService workers = Executors.newCachedThreadPool(SimulatedSlurmrestd::daemon);
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(SimulatedSlurmrestd::daemon);
    private final Map<String, Integer> requests = new ConcurrentHashMap<>();
    private final Faults faults = new Faults();
    private final Object lock = new Object();
    private volatile Snapshot snapshot;
    private double speed;
    private Instant movedAt;

    private SimulatedSlurmrestd(SimulatedCluster cluster, int port, Clock clock) throws IOException {
        this.cluster = cluster;
        this.clock = clock;
        this.movedAt = clock.instant();
        this.snapshot = new Snapshot(cluster.view(), Timeline.asIs(), Optional.empty());
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
        server.setExecutor(workers);
        server.createContext("/", this::handle);
        server.createContext(FAULT, this::setFault);
    }

    /** Serves the cluster on a free port, without authentication. Simulated time stands still. */
    public static SimulatedSlurmrestd start(SimulatedCluster cluster) throws IOException {
        return start(cluster, 0, Clock.systemUTC());
    }

    /** Serves the cluster on a port (0 for a free port); {@link #runAt} follows the given wall clock. */
    public static SimulatedSlurmrestd start(SimulatedCluster cluster, int port, Clock clock) throws IOException {
        SimulatedSlurmrestd restd = new SimulatedSlurmrestd(cluster, port, clock);
        restd.server.start();
        return restd;
    }

    /** Returns the address: {@code http://127.0.0.1:PORT}. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Requires this token in every request from now on. */
    public SimulatedSlurmrestd requireToken(String token) {
        synchronized (lock) {
            snapshot = new Snapshot(snapshot.view(), snapshot.timeline(), Optional.of(token));
        }
        return this;
    }

    /**
     * Runs simulated time at this speed. From now on, served times are compressed by the same factor, and the wall
     * clock's present is served as the simulated present. Call this method only once.
     */
    SimulatedSlurmrestd runAt(double simulatedSecondsPerSecond) {
        synchronized (lock) {
            speed = simulatedSecondsPerSecond;
            movedAt = clock.instant();
            show(Timeline.compressed(cluster.now(), movedAt, speed));
        }
        var unused = timer.scheduleAtFixedRate(this::follow, STEP.toMillis(), STEP.toMillis(), TimeUnit.MILLISECONDS);
        return this;
    }

    /** Converts a simulated time to the served time. */
    Instant show(Instant simulated) {
        return Instant.ofEpochSecond(snapshot.timeline().show(simulated.getEpochSecond()));
    }

    private void follow() {
        synchronized (lock) {
            Instant now = clock.instant();
            Duration passed = Duration.between(movedAt, now);
            movedAt = now;
            cluster.advance(Duration.ofMillis(Math.round(passed.toMillis() * speed)));
            show(snapshot.timeline());
        }
    }

    /** Advances simulated time immediately. */
    public void advance(Duration time) {
        change(c -> {
            c.advance(time);
            return c.now();
        });
    }

    /** Changes the cluster, and serves the changed cluster. */
    <T> T change(Function<SimulatedCluster, T> action) {
        synchronized (lock) {
            T result = action.apply(cluster);
            show(snapshot.timeline());
            return result;
        }
    }

    private void show(Timeline timeline) {
        snapshot = new Snapshot(cluster.view(), timeline, snapshot.token());
    }

    public int submit(JobRequest request) {
        return change(c -> c.submit(request));
    }

    public void drain(String node, String reason, String by) {
        change(c -> {
            c.drain(node, reason, by);
            return node;
        });
    }

    /** Returns the served state. */
    public ClusterView view() {
        return snapshot.view();
    }

    /** Sets a fault. slurm-operator works without slurmdbd, but not without slurmrestd and slurmctld. */
    void failWith(Fault fault) {
        faults.set(fault);
        cluster.kubernetes().ifPresent(k -> k.slurmrestdResponds(fault == Fault.DATABASE_DOWN));
    }

    /** Clears the fault and responds to hanging requests. */
    void heal() {
        faults.clear();
        cluster.kubernetes().ifPresent(k -> k.slurmrestdResponds(true));
    }

    /** Returns the number of requests for a path, such as {@code /slurm/v0.0.45/jobs/}. */
    public int requests(String path) {
        return requests.getOrDefault(path, 0);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        faults.clear();
        server.stop(0);
        workers.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        requests.merge(exchange.getRequestURI().getPath(), 1, Integer::sum);
        try (exchange) {
            Optional<Fault> fault = faults.awaitUnlessHanging();
            Snapshot shown = snapshot;
            Answer answer = fault.flatMap(Faults::answer)
                    .orElseGet(() -> RestApi.answer(
                            HttpExchanges.request(exchange),
                            new RestApi.World(shown.view(), shown.timeline(), shown.token(), fault)));
            HttpExchanges.send(exchange, answer, fault.equals(Optional.of(Fault.TRUNCATED_BODY)));
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void setFault(HttpExchange exchange) throws IOException {
        String name = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Optional<Fault> fault = Stream.of(Fault.values())
                .filter(known -> known.name().equalsIgnoreCase(name.strip()))
                .findFirst();
        boolean heals = exchange.getRequestMethod().equals("DELETE");
        if (heals) {
            heal();
        } else {
            fault.ifPresent(this::failWith);
        }
        try (exchange) {
            exchange.sendResponseHeaders(heals || fault.isPresent() ? 204 : 400, -1);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "simulated-slurmrestd");
        thread.setDaemon(true);
        return thread;
    }
}
