package dev.sluice.simulator.kubernetes.api;

import static dev.sluice.simulator.kubernetes.api.Trees.member;

import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The token that names the start of the next page of a list, in the form of the real server.
 *
 * @param version version of the list; -1 for the current version
 * @param after namespace and name, joined by a slash, of the last object before the page
 */
record ContinueToken(long version, String after) {
    private static final String FORM = "meta.k8s.io/v1";

    static ContinueToken after(long version, ObjectKey key) {
        return new ContinueToken(version, key.position());
    }

    static ContinueToken parse(String text) throws ApiException {
        try {
            byte[] decoded = Base64.getUrlDecoder().decode(text);
            Map<String, Object> token = Json.parse(decoded);
            String start = Trees.text(token, "start").orElse("");
            long version = Trees.number(token, "rv").orElse(0L);
            if (Trees.text(token, "v").filter(FORM::equals).isPresent() && start.endsWith("\0") && version != 0) {
                return new ContinueToken(version, start.substring(0, start.length() - 1));
            }
        } catch (IllegalArgumentException | IOException unreadable) {
            throw ApiException.badRequest(
                    "invalid continue token: continue key is not valid: " + unreadable.getMessage());
        }
        throw ApiException.badRequest("invalid continue token: continue key is not valid: it is not of this server");
    }

    String text() {
        Map<String, Object> token =
                Trees.object(member("v", FORM), member("rv", version), member("start", after + "\0"));
        byte[] json = Json.bytes(token, UnaryOperator.<Instant>identity());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json);
    }

    ContinueToken ofCurrent() {
        return new ContinueToken(-1, after);
    }
}
