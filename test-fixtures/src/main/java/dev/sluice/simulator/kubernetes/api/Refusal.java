package dev.sluice.simulator.kubernetes.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** A request that the API server refuses with a Status object. The messages are those of the real API server. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final transient ObjectNode status;

    private Refusal(int code, String reason, String message, Optional<ObjectNode> details) {
        super(message);
        this.code = code;
        this.status = Trees.object("kind", "Status", "apiVersion", "v1", "metadata", Trees.object());
        Trees.set(status, "", "status", "Failure", "message", message, "reason", reason, "details", details);
        Trees.set(status, "", "code", code);
    }

    Refusal(int code, String reason, String message) {
        this(code, reason, message, Optional.empty());
    }

    static Refusal notFound(ApiRequest request) {
        String name = request.type().plural();
        String group = request.type().group();
        String message = name + (group.isEmpty() ? "" : "." + group) + " \"" + request.name() + "\" not found";
        ObjectNode details = Trees.object("name", request.name(), "group", group, "kind", name);
        return new Refusal(404, "NotFound", message, Optional.of(details));
    }

    /** Returns the object of a watch's error event. */
    static Refusal expiredWatch(long asked, long oldest) {
        return new Refusal(410, "Expired", "too old resource version: " + asked + " (" + oldest + ")");
    }

    int code() {
        return code;
    }

    ObjectNode status() {
        return status;
    }
}
