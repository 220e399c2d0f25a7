package dev.sluice.simulator;

import com.sun.net.httpserver.HttpExchange;
import dev.sluice.fixtures.LoopbackServer;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.simulator.rest.RestApi;
import dev.sluice.simulator.rest.RestApi.Fault;
import dev.sluice.simulator.rest.Timeline;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
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

    private final SimulatedCluster cluster;
    private final Clock clock;
    private final LoopbackServer server;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(LoopbackServer::daemon);
    private Optional<Fault> fault = Optional.empty();
    private volatile Timeline timeline = Timeline.asIs();
    private volatile Optional<String> token = Optional.empty();
    private double speed;
    private Instant movedAt;

    /** Serves the cluster on a port (0 for a free port); {@link #runAt} follows the given wall clock. */
    SimulatedSlurmrestd(SimulatedCluster cluster, int port, Clock clock) throws IOException {
        this.cluster = cluster;
        this.clock = clock;
        this.movedAt = clock.instant();
        this.server = new LoopbackServer(port, this::handle);
    }

    /** Serves the cluster on a free port, without authentication. Simulated time stands still. */
    public static SimulatedSlurmrestd start(SimulatedCluster cluster) throws IOException {
        return new SimulatedSlurmrestd(cluster, 0, Clock.systemUTC());
    }

    /** Returns the address: {@code http://127.0.0.1:PORT}. */
    public URI uri() {
        return server.uri();
    }

    /** Requires this token in every request from now on. */
    public SimulatedSlurmrestd requireToken(String required) {
        token = Optional.of(required);
        return this;
    }

    /**
     * Runs simulated time at this speed. From now on, served times are compressed by the same factor, and the wall
     * clock's present is served as the simulated present. Call this method only once.
     */
    synchronized SimulatedSlurmrestd runAt(double simulatedSecondsPerSecond) {
        speed = simulatedSecondsPerSecond;
        movedAt = clock.instant();
        timeline = new Timeline(cluster.controller().now(), movedAt.getEpochSecond(), speed);
        var unused = timer.scheduleAtFixedRate(this::follow, STEP.toMillis(), STEP.toMillis(), TimeUnit.MILLISECONDS);
        return this;
    }

    /** Converts a simulated time to the served time. */
    Instant show(Instant simulated) {
        return Instant.ofEpochSecond(timeline.show(simulated.getEpochSecond()));
    }

    private synchronized void follow() {
        Instant now = clock.instant();
        Duration passed = Duration.between(movedAt, now);
        movedAt = now;
        cluster.advance(Duration.ofMillis(Math.round(passed.toMillis() * speed)));
    }

    /** Advances simulated time immediately. */
    public synchronized void advance(Duration time) {
        cluster.advance(time);
    }

    /** Submits a job and returns the job id. The job can start with the next step of simulated time. */
    public synchronized int submit(JobRequest request) {
        return cluster.controller().submit(List.of(request));
    }

    /** Sets or clears a fault. slurm-operator works without slurmdbd, but not without slurmctld. */
    synchronized void failWith(Optional<Fault> next) {
        fault = next;
        cluster.kubernetes().ifPresent(k -> k.slurmrestdResponds(!next.equals(Optional.of(Fault.CONTROLLER_DOWN))));
    }

    @Override
    public void close() {
        timer.shutdownNow();
        server.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestURI().getPath().equals(FAULT)) {
                setFault(exchange);
            } else {
                answer(RestApi.Request.of(exchange)).send(exchange);
            }
        }
    }

    private synchronized RestApi.Answer answer(RestApi.Request request) {
        return new RestApi(cluster.controller(), cluster.statistics(), timeline, token, fault).answer(request);
    }

    private void setFault(HttpExchange exchange) throws IOException {
        String name = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Optional<Fault> named = Stream.of(Fault.values())
                .filter(known -> known.name().equalsIgnoreCase(name.strip()))
                .findFirst();
        boolean known = named.isPresent() || exchange.getRequestMethod().equals("DELETE");
        if (known) {
            failWith(named);
        }
        exchange.sendResponseHeaders(known ? 204 : 400, -1);
    }
}
