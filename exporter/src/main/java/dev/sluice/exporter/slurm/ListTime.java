package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Predicts the response time of slurmrestd for the full job list from earlier responses. Used on one event loop. */
final class ListTime {

    /** The timeout, as a multiple of the usual response time. */
    private static final int PATIENCE = 2;
    /** Data older than this is never shown. */
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(10);

    private static final int ANSWERS = 5;

    private final Duration timeout;
    private final LongSupplier nanoTime;
    private final Deque<Double> secondsOfRecord = new ArrayDeque<>();
    private Optional<Long> records = Optional.empty();

    /** @param timeout minimum timeout of a request */
    ListTime(Duration timeout, LongSupplier nanoTime) {
        this.timeout = timeout;
        this.nanoTime = nanoTime;
    }

    /** Learns the current number of job records. */
    void counted(long now) {
        records = Optional.of(now);
    }

    /** Returns the number of job records; empty before the first response. */
    Optional<Long> records() {
        return records;
    }

    /** Returns the time of the next response; empty before the first response of slurmrestd. */
    Optional<Duration> predicted() {
        // Takes the median, so that one slow response has no effect.
        return secondsOfRecord.stream()
                .sorted()
                .skip(secondsOfRecord.size() / 2)
                .findFirst()
                .map(seconds -> Duration.ofMillis(Math.round(seconds * records.orElse(0L) * 1000)));
    }

    /** @param request sends the request with the given timeout */
    Future<Fetched<List<Job>>> read(Function<Duration, Future<Fetched<List<Job>>>> request) {
        long start = nanoTime.getAsLong();
        return request.apply(timeout())
                .onSuccess(fetched -> {
                    if (!fetched.value().isEmpty()) {
                        counted(fetched.value().size());
                        learn(start);
                    }
                })
                .onFailure(failure -> {
                    // A timeout counts as a response time, so that the next timeout is longer.
                    if (failure instanceof FetchFailure known && known.kind() == FailureKind.TIMEOUT) {
                        learn(start);
                    }
                });
    }

    private void learn(long start) {
        double seconds = (nanoTime.getAsLong() - start) / 1e9;
        records.filter(number -> number > 0).ifPresent(number -> secondsOfRecord.addLast(seconds / number));
        if (secondsOfRecord.size() > ANSWERS) {
            secondsOfRecord.removeFirst();
        }
    }

    private Duration timeout() {
        Duration patient = predicted().orElse(Duration.ZERO).multipliedBy(PATIENCE);
        return Collections.max(List.of(timeout, Collections.min(List.of(patient, MAX_TIMEOUT))));
    }
}
