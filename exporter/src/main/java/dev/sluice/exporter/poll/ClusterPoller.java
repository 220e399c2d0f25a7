package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.ClusterSnapshot;
import dev.sluice.exporter.model.Job;
import dev.sluice.exporter.model.Node;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Asks one cluster again and again. A cycle asks for nodes and partitions at once, for jobs when the nodes
 * have answered, for controllers when both have; a source that is still busy, or that was slow, sits cycles out.
 */
public final class ClusterPoller {

    private final Vertx vertx;
    private final LongSupplier nanoTime;
    private final PollPolicy policy;
    private final SourcePoll<?> nodes;
    private final SourcePoll<?> partitions;
    private final SourcePoll<?> jobs;
    private final SourcePoll<?> controllers;
    private final Context context;

    private ClusterSnapshot snapshot;
    private Optional<Observed<List<Node>>> nodesBeforeJobs = Optional.empty();
    private boolean stopped;
    private long timer = -1;

    /**
     * Prepares the polls of one cluster; {@link #start()} begins them.
     *
     * @param listener is told, on the event loop, of every good answer: the source that gave it and what is known now
     */
    public ClusterPoller(
            Vertx vertx,
            Time time,
            PollPolicy policy,
            String cluster,
            ClusterSource source,
            BiConsumer<SourceStatus, ClusterSnapshot> listener) {
        this.vertx = vertx;
        this.nanoTime = time.nanoTime();
        this.policy = policy;
        this.context = vertx.getOrCreateContext();
        this.snapshot = ClusterSnapshot.empty(cluster);
        PollPolicy cheap = policy.forCheapAnswers();
        this.nodes = new SourcePoll<>(cluster, "nodes", cheap, time, source::nodes, (status, value) -> {
            snapshot = snapshot.withNodes(value);
            listener.accept(status, snapshot);
        });
        this.partitions = new SourcePoll<>(cluster, "partitions", cheap, time, source::partitions, (status, value) -> {
            snapshot = snapshot.withPartitions(value);
            listener.accept(status, snapshot);
        });
        this.jobs = new SourcePoll<>(cluster, "jobs", policy, time, () -> jobsOf(source), (status, value) -> {
            snapshot = snapshot.withJobs(value, nodesBeforeJobs);
            listener.accept(status, snapshot);
        });
        this.controllers = new SourcePoll<>(cluster, "ping", cheap, time, source::controllers, (status, value) -> {
            snapshot = snapshot.withControllers(value);
            listener.accept(status, snapshot);
        });
    }

    /** Begins the first cycle. All requests are made on one context: Vert.x loses first chunks otherwise. */
    public void start() {
        context.runOnContext(unused -> cycle());
    }

    /** Begins no further cycle; requests under way end by their own deadlines or with the client. */
    public Future<Void> stop() {
        Promise<Void> done = Promise.promise();
        context.runOnContext(unused -> {
            stopped = true;
            vertx.cancelTimer(timer);
            done.complete();
        });
        return done.future();
    }

    /** Tells when the slurmctld in charge was started; on the event loop. */
    public void controllerStarted(Instant startedAt) {
        snapshot = snapshot.withControllerStartedAt(startedAt);
    }

    /** What is known now; on the event loop. */
    public ClusterSnapshot snapshot() {
        return snapshot;
    }

    /** The state of every source; from any thread. */
    public List<SourceStatus> statuses() {
        return List.of(nodes.status(), partitions.status(), jobs.status(), controllers.status());
    }

    private void cycle() {
        if (stopped) {
            return;
        }
        long start = nanoTime.getAsLong();
        Future<Void> nodesAsked = nodes.pollIfDue();
        Future<Void> partitionsAsked = partitions.pollIfDue();
        // Not waited for: while a long answer comes in, the others keep their own rhythm.
        nodesAsked.onComplete(unused -> ask(jobs));
        // After those whose answers tell whether ping's can be believed.
        Future.join(nodesAsked, partitionsAsked)
                .compose(unused -> ask(controllers))
                .onComplete(unused -> scheduleAfter(start));
    }

    private Future<Fetched<List<Job>>> jobsOf(ClusterSource source) {
        nodesBeforeJobs = snapshot.nodes();
        return source.jobs();
    }

    private Future<Void> ask(SourcePoll<?> source) {
        return stopped ? Future.succeededFuture() : source.pollIfDue();
    }

    private void scheduleAfter(long start) {
        if (stopped) {
            return;
        }
        long elapsed = (nanoTime.getAsLong() - start) / 1_000_000;
        long delay = Math.max(1, policy.interval().toMillis() - elapsed);
        timer = vertx.setTimer(delay, unused -> cycle());
    }
}
