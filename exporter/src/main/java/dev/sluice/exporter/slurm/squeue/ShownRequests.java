package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.poll.FetchFailure;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * The requests of pending jobs, as far as scontrol shows them and squeue does not. Keeps the requests between lists,
 * because showing all jobs takes scontrol longer than listing them takes squeue. If scontrol shows no request of a job,
 * or two requests, a separate call shows only this job, so that the output contains no text of other users.
 */
final class ShownRequests {

    /** Maximum number of separate calls for one list. Each call takes about 10 ms. */
    static final int MAX_SEPARATE_CALLS = 32;

    /** Time after which all requests are read again, because an update can change a request. */
    static final Duration MAX_AGE = Duration.ofMinutes(1);

    private final LongSupplier nanoTime;
    private Map<Long, ShownRequest> known = new HashMap<>();
    /** The requests of the current list. */
    private Map<Long, ShownRequest> used = new HashMap<>();

    private boolean everRead;
    private long readAt;

    private boolean readForList;
    private int separateCalls;
    private int unknown;
    private long lastUnknown;
    private String problem = "";

    interface Source {

        /** Passes the requests of all jobs. */
        void all(BiConsumer<Long, ShownRequest> listener) throws FetchFailure;

        /** Returns the request of one job; empty if the job is unknown. */
        Optional<ShownRequest> one(long id);
    }

    ShownRequests(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Starts a list. Reads all requests if they are unknown or too old. */
    void nextList(Source source) {
        used = new HashMap<>();
        readForList = false;
        separateCalls = 0;
        unknown = 0;
        problem = "";
        if (!everRead || nanoTime.getAsLong() - readAt > MAX_AGE.toNanos()) {
            readAll(source);
        }
    }

    /** Ends a complete list: forgets the jobs that the list does not contain. */
    void endList() {
        known = used;
    }

    private void readAll(Source source) {
        readForList = true;
        separateCalls = 0;
        long now = nanoTime.getAsLong();
        Map<Long, ShownRequest> byId = new HashMap<>();
        Set<Long> contradictory = new HashSet<>();
        // Few requests differ in their values, so equal requests share an object.
        Map<ShownRequest, ShownRequest> shared = new HashMap<>();
        try {
            source.all((id, request) -> {
                ShownRequest kept = shared.computeIfAbsent(request, same -> same);
                ShownRequest other = byId.putIfAbsent(id, kept);
                if (other != null && !other.equals(kept)) {
                    contradictory.add(id);
                }
            });
        } catch (FetchFailure e) {
            problem = "the requests of pending jobs are incomplete: " + e.message();
            return;
        }
        byId.keySet().removeAll(contradictory);
        known = byId;
        everRead = true;
        readAt = now;
    }

    /** Returns the request of the pending job with this JobId; empty if the request is not known for certain. */
    Optional<ShownRequest> of(long id, Source source) {
        Optional<ShownRequest> request = find(id, source);
        request.ifPresentOrElse(shown -> used.put(id, shown), () -> {
            unknown++;
            lastUnknown = id;
        });
        return request;
    }

    private Optional<ShownRequest> find(long id, Source source) {
        ShownRequest shown = known.get(id);
        if (shown == null && separateCalls == MAX_SEPARATE_CALLS && !readForList) {
            readAll(source);
            shown = known.get(id);
        }
        if (shown != null) {
            return Optional.of(shown);
        }
        if (separateCalls == MAX_SEPARATE_CALLS || !problem.isEmpty()) {
            return Optional.empty();
        }
        separateCalls++;
        return source.one(id);
    }

    Optional<String> problem() {
        if (!problem.isEmpty()) {
            return Optional.of(problem);
        }
        return unknown == 0
                ? Optional.empty()
                : Optional.of("scontrol does not show the request of " + unknown + " pending jobs, such as job "
                        + lastUnknown);
    }
}
