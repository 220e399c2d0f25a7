package dev.sluice.adapter.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.common.tls.Sha256;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewSpec;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewSpecBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewStatus;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewStatusBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Reviews tokens and access at the API server, and caches the responses for ten seconds. */
final class Reviews {

    private static final Duration KEEP = Duration.ofSeconds(10);

    /** A user takes up to the size of a response, 256 KiB; most clients come through the front proxy, without a token. */
    private static final int MAX_USERS = 64;

    private static final int MAX_VERDICTS = 1024;

    /** Maximum kept characters of an authorizer's reason. */
    private static final int MAX_REASON = 2 << 10;

    private final Sender sender;
    private final ReviewCache<Optional<UserInfo>> users;
    private final ReviewCache<SubjectAccessReviewStatus> verdicts;

    /** Sends small requests to the API server. */
    interface Sender {
        /** Returns the response to a new object; fails with {@link ApiServerFailure}. */
        <T extends HasMetadata> Future<T> create(T object, Class<T> type);
    }

    Reviews(Sender sender, LongSupplier nanoTime) {
        this.sender = sender;
        this.users = new ReviewCache<>(KEEP, MAX_USERS, nanoTime);
        this.verdicts = new ReviewCache<>(KEEP, MAX_VERDICTS, nanoTime);
    }

    /** Returns the user of a token; empty for an invalid token. Fails if the API server does not review the token. */
    Future<Optional<UserInfo>> user(String token) {
        return users.get(digest(token), () -> {
            TokenReview review = new TokenReviewBuilder()
                    .withNewSpec()
                    .withToken(token)
                    .endSpec()
                    .build();
            return sender.create(review, TokenReview.class)
                    .compose(answer -> Optional.ofNullable(answer.getStatus())
                            .map(Future::succeededFuture)
                            .orElseGet(() -> missing("TokenReview")))
                    .map(status -> Optional.ofNullable(status.getUser())
                            .filter(user -> Boolean.TRUE.equals(status.getAuthenticated())
                                    && user.getUsername() != null
                                    && !user.getUsername().isEmpty()));
        });
    }

    /** Returns the decision on a user's request. Fails if the API server does not review the request. */
    Future<SubjectAccessReviewStatus> verdict(UserInfo user, AccessRequest request) {
        SubjectAccessReviewSpecBuilder builder = new SubjectAccessReviewSpecBuilder()
                .withUser(user.getUsername())
                .withUid(user.getUid())
                .withGroups(user.getGroups())
                .withExtra(user.getExtra());
        SubjectAccessReviewSpec spec = request.resource()
                .map(builder::withResourceAttributes)
                .orElseGet(() -> builder.withNewNonResourceAttributes()
                        .withPath(request.path())
                        .withVerb(request.verb())
                        .endNonResourceAttributes())
                .build();
        return verdicts.get(
                digest(Serialization.asJson(spec)),
                () -> sender.create(
                                new SubjectAccessReviewBuilder().withSpec(spec).build(), SubjectAccessReview.class)
                        .compose(answer -> Optional.ofNullable(answer.getStatus())
                                .map(Future::succeededFuture)
                                .orElseGet(() -> missing("SubjectAccessReview")))
                        .map(Reviews::kept));
    }

    private static SubjectAccessReviewStatus kept(SubjectAccessReviewStatus status) {
        String reason = Optional.ofNullable(status.getReason()).orElse("");
        return new SubjectAccessReviewStatusBuilder()
                .withAllowed(status.getAllowed())
                .withDenied(status.getDenied())
                .withReason(reason.substring(0, Math.min(MAX_REASON, reason.length())))
                .build();
    }

    private static <T> Future<T> missing(String kind) {
        return Future.failedFuture(
                new ApiServerFailure("the Kubernetes API server answered a " + kind + " with something else"));
    }

    /** Returns the key of a cache entry: a digest, because the cache must not contain tokens or long paths. */
    private static String digest(String text) {
        return Sha256.hex(text.getBytes(UTF_8));
    }
}
