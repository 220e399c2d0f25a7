package dev.sluice.exporter.slurm.squeue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * The requests that one call of {@code scontrol show job} shows. If this call does not show a job, or shows a job with
 * two requests, a separate call shows only this job, so that the output contains no text of other users.
 */
final class ShownRequests implements ScontrolRecords.Listener {

    /** Maximum number of separate calls. Each call takes about 10 ms. */
    static final int MAX_SEPARATE_CALLS = 32;

    private final LongFunction<Optional<ShownRequest>> separateCall;
    private final String unreadBecause;
    private final boolean read;
    private final Map<Long, ShownRequest> byId = new HashMap<>();
    private final Set<Long> contradictory = new HashSet<>();
    /** Few requests differ in these values, so equal requests share an object. */
    private final Map<ShownRequest, ShownRequest> shared = new HashMap<>();

    private int separateCalls;
    private int unknown;
    private long lastUnknown;

    /**
     * Creates an empty list.
     *
     * @param separateCall shows the request of the job with this JobId; empty if the job is unknown
     */
    ShownRequests(LongFunction<Optional<ShownRequest>> separateCall) {
        this(true, "", separateCall);
    }

    private ShownRequests(boolean read, String unreadBecause, LongFunction<Optional<ShownRequest>> separateCall) {
        this.read = read;
        this.unreadBecause = unreadBecause;
        this.separateCall = separateCall;
    }

    /**
     * Returns a list that knows no request.
     *
     * @param because the problem to report; empty if nobody needs the requests
     */
    static ShownRequests unread(String because) {
        return new ShownRequests(false, because, id -> Optional.empty());
    }

    @Override
    public void request(long id, ShownRequest request) {
        ShownRequest kept = shared.computeIfAbsent(request, same -> same);
        ShownRequest other = byId.putIfAbsent(id, kept);
        if (other != null && !other.equals(kept)) {
            contradictory.add(id);
        }
    }

    /** Returns the request of the pending job with this JobId; empty if the request is not known for certain. */
    Optional<ShownRequest> of(long id) {
        if (!read) {
            return Optional.empty();
        }
        ShownRequest shown = byId.get(id);
        if (shown != null && !contradictory.contains(id)) {
            return Optional.of(shown);
        }
        Optional<ShownRequest> request =
                ++separateCalls <= MAX_SEPARATE_CALLS ? separateCall.apply(id) : Optional.empty();
        if (request.isEmpty()) {
            unknown++;
            lastUnknown = id;
        }
        return request;
    }

    /** Returns the problem to report. */
    Optional<String> problem() {
        if (!unreadBecause.isEmpty()) {
            return Optional.of(unreadBecause);
        }
        return unknown == 0
                ? Optional.empty()
                : Optional.of("scontrol does not show the request of " + unknown + " pending jobs, such as job "
                        + lastUnknown);
    }
}
