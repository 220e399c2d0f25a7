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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wants to hold a Lease, and holds it for as long as it can: does with the API server what an {@link Election} says. */
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
     * How it stands.
     *
     * @param tenure our tenure, which may have ended meanwhile
     * @param holder who holds the Lease, as far as we have seen; empty where nobody does
     * @param failure why the API server could not be asked, for people
     */
    private record View(Optional<Tenure> tenure, String holder, Optional<String> failure) {}

    /** What is done with an answer. */
    private interface OnAnswer {
        void accept(LeaseObject answer, long askedAt);
    }

    /**
     * A candidate; {@link #start()} begins.
     *
     * @param name the Lease
     * @param identity ours alone, also among our own processes of earlier days
     */
    public LeaseCandidate(
            Vertx vertx, Time time, KubernetesAccess access, ObjectName name, String identity, LeaseTerms terms) {
        this.vertx = vertx;
        this.time = time;
        this.name = name;
        this.terms = terms;
        this.client = new ApiClient(vertx, access, KubernetesSource.USER_AGENT, Timers.of(vertx, time.nanoTime()));
        this.leases =
                new KubernetesRequest.Resource("coordination.k8s.io", "v1", "leases", Optional.of(name.namespace()));
        this.context = vertx.getOrCreateContext();
        this.election = new Election(identity, terms, now());
    }

    public void start() {
        context.runOnContext(unused -> go());
    }

    /** Our tenure, if we hold the Lease at this moment; from any thread. */
    public Optional<Tenure> tenure() {
        return view.tenure().filter(tenure -> tenure.lasts(now()));
    }

    /** Who holds the Lease, as far as we have seen; empty where nobody does. From any thread. */
    public String holder() {
        return view.holder();
    }

    /** Why the API server could not be asked, where that is so; from any thread. */
    public Optional<String> failure() {
        return view.failure();
    }

    /**
     * Ends; from now on we hold nothing.
     *
     * @param release whether others are told, so that they need not wait for the Lease to lapse
     */
    public Future<Void> stop(boolean release) {
        Promise<Void> done = Promise.promise();
        context.runOnContext(unused -> {
            stopped = true;
            vertx.cancelTimer(timer);
            show();
            // What is under way decides which version a release must name.
            underway.otherwiseEmpty()
                    .compose(ended -> release ? release() : Future.succeededFuture())
                    // Where it fails, the Lease lapses.
                    .otherwiseEmpty()
                    .compose(ended -> client.close())
                    .onComplete(done);
        });
        return done.future();
    }

    private Future<Void> release() {
        return election.release(now(), time.clock().instant())
                .map(update -> exchange(
                        KubernetesRequest.update(leases, name.name(), json(update.version(), update.record())),
                        new LeaseObject()))
                .orElseGet(Future::succeededFuture);
    }

    private void go() {
        if (stopped) {
            return;
        }
        LeaseStep step = election.next(now(), time.clock().instant());
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

    private void ask(KubernetesRequest request, OnAnswer onAnswer) {
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
                    // Removed before our write came, or its whole namespace is not there.
                    election.outrun(now());
                    showFailure(failure.message());
                }
            }
            case REREAD -> {
                election.outrun(now());
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
                    .log("the lease cannot be read or written");
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
                    .log("the lease changes hands");
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
