package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.SlurmSource.Lane;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Limits the concurrent requests to one slurmrestd. slurmrestd has few threads (four on two cores), and a slurmctld
 * that is down blocks each thread for 10 s or more. The limit keeps a thread free for ping. Not thread-safe.
 */
final class RequestSlots {

    /** Does not count ping, which never waits, and requests to slurmctld itself. */
    static final int MAX_REQUESTS = 3;

    /** If slurmdbd hangs, a slot remains for nodes and jobs. */
    static final int MAX_REQUESTS_OF_A_LANE = 2;

    private final List<Turn> waiting = new ArrayList<>();
    private final Map<Lane, Integer> running = new EnumMap<>(Lane.class);

    private record Turn(Lane lane, SourcePoll<?> poll, Promise<Void> done) {}

    /** Polls as soon as a slot is free. Does nothing if the source is not due or already waits for a slot. */
    Future<Void> poll(Lane lane, SourcePoll<?> poll) {
        if (!poll.isDue() || waiting.stream().anyMatch(turn -> turn.poll() == poll)) {
            return Future.succeededFuture();
        }
        if (lane == Lane.PING || lane == Lane.SLURMCTLD) {
            return poll.pollIfDue();
        }
        Turn turn = new Turn(lane, poll, Promise.promise());
        waiting.add(turn);
        beginWhatMay();
        return turn.done().future();
    }

    /** Cancels the polls that wait for a slot. */
    void clear() {
        waiting.clear();
    }

    private void beginWhatMay() {
        List<Turn> begun = new ArrayList<>();
        for (Iterator<Turn> turns = waiting.iterator(); turns.hasNext() && total() < MAX_REQUESTS; ) {
            Turn turn = turns.next();
            if (running.getOrDefault(turn.lane(), 0) < MAX_REQUESTS_OF_A_LANE) {
                running.merge(turn.lane(), 1, Integer::sum);
                turns.remove();
                begun.add(turn);
            }
        }
        begun.forEach(this::begin);
    }

    private void begin(Turn turn) {
        turn.poll().pollIfDue().onComplete(unused -> {
            running.merge(turn.lane(), -1, Integer::sum);
            turn.done().complete();
            beginWhatMay();
        });
    }

    private int total() {
        return running.values().stream().mapToInt(Integer::intValue).sum();
    }
}
