package dev.sluice.adapter.access;

import dev.sluice.adapter.access.AccessControl.Decision.Kind;
import dev.sluice.adapter.kubernetes.ApiServerFailure;
import dev.sluice.adapter.kubernetes.ApiServerRequests;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.function.Consumer;
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
    private final Consumer<String> unreviewed;

    /**
     * Creates an access control with empty caches.
     *
     * @param open paths that every client may read without a review
     * @param nanoTime as {@link System#nanoTime()}
     * @param unreviewed receives the reason, on one line, for each request that the API server did not review
     */
    public KubernetesAccessControl(
            ApiServerRequests requests,
            TrustWatch trust,
            Predicate<String> open,
            Clock clock,
            LongSupplier nanoTime,
            Consumer<String> unreviewed) {
        this(new Reviews(requests::create, nanoTime), trust::now, open, clock, unreviewed);
    }

    KubernetesAccessControl(
            Reviews reviews, Supplier<Trust> trust, Predicate<String> open, Clock clock, Consumer<String> unreviewed) {
        this.open = open;
        this.reviews = reviews;
        this.authenticator = new Authenticator(trust, clock, reviews);
        this.unreviewed = unreviewed;
    }

    @Override
    public Future<Decision> decide(AccessRequest request) {
        if (request.resource().isEmpty() && request.verb().equals("get") && open.test(request.path())) {
            return Future.succeededFuture(new Decision(Kind.ALLOWED, "anybody"));
        }
        return authenticator
                .identify(request)
                .compose(identity -> identity.user()
                        .map(user -> decide(user, request))
                        .orElseGet(() -> {
                            LOG.atDebug()
                                    .addKeyValue("failure", String.join("; ", identity.flaws()))
                                    .log("request is unauthorized");
                            return Future.succeededFuture(new Decision(Kind.UNKNOWN, "Unauthorized"));
                        }))
                .recover(this::undecided);
    }

    private Future<Decision> decide(User user, AccessRequest request) {
        if (user.groups().contains(User.MASTERS)) {
            return Future.succeededFuture(new Decision(Kind.ALLOWED, user.name()));
        }
        return reviews.verdict(user, request)
                .map(verdict -> verdict.allowed()
                        ? new Decision(Kind.ALLOWED, user.name())
                        : new Decision(Kind.DENIED, Refusal.of(user, request, verdict)));
    }

    private Future<Decision> undecided(Throwable failure) {
        if (!(failure instanceof ApiServerFailure unreviewable)) {
            return Future.failedFuture(failure);
        }
        String why = unreviewable.message();
        unreviewed.accept(why);
        return Future.succeededFuture(new Decision(Kind.UNDECIDED, "the authorization check failed: " + why));
    }
}
