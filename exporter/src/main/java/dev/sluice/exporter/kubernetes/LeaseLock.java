package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.kubernetes.decode.KubeObject;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.poll.Time;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Lease whose times are those of this process' monotonic clock. fabric8's leader election compares the Lease's times
 * with the wall clock, so two processes with different clocks could hold the Lease at once. This lock shows a renewal
 * at the moment at which this process first saw it, as client-go does. The holder's term counts from the moment at which
 * the holder <em>sent</em> the granted renewal, because other candidates cannot have seen the renewal earlier.
 */
final class LeaseLock implements Lock {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseLock.class);

    private static final int CONFLICT = 409;

    private final LongSupplier nanoTime;
    private final Clock wall;
    private final ObjectName name;
    private final String identity;
    private final LeaseTerms terms;

    private @Nullable Lease seen;
    private long seenAt;
    private long tenures;
    // Other threads read the state without waiting for a request.
    private volatile boolean stopped;
    private volatile boolean releases;
    private volatile Optional<Tenure> tenure = Optional.empty();
    private volatile String holder = "";
    private volatile Optional<String> failure = Optional.empty();

    LeaseLock(Time time, ObjectName name, String identity, LeaseTerms terms) {
        this.nanoTime = time.nanoTime();
        this.wall = time.wall();
        this.name = name;
        this.identity = identity;
        this.terms = terms;
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
            seenAt = nanoTime.getAsLong();
        }
        seen = lease;
        if (lease == null) {
            return null;
        }
        LeaseSpec spec = lease.getSpec();
        holder(spec == null ? null : spec.getHolderIdentity());
        if (!holder.equals(identity)) {
            tenure = Optional.empty();
        }
        ZonedDateTime now = wall.instant().atZone(ZoneOffset.UTC);
        return new LeaderElectionRecord(
                holder,
                spec == null || spec.getLeaseDurationSeconds() == null || spec.getLeaseDurationSeconds() <= 0
                        ? terms.duration()
                        : Duration.ofSeconds(spec.getLeaseDurationSeconds()),
                spec == null || spec.getAcquireTime() == null ? now : spec.getAcquireTime(),
                now.minusNanos(nanoTime.getAsLong() - seenAt),
                spec == null || spec.getLeaseTransitions() == null ? 0 : spec.getLeaseTransitions());
    }

    @Override
    public synchronized void create(KubernetesClient client, LeaderElectionRecord record) {
        Lease lease = new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(name.namespace())
                .withName(name.name())
                .endMetadata()
                .withSpec(spec(record))
                .build();
        write("create", record, () -> client.resource(lease).create());
    }

    /** Keeps the labels and annotations of the Lease. Its version lets the API server refuse a lost race. */
    @Override
    public synchronized void update(KubernetesClient client, LeaderElectionRecord record) {
        if (record.getHolderIdentity() == null && !releases) {
            return;
        }
        Lease lease = new LeaseBuilder(Objects.requireNonNull(seen, "get is called first"))
                .withSpec(spec(record))
                .build();
        write("update", record, () -> client.resource(lease).update());
    }

    private static LeaseSpec spec(LeaderElectionRecord record) {
        return new LeaseBuilder()
                .withNewSpec()
                .withHolderIdentity(record.getHolderIdentity())
                .withLeaseDurationSeconds((int) record.getLeaseDuration().toSeconds())
                .withAcquireTime(record.getAcquireTime())
                .withRenewTime(record.getRenewTime())
                .withLeaseTransitions(record.getLeaderTransitions())
                .endSpec()
                .build()
                .getSpec();
    }

    private void write(String verb, LeaderElectionRecord record, Supplier<Lease> request) {
        long askedAt = nanoTime.getAsLong();
        seen = ask(verb, request);
        seenAt = nanoTime.getAsLong();
        holder(record.getHolderIdentity());
        tenures += tenure().isPresent() ? 0 : 1;
        tenure = holder.equals(identity)
                ? Optional.of(new Tenure(tenures, askedAt + terms.deadline().toNanos()))
                : Optional.empty();
    }

    private <T extends @Nullable Object> T ask(String verb, Supplier<T> request) {
        try {
            T answer = request.get();
            failure = Optional.empty();
            return answer;
        } catch (KubernetesClientException e) {
            if (e.getCode() == CONFLICT) {
                tenure = Optional.empty();
            } else {
                failed(reason(verb, e));
            }
            throw e;
        }
    }

    private String reason(String verb, KubernetesClientException e) {
        Resource leases = new Resource("coordination.k8s.io", "v1", "leases", Optional.of(name.namespace()));
        return (e.getCode() > 0
                        ? ApiFailure.refused(
                                e.getCode(), verb, leases, KubeObject.of(KubernetesApi.JSON.createObjectNode()), "")
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

    private void holder(@Nullable String now) {
        String next = now == null ? "" : now;
        if (!next.equals(holder)) {
            LOG.atInfo()
                    .addKeyValue("lease", name.namespace() + "/" + name.name())
                    .addKeyValue("holder", next)
                    .log("lease holder changed");
        }
        holder = next;
    }

    /** Ends the term. */
    void lost() {
        tenure = Optional.empty();
    }

    /**
     * Ends the term for good.
     *
     * @param release false to let the Lease expire
     */
    void stop(boolean release) {
        stopped = true;
        releases = release;
    }

    Optional<Tenure> tenure() {
        return tenure.filter(term -> !stopped && term.lasts(nanoTime.getAsLong()));
    }

    String holder() {
        return holder;
    }

    Optional<String> failure() {
        return failure;
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public String describe() {
        return "Lease " + name.namespace() + "/" + name.name();
    }
}
