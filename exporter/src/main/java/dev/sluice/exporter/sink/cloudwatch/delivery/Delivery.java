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
 * Brings the data of one moment to CloudWatch. A request that is refused is halved until the datum is found that it was
 * refused for; one that is throttled is made again, later. For one use.
 */
public final class Delivery {

    /** Enough to find a handful of bad data in a thousand, and few enough when all of them are bad. */
    private static final int MAX_REQUESTS = 60;

    /** As often as the CloudWatch agent makes a request. */
    private static final int MAX_ATTEMPTS = 5;

    private final MetricSender sender;
    private final Backoff backoff;
    private final Consumer<Duration> pause;
    private final Instant at;
    private final BooleanSupplier entitled;

    private final List<SeriesKey> accepted = new ArrayList<>();
    private final List<SeriesKey> refused = new ArrayList<>();
    private final Map<Outcome, Integer> answers = new EnumMap<>(Outcome.class);
    private Optional<Answer> failure = Optional.empty();
    private Optional<Answer> refusal = Optional.empty();
    private int requests;

    private Delivery(
            MetricSender sender, Backoff backoff, Consumer<Duration> pause, Instant at, BooleanSupplier entitled) {
        this.sender = sender;
        this.backoff = backoff;
        this.pause = pause;
        this.at = at;
        this.entitled = entitled;
    }

    /**
     * What became of the data. What is in neither list may or may not have arrived.
     *
     * @param accepted metrics whose datum CloudWatch has
     * @param refused metrics whose datum it refuses by itself
     * @param answers how many requests were answered how
     * @param failure why the rest was not delivered
     * @param refusal what CloudWatch said of the first datum that it refuses by itself
     */
    public record Result(
            List<SeriesKey> accepted,
            List<SeriesKey> refused,
            Map<Outcome, Integer> answers,
            Optional<Answer> failure,
            Optional<Answer> refusal) {}

    /** The pauses of the CloudWatch agent. */
    public static Backoff backoff(DoubleSupplier random) {
        return new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5), random);
    }

    /**
     * Delivers.
     *
     * @param data all of one moment
     * @param at the moment
     * @param pause waits
     * @param entitled whether we are still the one to publish, asked before each request
     */
    public static Result deliver(
            List<Datum> data,
            Instant at,
            MetricSender sender,
            Backoff backoff,
            Consumer<Duration> pause,
            BooleanSupplier entitled) {
        Delivery delivery = new Delivery(sender, backoff, pause, at, entitled);
        Requests.of(data).forEach(delivery::deliver);
        return new Result(
                List.copyOf(delivery.accepted),
                List.copyOf(delivery.refused),
                Map.copyOf(delivery.answers),
                delivery.failure,
                delivery.refusal);
    }

    private void deliver(List<Datum> data) {
        if (failure.isPresent()) {
            return;
        }
        if (!entitled.getAsBoolean()) {
            failure = Optional.of(new Answer(Outcome.UNAVAILABLE, "another publishes from now on"));
            return;
        }
        if (requests >= MAX_REQUESTS) {
            failure = refusal.or(() -> Optional.of(new Answer(Outcome.REFUSED, "too many refused requests")));
            return;
        }
        Answer answer = patiently(data);
        switch (answer.kind()) {
            case ACCEPTED -> data.forEach(datum -> accepted.add(datum.key()));
            case REFUSED -> isolate(data, answer);
            case THROTTLED, UNAUTHORIZED, UNAVAILABLE -> failure = Optional.of(answer);
        }
    }

    private void isolate(List<Datum> data, Answer answer) {
        if (refusal.isEmpty()) {
            refusal = Optional.of(answer);
        }
        if (data.size() == 1) {
            refused.add(data.get(0).key());
            return;
        }
        int half = data.size() / 2;
        deliver(data.subList(0, half));
        deliver(data.subList(half, data.size()));
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
        requests++;
        Answer answer = sender.send(data, at);
        answers.merge(answer.kind(), 1, Integer::sum);
        return answer;
    }
}
