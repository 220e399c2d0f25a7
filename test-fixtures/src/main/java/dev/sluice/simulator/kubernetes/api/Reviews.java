package dev.sluice.simulator.kubernetes.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Responds to TokenReviews and SubjectAccessReviews. The user's token determines the response. In
 * SelfSubjectAccessReviews, the client has all permissions.
 */
final class Reviews {
    private static final String PATHS = "/apis/(authentication.k8s.io/v1/tokenreviews"
            + "|authorization.k8s.io/v1/(selfsubjectaccessreviews|subjectaccessreviews))";

    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    void know(String name, boolean mayRead) {
        known.put(name, mayRead);
    }

    static boolean answers(String path) {
        return path.matches(PATHS);
    }

    ObjectNode answer(ObjectNode review) {
        ObjectNode status = switch (review.path("kind").asText()) {
            case "TokenReview" -> owner(review.at("/spec/token").asText());
            case "SelfSubjectAccessReview" -> Trees.object("allowed", true);
            default ->
                Trees.object(
                        "allowed", allowed(review.at("/spec/user").asText()).orElse(false));
        };
        Trees.set(review, "", "metadata", Trees.object(), "status", status);
        return review;
    }

    private ObjectNode owner(String token) {
        String user = token.replaceFirst("\\..*", "");
        if (allowed(user).isEmpty()) {
            return Trees.object("user", Trees.object(), "error", "invalid bearer token");
        }
        ObjectNode info = Trees.object("username", user, "uid", "u-" + user, "groups", List.of("system:authenticated"));
        return Trees.object("authenticated", true, "user", info);
    }

    /** Returns true if the user's requests are granted; empty for an unknown user. */
    private Optional<Boolean> allowed(String user) {
        return Optional.ofNullable(known.get(user.replaceFirst("-.*", "")));
    }
}
