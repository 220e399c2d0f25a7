package dev.sluice.exporter.kubernetes;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.poll.Time;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Acquires a Lease and renews the Lease for as long as possible, with fabric8's leader election. */
public final class LeaseCandidate {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseCandidate.class);
    private static final String GROUP = "coordination.k8s.io";
    private static final int CONFLICT = 409;

    private final Vertx vertx;
    private final Time time;
    private final KubernetesClient client;
    private final ObjectName name;
    private final Terms terms;
    private final Lock lock;
    private CompletableFuture<?> election = CompletableFuture.completedFuture(null);
    private long number;
    private volatile boolean stopped;
    private volatile boolean releases;
    private volatile Optional<Term> term = Optional.empty();
    private volatile String holder = "";
    private volatile Optional<String> failure = Optional.empty();

    /**
     * A period in which this process holds the Lease.
     *
     * @param until end of the term without a renewal, as in {@link System#nanoTime()}
     */
    private record Term(long number, long until) {}

    /**
     * The times of an election.
     *
     * @param duration time after a seen change during which no other process may take the Lease; in whole seconds
     * @param deadline time from the last granted renewal request until the holder stops; shorter than the duration
     * @param renewal time between two renewals, and between two reads of a Lease that another process holds
     */
    record Terms(Duration duration, Duration deadline, Duration renewal) {

        /**
         * The difference between duration and deadline is the maximum time of a CloudWatch request. Therefore, a
         * request of the old holder ends before the next holder starts.
         */
        static final Terms PUBLISHER =
                new Terms(Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(10));
    }

    /**
     * Creates a candidate; {@link #start()} starts the candidate.
     *
     * @param client client that {@link #stop} closes
     * @param name the Lease
     * @param identity identity of this process; no earlier process has used this identity
     */
    public LeaseCandidate(Vertx vertx, Time time, KubernetesClient client, ObjectName name, String identity) {
        this(vertx, time, client, name, identity, Terms.PUBLISHER);
    }

    LeaseCandidate(Vertx vertx, Time time, KubernetesClient client, ObjectName name, String identity, Terms terms) {
        this.vertx = vertx;
        this.time = time;
        this.client = client;
        this.name = name;
        this.terms = terms;
        this.lock = new Lock(identity);
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
                new LeaderCallbacks(() -> {}, () -> term = Optional.empty(), this::heldBy),
                true,
                lock.describe());
        election = client.leaderElector().withConfig(config).build().start();
        CompletableFuture<?> unusedNext = election.handle((unused, failed) -> {
            vertx.runOnContext(next -> start());
            return true;
        });
    }

    private void heldBy(@Nullable String now) {
        holder = now == null ? "" : now;
        LOG.atInfo()
                .addKeyValue("lease", name.namespace() + "/" + name.name())
                .addKeyValue("holder", holder)
                .log("lease holder changed");
    }

    /**
     * Returns the number of the current leadership term; empty if this process does not hold the Lease. Each term after
     * a loss of the Lease has the next number. Callable from any thread.
     */
    public OptionalLong term() {
        return term.filter(now -> !stopped && now.until() - time.nanoTime().getAsLong() > 0)
                .map(now -> OptionalLong.of(now.number()))
                .orElseGet(OptionalLong::empty);
    }

    /** Returns the last known holder; empty if no holder is known. Callable from any thread. */
    public String holder() {
        return holder;
    }

    /** Returns the reason why requests to the API server fail; empty if requests succeed. Callable from any thread. */
    public Optional<String> failure() {
        return failure;
    }

    /**
     * Stops the candidate. After this call, this process does not hold the Lease.
     *
     * @param release true to release the Lease, so that another process can take the Lease before the Lease expires
     */
    public synchronized Future<Void> stop(boolean release) {
        stopped = true;
        releases = release;
        CompletableFuture<?> running = election;
        return new BlockingCall<Void>("releasing the Lease", BlockingCall.DEADLINE, () -> {
                    // Releases the Lease on this thread. If the release fails, the Lease expires.
                    running.cancel(true);
                    client.close();
                    return null;
                })
                .result(vertx);
    }

    /**
     * A Lease whose times are those of this process' monotonic clock. fabric8 compares the Lease's times with the wall
     * clock, so two processes with different clocks could hold the Lease at once. This lock shows a renewal at the
     * moment at which this process first saw it, as client-go does. The holder's term counts from the moment at which
     * the holder <em>sent</em> the granted renewal, because other candidates cannot have seen the renewal earlier.
     */
    private final class Lock extends LeaseLock {

        private @Nullable Lease seen;
        private long seenAt;

        Lock(String identity) {
            super(name.namespace(), name.name(), identity);
        }

        @Override
        public synchronized @Nullable LeaderElectionRecord get(KubernetesClient client) {
            Lease lease = ask(
                    "get",
                    () -> client.leases()
                            .inNamespace(name.namespace())
                            .withName(name.name())
                            .get());
            Lease before = seen;
            if (before == null || lease == null || !Objects.equals(before.getSpec(), lease.getSpec())) {
                seenAt = time.nanoTime().getAsLong();
            }
            seen = lease;
            if (lease == null) {
                return null;
            }
            LeaseSpec spec = lease.getSpec() == null ? new LeaseSpec() : lease.getSpec();
            ZonedDateTime now = time.wall().instant().atZone(ZoneOffset.UTC);
            return new LeaderElectionRecord(
                    spec.getHolderIdentity() == null ? "" : spec.getHolderIdentity(),
                    spec.getLeaseDurationSeconds() == null
                            ? terms.duration()
                            : Duration.ofSeconds(spec.getLeaseDurationSeconds()),
                    spec.getAcquireTime() == null ? now : spec.getAcquireTime(),
                    now.minusNanos(time.nanoTime().getAsLong() - seenAt),
                    spec.getLeaseTransitions() == null ? 0 : spec.getLeaseTransitions());
        }

        @Override
        public synchronized void create(KubernetesClient client, LeaderElectionRecord record) {
            write(
                    "create",
                    record,
                    () -> client.resource(toResource(record, getObjectMeta(null)))
                            .create());
        }

        /** Keeps the labels of the Lease, and needs no right to patch. The version lets the API server refuse a lost race. */
        @Override
        public synchronized void update(KubernetesClient client, LeaderElectionRecord record) {
            if (record.getHolderIdentity() != null || releases) {
                Lease lease = new LeaseBuilder(Objects.requireNonNull(seen, "get is called first"))
                        .withSpec(toResource(record, getObjectMeta(null)).getSpec())
                        .build();
                write("update", record, () -> client.resource(lease).update());
            }
        }

        private void write(String verb, LeaderElectionRecord record, Supplier<Lease> request) {
            long askedAt = time.nanoTime().getAsLong();
            ask(verb, request);
            number += term().isPresent() ? 0 : 1;
            term = identity().equals(record.getHolderIdentity())
                    ? Optional.of(new Term(number, askedAt + terms.deadline().toNanos()))
                    : Optional.empty();
        }

        private <T extends @Nullable Object> T ask(String verb, Supplier<T> request) {
            try {
                T answer = request.get();
                failure = Optional.empty();
                return answer;
            } catch (KubernetesClientException e) {
                if (e.getCode() == CONFLICT) {
                    term = Optional.empty();
                } else {
                    failed(reason(verb, e));
                }
                throw e;
            }
        }

        private String reason(String verb, KubernetesClientException e) {
            Resource leases = new Resource(GROUP, "v1", "leases", Optional.of(name.namespace()));
            return (e.getCode() > 0
                            ? ApiFailure.refused(e.getCode(), verb, leases, "", "")
                            : ApiFailure.of(e.getCause() == null ? e : e.getCause()))
                    .message();
        }

        private void failed(String message) {
            if (!failure.equals(Optional.of(message))) {
                LOG.atWarn()
                        .addKeyValue("lease", name.namespace() + "/" + name.name())
                        .addKeyValue("failure", message)
                        .log("cannot read or write the lease");
            }
            failure = Optional.of(message);
        }
    }
}
