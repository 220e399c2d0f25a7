package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.ApiExchange;
import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.common.kubernetes.KubernetesAccess;
import dev.sluice.common.kubernetes.KubernetesRequest;
import dev.sluice.common.kubernetes.Timers;
import dev.sluice.exporter.kubernetes.decode.FieldReader;
import dev.sluice.exporter.kubernetes.lease.Election;
import dev.sluice.exporter.kubernetes.lease.LeaseRecord;
import dev.sluice.exporter.kubernetes.lease.LeaseStep;
import dev.sluice.exporter.kubernetes.lease.LeaseTerms;
import dev.sluice.exporter.kubernetes.lease.Tenure;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.poll.Time;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.function.ObjLongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acquires a Lease and renews the Lease for as long as possible. Executes the steps of an {@link Election} on the API
 * server.
 */
public final class LeaseCandidate {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseCandidate.class);

    private final Vertx vertx;
    private final Time time;
    private final ObjectName name;
    private final LeaseTerms terms;
    private final ApiClient client;
    private final KubernetesRequest.Resource leases;
    private final Context context;
    private final Election election;

    private LeaseObject newest = new LeaseObject();
    private Future<Void> underway = Future.succeededFuture();
    private long timer;
    private boolean stopped;
    private volatile View view = new View(Optional.empty(), "", Optional.empty());

    /**
     * The state for other threads.
     *
     * @param tenure newest leadership term of this process; the term may have ended
     * @param holder last known holder; empty if no holder is known
     * @param failure reason why requests to the API server fail, as a sentence for people
     */
    private record View(Optional<Tenure> tenure, String holder, Optional<String> failure) {}

    /**
     * Creates a candidate; {@link #start()} starts the candidate.
     *
     * @param name the Lease
     * @param identity identity of this process; no earlier process has used this identity
     */
    public LeaseCandidate(
            Vertx vertx, Time time, KubernetesAccess access, ObjectName name, String identity, LeaseTerms terms) {
        this.vertx = vertx;
        this.time = time;
        this.name = name;
        this.terms = terms;
        this.client = new ApiClient(vertx, access, KubernetesSource.USER_AGENT, Timers.of(vertx, time.nanoTime()));
        this.leases = resource(name);
        this.context = vertx.getOrCreateContext();
        this.election = new Election(identity, terms, now());
    }

    static KubernetesRequest.Resource resource(ObjectName lease) {
        return new KubernetesRequest.Resource("coordination.k8s.io", "v1", "leases", Optional.of(lease.namespace()));
    }

    public void start() {
        context.runOnContext(unused -> go());
    }

    /** Returns the current leadership term; empty if this process does not hold the Lease. Callable from any thread. */
    public Optional<Tenure> tenure() {
        return view.tenure().filter(tenure -> tenure.lasts(now()));
    }

    /** Returns the last known holder; empty if no holder is known. Callable from any thread. */
    public String holder() {
        return view.holder();
    }

    /** Returns the reason why requests to the API server fail; empty if requests succeed. Callable from any thread. */
    public Optional<String> failure() {
        return view.failure();
    }

    /**
     * Stops the candidate. After this call, this process does not hold the Lease.
     *
     * @param release true to release the Lease, so that another process can take the Lease before the Lease expires
     */
    public Future<Void> stop(boolean release) {
        Promise<Void> done = Promise.promise();
        context.runOnContext(unused -> {
            stopped = true;
            vertx.cancelTimer(timer);
            show();
            // Wait for the running request, because its response has the version that the release needs.
            underway.otherwiseEmpty()
                    .compose(ended -> release ? release() : Future.succeededFuture())
                    // If the release fails, the Lease expires.
                    .otherwiseEmpty()
                    .compose(ended -> client.close())
                    .onComplete(done);
        });
        return done.future();
    }

    private Future<Void> release() {
        return election.release(now(), time.wall().instant())
                .map(update -> exchange(
                        KubernetesRequest.update(leases, name.name(), json(update.version(), update.record())),
                        new LeaseObject()))
                .orElseGet(Future::succeededFuture);
    }

    private void go() {
        if (stopped) {
            return;
        }
        LeaseStep step = election.next(now(), time.wall().instant());
        if (step instanceof LeaseStep.Wait wait) {
            timer = vertx.setTimer(Math.max(1, wait.time().plusMillis(1).toMillis()), unused -> go());
        } else if (step instanceof LeaseStep.Create create) {
            ask(KubernetesRequest.create(leases, json("", create.record())), this::granted);
        } else if (step instanceof LeaseStep.Update update) {
            ask(KubernetesRequest.update(leases, name.name(), json(update.version(), update.record())), this::granted);
        } else {
            ask(KubernetesRequest.get(leases, name.name()), (answer, askedAt) -> election.read(answer.stored(), now()));
        }
    }

    private void granted(LeaseObject answer, long askedAt) {
        election.granted(answer.stored(), askedAt, now());
    }

    private void ask(KubernetesRequest request, ObjLongConsumer<LeaseObject> onAnswer) {
        long askedAt = now();
        LeaseObject answer = new LeaseObject();
        underway = exchange(request, answer).onComplete(done -> {
            if (done.succeeded()) {
                newest = answer;
                onAnswer.accept(answer, askedAt);
                show();
            } else {
                failed(request, done.cause());
            }
            go();
        });
    }

    private void failed(KubernetesRequest request, Throwable cause) {
        if (!(cause instanceof ApiFailure failure)) {
            election.unanswered(now());
            showFailure(String.valueOf(cause.getMessage()));
            return;
        }
        boolean reading = request.verb().equals("get");
        switch (failure.remedy()) {
            case REDISCOVER -> {
                if (reading) {
                    newest = new LeaseObject();
                    election.readNone(now());
                    view.failure().ifPresentOrElse(this::showFailure, this::show);
                } else {
                    // Somebody removed the Lease, or its namespace, before this write.
                    election.conflict(now());
                    showFailure(failure.message());
                }
            }
            case REREAD -> {
                election.conflict(now());
                show();
            }
            case RETRY, RELIST, GRANT -> {
                election.unanswered(now());
                showFailure(failure.message());
            }
        }
    }

    private void show() {
        show(new View(tenureNow(), election.holder(), Optional.empty()));
    }

    private void showFailure(String message) {
        View failing = new View(tenureNow(), election.holder(), Optional.of(message));
        if (!failing.failure().equals(view.failure())) {
            LOG.atWarn()
                    .addKeyValue("lease", name.namespace() + "/" + name.name())
                    .addKeyValue("failure", message)
                    .log("cannot read or write the lease");
        }
        show(failing);
    }

    private Optional<Tenure> tenureNow() {
        return stopped ? Optional.empty() : election.tenure(now());
    }

    private void show(View now) {
        View before = view;
        view = now;
        if (!before.holder().equals(view.holder())) {
            LOG.atInfo()
                    .addKeyValue("lease", name.namespace() + "/" + name.name())
                    .addKeyValue("holder", view.holder())
                    .log("lease holder changed");
        }
    }

    private Future<Void> exchange(KubernetesRequest request, LeaseObject into) {
        var limits = new ApiExchange.Limits(terms.retry(), Duration.ZERO);
        return client.send(request, limits, new FieldReader(LeaseObject.tree(), into), () -> {})
                .end()
                .mapEmpty();
    }

    private String json(String version, LeaseRecord record) {
        return newest.with(name, version, record);
    }

    private long now() {
        return time.nanoTime().getAsLong();
    }
}
