package dev.sluice.exporter.slurm.squeue;

import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * Names of users without an account on the exporter's host. squeue shows only the IDs of these users, but slurmrestd
 * shows the name of a job's owner. After each list, this class requests one job of some users; the next list contains
 * their names.
 */
final class UserNames {

    private static final int MAX_REQUESTS = 10;

    /** Number of lists until a user without a name is requested again: ten minutes at the default interval. */
    private static final int LISTS_UNTIL_RETRY = 40;

    /** slurmrestd sends all records of an array if the requested job is the array's first job, with 8 kB per record. */
    private static final int MAX_ARRAY_RECORDS = 20;

    private static final int MAX_NAMES = 100_000;

    private final BiFunction<Long, Long, Future<Optional<String>>> source;
    private final Map<Long, String> names = new ConcurrentHashMap<>();
    // Used by one call of squeue and then by the event loop, never at the same time.
    private final Map<Long, Candidate> candidates = new HashMap<>();
    private final Map<Long, Integer> arrayRecords = new HashMap<>();
    // Used only by the event loop.
    private final Map<Long, Integer> requestedAfter = new HashMap<>();
    private int lists;
    private boolean requesting;

    /**
     * A job of a user.
     *
     * @param array JobId of the array; 0 if the job may not be part of an array
     */
    private record Candidate(long job, long array) {

        /** Returns true if the job is not the first of an array. */
        boolean task() {
            return array > 0 && job != array;
        }

        Candidate or(Candidate other) {
            return !task() && (other.task() || job == array) ? other : this;
        }
    }

    /**
     * @param source returns the name of a user, by the user's ID and a job; empty if the name is unknown
     */
    UserNames(BiFunction<Long, Long, Future<Optional<String>>> source) {
        this.source = source;
    }

    void nextList() {
        candidates.clear();
        arrayRecords.clear();
    }

    Optional<String> of(long user) {
        return Optional.ofNullable(names.get(user));
    }

    /**
     * Adds a record of a user without a name.
     *
     * @param array JobId of the array; 0 if the record has no task number, as the first record of an array that was
     *     cancelled before its start
     */
    void add(long user, long job, long array) {
        if (array > 0) {
            arrayRecords.merge(array, 1, Integer::sum);
        }
        candidates.merge(user, new Candidate(job, array), Candidate::or);
    }

    /** Requests the names of some users. Call on the event loop, after the list. */
    void request() {
        lists++;
        requestedAfter.values().removeIf(list -> lists - list >= LISTS_UNTIL_RETRY);
        if (requesting) {
            return;
        }
        Queue<Map.Entry<Long, Candidate>> next = new ArrayDeque<>();
        candidates.forEach((user, candidate) -> {
            if (next.size() < MAX_REQUESTS && !requestedAfter.containsKey(user) && isSmall(candidate)) {
                next.add(Map.entry(user, candidate));
                requestedAfter.put(user, lists);
            }
        });
        requesting = true;
        request(next).onComplete(unused -> requesting = false);
    }

    private boolean isSmall(Candidate candidate) {
        return candidate.task() || arrayRecords.getOrDefault(candidate.job(), 0) <= MAX_ARRAY_RECORDS;
    }

    /** One request at a time; a failure ends the requests, because the next ones would probably fail, too. */
    private Future<Void> request(Queue<Map.Entry<Long, Candidate>> next) {
        Map.Entry<Long, Candidate> one = next.poll();
        if (one == null) {
            return Future.succeededFuture();
        }
        return source.apply(one.getKey(), one.getValue().job()).compose(name -> {
            name.filter(unused -> names.size() < MAX_NAMES).ifPresent(known -> names.put(one.getKey(), known));
            return request(next);
        });
    }
}
