package dev.sluice.simulator.kubernetes.api;

import static dev.sluice.simulator.kubernetes.api.Trees.member;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Responds to TokenReviews and SubjectAccessReviews. The user's token determines the response. In
 * SelfSubjectAccessReviews, the client has all permissions, except permissions that a fault revokes.
 */
final class Reviews {
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();
    private final ApiFaults faults;

    Reviews(ApiFaults faults) {
        this.faults = faults;
    }

    void know(String name, boolean mayRead) {
        known.put(name, mayRead);
    }

    static boolean answers(String path) {
        return path.equals("/apis/authentication.k8s.io/v1/tokenreviews")
                || path.equals("/apis/authorization.k8s.io/v1/subjectaccessreviews")
                || path.equals("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews");
    }

    Map<String, Object> answer(Map<String, Object> review) {
        Map<String, Object> spec = Trees.at(review, "spec");
        Map<String, Object> status = switch (Trees.text(review, "kind").orElse("")) {
            case "TokenReview" -> owner(Trees.text(spec, "token").orElse(""));
            case "SelfSubjectAccessReview" -> Trees.object("allowed", own(Trees.at(spec, "resourceAttributes")));
            default ->
                Trees.object(
                        "allowed", allowed(Trees.text(spec, "user").orElse("")).orElse(false));
        };
        return Trees.with(Trees.with(review, "metadata", Trees.object()), "status", status);
    }

    private boolean own(Map<String, Object> attributes) {
        return faults.granted(
                Trees.text(attributes, "verb").orElse(""),
                Trees.text(attributes, "group").orElse(""),
                Trees.text(attributes, "resource").orElse(""));
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

    /** Returns true if the user's requests are granted; empty for an unknown user. */
    private Optional<Boolean> allowed(String user) {
        return Optional.ofNullable(known.get(user.replaceFirst("-.*", "")));
    }
}
