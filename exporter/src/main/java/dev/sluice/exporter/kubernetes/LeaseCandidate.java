package dev.sluice.exporter.kubernetes;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.poll.Time;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Acquires a Lease and renews the Lease for as long as possible, with fabric8's leader election. */
public final class LeaseCandidate {

    private final Vertx vertx;
    private final KubernetesClient client;
    private final LeaseTerms terms;
    private final LeaseLock lock;
    private CompletableFuture<?> election = CompletableFuture.completedFuture(null);
    private boolean stopped;

    /**
     * Creates a candidate; {@link #start()} starts the candidate.
     *
     * @param client client that {@link #stop} closes
     * @param name the Lease
     * @param identity identity of this process; no earlier process has used this identity
     */
    public LeaseCandidate(
            Vertx vertx, Time time, KubernetesClient client, ObjectName name, String identity, LeaseTerms terms) {
        this.vertx = vertx;
        this.client = client;
        this.terms = terms;
        this.lock = new LeaseLock(time, name, identity, terms);
    }

    /** Starts an election. An election ends when this process loses the Lease. */
    public synchronized void start() {
        if (stopped) {
            return;
        }
        LeaderElectionConfig config = new LeaderElectionConfig(
                lock,
                terms.duration(),
                terms.deadline(),
                terms.renewal(),
                new LeaderCallbacks(() -> {}, lock::lost, holder -> {}),
                true,
                lock.describe());
        election = client.leaderElector().withConfig(config).build().start();
        CompletableFuture<?> unusedNext = election.handle((unused, failure) -> {
            vertx.runOnContext(next -> start());
            return true;
        });
    }

    /** Returns the current leadership term; empty if this process does not hold the Lease. Callable from any thread. */
    public Optional<Tenure> tenure() {
        return lock.tenure();
    }

    /** Returns the last known holder; empty if no holder is known. Callable from any thread. */
    public String holder() {
        return lock.holder();
    }

    /** Returns the reason why requests to the API server fail; empty if requests succeed. Callable from any thread. */
    public Optional<String> failure() {
        return lock.failure();
    }

    /**
     * Stops the candidate. After this call, this process does not hold the Lease.
     *
     * @param release true to release the Lease, so that another process can take the Lease before the Lease expires
     */
    public synchronized Future<Void> stop(boolean release) {
        stopped = true;
        lock.stop(release);
        CompletableFuture<?> running = election;
        return new BlockingCall<Void>("releasing the Lease", BlockingCall.DEADLINE, () -> {
                    // Releases the Lease on this thread. If the release fails, the Lease expires.
                    running.cancel(true);
                    client.close();
                    return null;
                })
                .result(vertx);
    }
}
