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
 * How many requests one slurmrestd is given at a time. It answers with few threads, four on two cores, and each is lost
 * for ten seconds and more to a slurmctld that is down: ping must find one that is free. Not thread-safe.
 */
final class RequestSlots {

    /** Without ping, which never waits, and what slurmctld itself serves. */
    static final int MAX_REQUESTS = 3;

    /** A slurmdbd that hangs leaves a slot to nodes and jobs. */
    static final int MAX_REQUESTS_OF_A_LANE = 2;

    private final List<Turn> waiting = new ArrayList<>();
    private final Map<Lane, Integer> running = new EnumMap<>(Lane.class);

    private record Turn(Lane lane, SourcePoll<?> poll, Promise<Void> done) {}

    /** Polls as soon as there is a slot; at once, and without effect, what is not due or waits for one already. */
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

    /** What waits for a slot is not polled any more. */
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
