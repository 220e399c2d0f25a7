package dev.sluice.simulator.kubernetes.api;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The current faults of a simulated API server. The responses are those of the real API server. Thread-safe. */
public final class ApiFaults {
    private static final String USER = "jane";

    private final Consumer<Watches.Ending> watches;
    private final Runnable newWindow;
    private final Set<String> revoked = new HashSet<>();
    private final Map<String, Integer> sinceStart = new HashMap<>();
    private boolean starting;
    private boolean watchesEndAtOnce;
    private boolean expiredAsStatus;

    ApiFaults(Consumer<Watches.Ending> watches, Runnable newWindow) {
        this.watches = watches;
        this.newWindow = newWindow;
    }

    /** Revokes a permission; open watches stay open, as on the real server. */
    public synchronized void revoke(String verb, ResourceType type) {
        revoked.add(verb + " " + type);
    }

    public synchronized void grant(String verb, ResourceType type) {
        revoked.remove(verb + " " + type);
    }

    /** Returns true unless the permission is revoked. */
    synchronized boolean granted(String verb, String group, String plural) {
        return ResourceType.named(group, plural).noneMatch(type -> revoked.contains(verb + " " + type));
    }

    /**
     * Simulates a server that was killed and restarted. Watches break without a last chunk. A watch cannot start at an
     * earlier version. The first responses for each path are 403 (roles not read yet), then 503 for groups and 429 for
     * objects.
     */
    public void restart() {
        synchronized (this) {
            starting = true;
            sinceStart.clear();
        }
        newWindow.run();
        watches.accept(Watches.Ending.CUT);
    }

    /** Ends all open watches in the same way as their timeout. */
    public void endWatches() {
        watches.accept(Watches.Ending.TIMEOUT);
    }

    /** Sends an ERROR event to all open watches, and ends these watches. */
    public void failWatches(int code, String reason, String message) {
        watches.accept(Watches.Ending.error(ApiException.other(code, reason, message)));
    }

    /** Makes watches end immediately, without an event. */
    public synchronized void watchesEndAtOnce(boolean now) {
        watchesEndAtOnce = now;
    }

    /** Makes watches from an expired version fail with HTTP 410 instead of an ERROR event. */
    public synchronized void expiredAsStatus(boolean now) {
        expiredAsStatus = now;
    }

    synchronized boolean watchesEndAtOnce() {
        return watchesEndAtOnce;
    }

    synchronized boolean expiredAsStatus() {
        return expiredAsStatus;
    }

    /** Refuses a discovery request if a fault requires a refusal. */
    void checkDiscovery(String path) throws ApiException {
        switch (answersSinceStart(path)) {
            case 0 -> throw ApiException.forbiddenPath(USER, path);
            case 1 -> throw ApiException.notInstalled();
            default -> {}
        }
    }

    /** Refuses a request for objects if a fault requires a refusal. */
    void check(String verb, ApiRequest request) throws ApiException {
        boolean forbidden;
        synchronized (this) {
            forbidden = revoked.contains(verb + " " + request.type());
        }
        int before = answersSinceStart(
                verb + " " + request.type() + " " + request.key().position());
        if (forbidden || before == 0) {
            throw ApiException.forbidden(USER, verb, request);
        }
        if (before == 1) {
            throw ApiException.initializing();
        }
    }

    /** Returns the number of responses since the restart; {@link Integer#MAX_VALUE} if the server did not restart. */
    private synchronized int answersSinceStart(String what) {
        return starting
                ? Optional.ofNullable(sinceStart.put(what, sinceStart.getOrDefault(what, 0) + 1))
                        .orElse(0)
                : Integer.MAX_VALUE;
    }
}
