package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.PollConfig.PollPolicy;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Predicts the cost of the full job list for slurmrestd from earlier responses, and refuses requests over the budget.
 * Used on one event loop; only {@link #prediction()} and {@link #exceeded()} may be read from other threads.
 */
public final class ListBudget {

    /** Assumed bytes per record until the first response, measured on Slurm 26.05. */
    static final long BYTES_OF_RECORD = 8_400;

    /** slurmrestd's memory use while slurmrestd builds a response, in bytes for each byte of the response. */
    static final long MEMORY_OF_BYTE = 18;

    /** The timeout, as a multiple of the usual response time. */
    private static final int PATIENCE = 2;

    /** Data older than this is never shown. */
    private static final Duration MAX_DEADLINE = PollPolicy.MAX_AGE_LIMIT;

    private static final int ANSWERS = 5;

    /** After this time, old measurements no longer block a request. */
    static final Duration MAX_REFUSAL = Duration.ofMinutes(30);

    private static final double MEGABYTE = 1e6;

    private final PollConfig config;
    private final LongSupplier nanoTime;
    private final Deque<Double> secondsOfRecord = new ArrayDeque<>();
    private double bytesOfRecord = BYTES_OF_RECORD;
    private long records;
    private long askedAt;
    private long countedAt;
    private boolean counted;

    private volatile Optional<Prediction> prediction = Optional.empty();
    private volatile boolean exceeded;

    /**
     * The predicted cost of the next list.
     *
     * @param memoryBytes memory that slurmrestd will need
     * @param took response time; empty before the first response
     */
    public record Prediction(long records, long memoryBytes, Optional<Duration> took) {}

    public ListBudget(PollConfig config, LongSupplier nanoTime) {
        this.config = config;
        this.nanoTime = nanoTime;
    }

    /** Returns the predicted cost of the next list; empty until the number of records is known. */
    public Optional<Prediction> prediction() {
        return prediction;
    }

    /** Returns whether the newest request was refused because of its cost. */
    public boolean exceeded() {
        return exceeded;
    }

    /**
     * Learns the current number of records, before or between requests.
     *
     * @return whether a list that was refused because of its cost may be requested now
     */
    public boolean counted(long now) {
        records = now;
        counted = true;
        countedAt = nanoTime.getAsLong();
        predict();
        return exceeded && refusal().isEmpty();
    }

    /**
     * Sends a request, unless the predicted cost of the response exceeds the budget.
     *
     * @param request sends the request with the given timeout
     */
    public <T> Future<Fetched<T>> read(Function<Duration, Future<Fetched<T>>> request, Function<T, Integer> size) {
        Optional<String> refusal = refusal();
        exceeded = refusal.isPresent();
        if (exceeded) {
            return Future.failedFuture(FetchFailure.withoutRequest(FailureKind.OVER_BUDGET, refusal.get()));
        }
        long start = nanoTime.getAsLong();
        askedAt = start;
        return request.apply(deadline())
                .onSuccess(fetched ->
                        fetched.value().ifPresent(value -> learn(size.apply(value), fetched.bytes(), seconds(start))))
                .onFailure(failure -> learnLate(failure, seconds(start)));
    }

    private double seconds(long start) {
        return (nanoTime.getAsLong() - start) / 1e9;
    }

    private void learn(long answered, long bytes, double seconds) {
        if (answered > 0) {
            records = answered;
            bytesOfRecord = (double) bytes / answered;
            learnTime(seconds / answered);
        }
    }

    /** Counts a timeout as a response time, so that the next timeout is longer. */
    private void learnLate(Throwable failure, double seconds) {
        if (records > 0 && failure instanceof FetchFailure known && known.kind() == FailureKind.TIMEOUT) {
            learnTime(seconds / records);
        }
    }

    private void learnTime(double seconds) {
        secondsOfRecord.addLast(seconds);
        if (secondsOfRecord.size() > ANSWERS) {
            secondsOfRecord.removeFirst();
        }
        predict();
    }

    private void predict() {
        // Takes the median, so that one slow response has no effect.
        Optional<Duration> took = secondsOfRecord.stream()
                .sorted()
                .skip(secondsOfRecord.size() / 2)
                .findFirst()
                .map(seconds -> Duration.ofMillis(Math.round(seconds * records * 1000)));
        long memory = (long) (bytesOfRecord * records * MEMORY_OF_BYTE);
        prediction = Optional.of(new Prediction(records, memory, took));
    }

    private Duration deadline() {
        Duration patient = prediction
                .flatMap(Prediction::took)
                .map(took -> took.multipliedBy(PATIENCE))
                .orElse(Duration.ZERO);
        return PollPolicy.longer(config.jobsTimeout(), PollPolicy.shorter(patient, MAX_DEADLINE));
    }

    private Optional<String> refusal() {
        boolean answered = secondsOfRecord.size() >= 2 && within(askedAt);
        return prediction.flatMap(next -> tooMuchMemory(next)
                .filter(unused -> answered || (counted && within(countedAt)))
                .or(() -> tooMuchTime(next).filter(unused -> answered)));
    }

    private boolean within(long time) {
        return nanoTime.getAsLong() - time <= MAX_REFUSAL.toNanos();
    }

    private Optional<String> tooMuchMemory(Prediction next) {
        return config.budget()
                .memory()
                .filter(limit -> next.memoryBytes() > limit)
                .map(limit -> ("a list of %d jobs would need about %.0f MB of slurmrestd's memory;"
                                + " poll.budget.memory is %.0f MB")
                        .formatted(next.records(), next.memoryBytes() / MEGABYTE, limit / MEGABYTE));
    }

    private Optional<String> tooMuchTime(Prediction next) {
        long allowed = (long) (config.budget().cpu() * config.maxInterval().toMillis());
        return next.took()
                .filter(took -> config.budget().cpu() < 1 && took.toMillis() > allowed)
                .map(took -> "a list of %d jobs would keep slurmrestd busy for about %d s; poll.budget.cpu allows %d s"
                        .formatted(next.records(), took.toSeconds(), allowed / 1000));
    }
}
