package dev.sluice.exporter.sink.cloudwatch.delivery;

import dev.sluice.common.net.Backoff;
import dev.sluice.exporter.metrics.process.CloudWatchMetrics.Outcome;
import dev.sluice.exporter.sink.cloudwatch.rollup.Datum;
import dev.sluice.exporter.sink.cloudwatch.rollup.SeriesKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * Delivers the data of one moment to CloudWatch. Retries a throttled request after a pause. Drops the data of a refused
 * request. Each instance delivers only once.
 */
public final class Delivery {

    /** Maximum number of attempts, as in the CloudWatch agent. */
    private static final int MAX_ATTEMPTS = 5;

    private final MetricSender sender;
    private final Backoff backoff;
    private final Consumer<Duration> pause;
    private final Instant at;
    private final BooleanSupplier entitled;

    private final List<SeriesKey> accepted = new ArrayList<>();
    private final Map<Outcome, Integer> answers = new EnumMap<>(Outcome.class);
    private Optional<Answer> failure = Optional.empty();
    private boolean stopped;

    /**
     * Creates a delivery that has not started.
     *
     * @param pause waits for the time between two attempts
     * @param at the moment of the data
     * @param entitled shows whether this process is still the leader; read before each request
     */
    public Delivery(
            MetricSender sender, Backoff backoff, Consumer<Duration> pause, Instant at, BooleanSupplier entitled) {
        this.sender = sender;
        this.backoff = backoff;
        this.pause = pause;
        this.at = at;
        this.entitled = entitled;
    }

    /**
     * The result of a delivery. For a datum whose metric is not accepted, the result is unknown: CloudWatch may have
     * received the datum.
     *
     * @param accepted metrics whose datum was accepted by CloudWatch
     * @param answers number of requests by result
     * @param failure reason why the other data was not delivered
     */
    public record Result(List<SeriesKey> accepted, Map<Outcome, Integer> answers, Optional<Answer> failure) {}

    /** Returns the backoff that the CloudWatch agent also uses. */
    public static Backoff backoff(DoubleSupplier random) {
        return new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5), random);
    }

    public Result deliver(List<Datum> data) {
        Requests.of(data).forEach(this::send);
        return new Result(List.copyOf(accepted), Map.copyOf(answers), failure);
    }

    private void send(List<Datum> data) {
        if (stopped) {
            return;
        }
        if (!entitled.getAsBoolean()) {
            failure = Optional.of(new Answer(Outcome.UNAVAILABLE, "another process became the leader"));
            stopped = true;
            return;
        }
        Answer answer = patiently(data);
        switch (answer.kind()) {
            case ACCEPTED -> data.forEach(datum -> accepted.add(datum.key()));
            case REFUSED -> failure = Optional.of(answer);
            case THROTTLED, UNAUTHORIZED, UNAVAILABLE -> {
                failure = Optional.of(answer);
                stopped = true;
            }
        }
    }

    private Answer patiently(List<Datum> data) {
        Answer answer = once(data);
        for (int attempt = 1; answer.passing() && attempt < MAX_ATTEMPTS; attempt++) {
            pause.accept(backoff.after(attempt));
            if (!entitled.getAsBoolean()) {
                return answer;
            }
            answer = once(data);
        }
        return answer;
    }

    private Answer once(List<Datum> data) {
        Answer answer = sender.send(data, at);
        answers.merge(answer.kind(), 1, Integer::sum);
        return answer;
    }
}
