package dev.sluice.adapter.access;

import dev.sluice.adapter.access.AccessControl.Decision.Kind;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewStatus;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Admits clients that the Kubernetes API server authenticates and authorizes. Refuses other clients with the API
 * server's messages.
 */
public final class KubernetesAccessControl implements AccessControl {

    private static final String MASTERS = "system:masters";

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
        this(new Reviews(requests, nanoTime), trust::now, open, clock, unreviewed);
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
                .compose(user -> user.map(known -> decide(known, request))
                        .orElseGet(() -> Future.succeededFuture(new Decision(Kind.UNKNOWN, "Unauthorized"))))
                .recover(this::undecided);
    }

    private Future<Decision> decide(UserInfo user, AccessRequest request) {
        if (user.getGroups().contains(MASTERS)) {
            return Future.succeededFuture(new Decision(Kind.ALLOWED, user.getUsername()));
        }
        return reviews.verdict(user, request)
                .map(verdict -> Boolean.TRUE.equals(verdict.getAllowed()) && !Boolean.TRUE.equals(verdict.getDenied())
                        ? new Decision(Kind.ALLOWED, user.getUsername())
                        : new Decision(Kind.DENIED, refusal(user.getUsername(), request, verdict)));
    }

    private Future<Decision> undecided(Throwable failure) {
        if (!(failure instanceof ApiServerFailure unreviewable)) {
            return Future.failedFuture(failure);
        }
        String why = unreviewable.message();
        unreviewed.accept(why);
        return Future.succeededFuture(new Decision(Kind.UNDECIDED, "the authorization check failed: " + why));
    }

    /** Returns the message in the words of k8s.io/apiserver, because users know these messages. */
    static String refusal(String user, AccessRequest request, SubjectAccessReviewStatus verdict) {
        String sentence = request.resource()
                .map(resource -> resource.getResource() + "." + resource.getGroup() + name(resource)
                        + " is forbidden: User \"" + user + "\" cannot " + request.verb() + " resource \""
                        + resource.getResource() + subresource(resource) + "\" in API group \"" + resource.getGroup()
                        + "\" in the namespace \"" + resource.getNamespace() + "\"")
                .orElseGet(() -> "forbidden: User \"" + user + "\" cannot " + request.verb() + " path \""
                        + request.path() + "\"");
        String reason = Optional.ofNullable(verdict.getReason()).orElse("");
        return reason.isEmpty() ? sentence : sentence + ": " + reason;
    }

    private static String name(ResourceAttributes resource) {
        return resource.getName() == null ? "" : " \"" + resource.getName() + "\"";
    }

    private static String subresource(ResourceAttributes resource) {
        return resource.getSubresource() == null ? "" : "/" + resource.getSubresource();
    }
}
