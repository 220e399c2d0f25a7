package dev.sluice.simulator.kubernetes.api;

import static dev.sluice.simulator.kubernetes.api.Trees.member;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Identifies users by token and decides their rights, in TokenReviews and SubjectAccessReviews. */
final class Reviews {
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    void know(String name, boolean mayRead) {
        known.put(name, mayRead);
    }

    static boolean answers(String path) {
        return path.equals("/apis/authentication.k8s.io/v1/tokenreviews")
                || path.equals("/apis/authorization.k8s.io/v1/subjectaccessreviews");
    }

    Map<String, Object> answer(Map<String, Object> review) {
        Map<String, Object> spec = Trees.at(review, "spec");
        Map<String, Object> status = Trees.text(review, "kind").orElse("").equals("TokenReview")
                ? owner(Trees.text(spec, "token").orElse(""))
                : Trees.object(
                        "allowed", allowed(Trees.text(spec, "user").orElse("")).orElse(false));
        return Trees.with(Trees.with(review, "metadata", Trees.object()), "status", status);
    }

    private Map<String, Object> owner(String token) {
        String user = token.replaceFirst("\\..*", "");
        if (allowed(user).isEmpty()) {
            return Trees.object(member("user", Trees.object()), member("error", "invalid bearer token"));
        }
        return Trees.object(
                member("authenticated", true),
                member(
                        "user",
                        Trees.object(
                                member("username", user),
                                member("uid", "u-" + user),
                                member("groups", List.of("system:authenticated")))));
    }

    /** Returns the user's right; empty for an unknown user. */
    private Optional<Boolean> allowed(String user) {
        return Optional.ofNullable(known.get(user.replaceFirst("-.*", "")));
    }
}
