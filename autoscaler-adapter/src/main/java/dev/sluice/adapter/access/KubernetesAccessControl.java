package dev.sluice.adapter.access;

import dev.sluice.adapter.kubernetes.FailureMessage;
import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.ApiFailure;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits clients that the Kubernetes API server authenticates and authorizes. Refuses other clients with the API
 * server's messages.
 */
public final class KubernetesAccessControl implements AccessControl {

    private static final Logger LOG = LoggerFactory.getLogger(KubernetesAccessControl.class);

    private final Predicate<String> open;
    private final Authenticator authenticator;
    private final Reviews reviews;
    private final AccessEvents events;

    /**
     * Creates an access control with empty caches.
     *
     * @param open paths that every client may read without a review
     * @param nanoTime as {@link System#nanoTime()}
     */
    public KubernetesAccessControl(
            ApiClient client,
            TrustWatch trust,
            Predicate<String> open,
            Clock clock,
            LongSupplier nanoTime,
            AccessEvents events) {
        this(new Reviews(client::json, nanoTime), trust::now, open, clock, events);
    }

    KubernetesAccessControl(
            Reviews reviews, Supplier<Trust> trust, Predicate<String> open, Clock clock, AccessEvents events) {
        this.open = open;
        this.reviews = reviews;
        this.authenticator = new Authenticator(trust, clock, reviews);
        this.events = events;
    }

    @Override
    public Future<Decision> decide(AccessRequest request) {
        if (request.resource().isEmpty() && request.verb().equals("get") && open.test(request.path())) {
            return Future.succeededFuture(new Decision.Allowed("anybody"));
        }
        return authenticator
                .identify(request)
                .compose(identity -> identity.user()
                        .map(user -> decide(user, request))
                        .orElseGet(() -> {
                            LOG.atDebug()
                                    .addKeyValue("failure", String.join("; ", identity.flaws()))
                                    .log("request is unauthorized");
                            return Future.succeededFuture(new Decision.Unknown("Unauthorized"));
                        }))
                .recover(this::undecided);
    }

    private Future<Decision> decide(User user, AccessRequest request) {
        if (user.groups().contains(User.MASTERS)) {
            return Future.succeededFuture(new Decision.Allowed(user.name()));
        }
        return reviews.verdict(user, request)
                .map(verdict -> verdict.allowed()
                        ? new Decision.Allowed(user.name())
                        : new Decision.Denied(Refusal.of(user, request, verdict)));
    }

    private Future<Decision> undecided(Throwable failure) {
        if (!(failure instanceof ApiFailure)) {
            return Future.failedFuture(failure);
        }
        events.reviewFailed(FailureMessage.of(failure));
        return Future.succeededFuture(
                new Decision.Undecided("the authorization check failed: " + FailureMessage.of(failure)));
    }
}
