package dev.sluice.adapter.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.adapter.access.AccessRequest.ResourceAttributes;
import dev.sluice.adapter.kubernetes.ApiServerFailure;
import dev.sluice.adapter.kubernetes.Members;
import dev.sluice.common.tls.Sha256;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Reviews tokens and access at the API server, and caches the responses for ten seconds. */
final class Reviews {

    private static final String AUTHENTICATION = "authentication.k8s.io/v1";
    private static final String AUTHORIZATION = "authorization.k8s.io/v1";
    private static final Duration KEEP = Duration.ofSeconds(10);
    private static final int MAX_TOKENS = 1024;
    private static final int MAX_USER = 16 << 10;
    private static final int MAX_VERDICTS = 8192;
    private static final int MAX_REASON = 2 << 10;

    private final Sender sender;
    private final ReviewCache<Optional<User>> users;
    private final ReviewCache<Verdict> verdicts;

    /**
     * The authorizer's decision.
     *
     * @param reason readable reason; often empty
     */
    record Verdict(boolean allowed, String reason) {}

    /** Sends small requests to the API server. */
    interface Sender {

        /** Returns the response to a new object; fails with {@link ApiServerFailure}. */
        Future<JsonObject> create(String path, JsonObject object);
    }

    Reviews(Sender sender, LongSupplier nanoTime) {
        this.sender = sender;
        this.users =
                new ReviewCache<>(KEEP, MAX_TOKENS, user -> user.map(User::size).orElse(0) <= MAX_USER, nanoTime);
        this.verdicts = new ReviewCache<>(
                KEEP, MAX_VERDICTS, verdict -> verdict.reason().length() <= MAX_REASON, nanoTime);
    }

    /** Returns the user of a token; empty for an invalid token. Fails if the API server does not review the token. */
    Future<Optional<User>> user(String token) {
        return users.get(
                digest(token),
                () -> review(AUTHENTICATION, "TokenReview", new JsonObject().put("token", token))
                        .map(Reviews::user));
    }

    private static Optional<User> user(JsonObject status) {
        if (!Members.holds(status, "authenticated")) {
            return Optional.empty();
        }
        JsonObject user = Members.object(status, "user").orElseGet(JsonObject::new);
        JsonObject extra = Members.object(user, "extra").orElseGet(JsonObject::new);
        Map<String, List<String>> values = new LinkedHashMap<>();
        extra.fieldNames().forEach(name -> values.put(name, Members.texts(extra, name)));
        return Members.text(user, "username")
                .filter(name -> !name.isEmpty())
                .map(name ->
                        new User(name, Members.text(user, "uid").orElse(""), Members.texts(user, "groups"), values));
    }

    /** Returns the decision on a user's request. Fails if the API server does not review the request. */
    Future<Verdict> verdict(User user, AccessRequest request) {
        JsonObject spec = spec(user, request);
        return verdicts.get(digest(spec.encode()), () -> verdict(spec));
    }

    private Future<Verdict> verdict(JsonObject spec) {
        return review(AUTHORIZATION, "SubjectAccessReview", spec)
                .map(status -> new Verdict(
                        Members.holds(status, "allowed") && !Members.holds(status, "denied"),
                        Members.text(status, "reason").orElse("")));
    }

    private static JsonObject spec(User user, AccessRequest request) {
        JsonObject spec = new JsonObject();
        request.resource()
                .ifPresentOrElse(
                        resource -> spec.put("resourceAttributes", attributes(resource, request.verb())),
                        () -> spec.put(
                                "nonResourceAttributes",
                                new JsonObject().put("path", request.path()).put("verb", request.verb())));
        spec.put("user", user.name());
        if (!user.groups().isEmpty()) {
            spec.put("groups", new JsonArray(user.groups()));
        }
        if (!user.extra().isEmpty()) {
            JsonObject extra = new JsonObject();
            user.extra().forEach((name, values) -> extra.put(name, new JsonArray(values)));
            spec.put("extra", extra);
        }
        putUnlessEmpty(spec, "uid", user.uid());
        return spec;
    }

    private static JsonObject attributes(ResourceAttributes resource, String verb) {
        JsonObject attributes = new JsonObject();
        putUnlessEmpty(attributes, "namespace", resource.namespace());
        putUnlessEmpty(attributes, "verb", verb);
        putUnlessEmpty(attributes, "group", resource.group());
        putUnlessEmpty(attributes, "version", resource.version());
        putUnlessEmpty(attributes, "resource", resource.resource());
        putUnlessEmpty(attributes, "subresource", resource.subresource());
        putUnlessEmpty(attributes, "name", resource.name());
        return attributes;
    }

    private static void putUnlessEmpty(JsonObject object, String name, String value) {
        if (!value.isEmpty()) {
            object.put(name, value);
        }
    }

    private Future<JsonObject> review(String apiVersion, String kind, JsonObject spec) {
        JsonObject review =
                new JsonObject().put("apiVersion", apiVersion).put("kind", kind).put("spec", spec);
        String path = "/apis/" + apiVersion + "/" + kind.toLowerCase(Locale.ROOT) + "s";
        return sender.create(path, review)
                .compose(answer -> Members.object(answer, "status")
                        .filter(unused ->
                                Members.text(answer, "kind").orElse("").equals(kind))
                        .map(Future::succeededFuture)
                        .orElseGet(() -> Future.failedFuture(new ApiServerFailure(
                                "the Kubernetes API server answered a " + kind + " with something else"))));
    }

    /**
     * Returns the key of a cache entry. The key is a digest, because the cache must not contain tokens or long paths.
     * Any client that reaches the port can request thousands of paths of maximum length.
     */
    private static String digest(String text) {
        return Sha256.hex(text.getBytes(UTF_8));
    }
}
