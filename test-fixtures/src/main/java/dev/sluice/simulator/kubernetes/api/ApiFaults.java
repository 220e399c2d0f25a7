package dev.sluice.simulator.kubernetes.api;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** What is wrong with a simulated API server at the moment, in the answers of the real one. Safe for several threads. */
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

    /** Takes a right away; watches that are open stay open, as on the real server. */
    public synchronized void revoke(String verb, ResourceType type) {
        revoked.add(verb + " " + type);
    }

    public synchronized void grant(String verb, ResourceType type) {
        revoked.remove(verb + " " + type);
    }

    /**
     * As when the server is killed and started again: watches break off without a last chunk, versions from before are
     * too old to watch from, and the first answers of each path are 403 (roles not read yet), then 503 for groups and
     * 429 for objects.
     */
    public void restart() {
        synchronized (this) {
            starting = true;
            sinceStart.clear();
        }
        newWindow.run();
        watches.accept(Watches.Ending.CUT);
    }

    /** Ends all open watches as their timeout does. */
    public void endWatches() {
        watches.accept(Watches.Ending.TIMEOUT);
    }

    /** Breaks all open watches off, without a last chunk. */
    public void cutWatches() {
        watches.accept(Watches.Ending.CUT);
    }

    /** Sends an ERROR event to all open watches and ends them. */
    public void failWatches(int code, String reason, String message) {
        watches.accept(Watches.Ending.error(ApiException.other(code, reason, message)));
    }

    /** Whether watches end as soon as they have begun, without an event. */
    public synchronized void watchesEndAtOnce(boolean now) {
        watchesEndAtOnce = now;
    }

    /** Whether a watch from a version that is too old is answered with HTTP 410 instead of an ERROR event. */
    public synchronized void expiredAsStatus(boolean now) {
        expiredAsStatus = now;
    }

    synchronized boolean watchesEndAtOnce() {
        return watchesEndAtOnce;
    }

    synchronized boolean expiredAsStatus() {
        return expiredAsStatus;
    }

    /** Refuses a request for a group or for all groups, where it must. */
    void checkDiscovery(String path) throws ApiException {
        switch (answersSinceStart(path)) {
            case 0 -> throw ApiException.forbiddenPath(USER, path);
            case 1 -> throw ApiException.notInstalled();
            default -> {}
        }
    }

    /** Refuses a request for objects, where it must. */
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

    /** How often this was answered since the start; many for a server that did not start lately. */
    private synchronized int answersSinceStart(String what) {
        return starting
                ? Optional.ofNullable(sinceStart.put(what, sinceStart.getOrDefault(what, 0) + 1))
                        .orElse(0)
                : Integer.MAX_VALUE;
    }
}
