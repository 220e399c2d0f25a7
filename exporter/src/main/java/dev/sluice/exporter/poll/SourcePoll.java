package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SlurmSource.Lane;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.Pace;
import dev.sluice.exporter.poll.PollConfig.PollPolicy;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls one source of one cluster, and keeps the source's due time, last data and status. Used on one event loop; only
 * {@link #status()} may be read from other threads.
 */
final class SourcePoll<T> {

    private static final Logger LOG = LoggerFactory.getLogger(SourcePoll.class);

    /**
     * Time between two polls of a source that is not available. Only a change of Slurm's configuration makes such a
     * source available.
     */
    static final Duration RECHECK = Duration.ofMinutes(10);

    /**
     * Number of consecutive "not available" responses after which the source counts as not available. A proxy also
     * sends such responses while slurmrestd restarts.
     */
    static final int CONFIRMATIONS = 3;

    private final SourceLog log;
    private final Lane lane;
    private final PollPolicy policy;
    private final Time time;
    private final Function<Runnable, Future<Void>> publish;
    private final Runnable recovered;
    private final Supplier<Future<Fetched<T>>> fetch;
    private final BiConsumer<SourceStatus, Observed<T>> onGoodAnswer;
    private final Deque<Duration> answers = new ArrayDeque<>();

    private boolean inFlight;
    private boolean asked;
    private int failures;
    /** Number of consecutive responses that reported the source as not available. */
    private int absences;

    private boolean retrySoon;
    private long lastStart;
    private long nextStart;
    private @Nullable T lastValue;
    private volatile SourceStatus status;

    /**
     * @param publish processes a good response, on this thread or another thread; the poll ends when the future
     *     completes
     * @param recovered called when a failed source has recovered, or when another release has answered, because the
     *     results of other sources may be outdated
     */
    SourcePoll(
            SourceLog log,
            SlurmSource source,
            PollPolicy policy,
            Time time,
            Function<Runnable, Future<Void>> publish,
            Runnable recovered,
            Supplier<Future<Fetched<T>>> fetch,
            BiConsumer<SourceStatus, Observed<T>> onGoodAnswer) {
        this.log = log;
        this.lane = source.lane();
        this.policy = policy;
        this.time = time;
        this.publish = publish;
        this.recovered = recovered;
        this.lastStart = now();
        this.nextStart = lastStart;
        this.fetch = fetch;
        this.onGoodAnswer = onGoodAnswer;
        this.status = SourceStatus.waiting(
                log.cluster(), source.label(), new Pace(policy.interval(), policy.maxAge(policy.interval())));
    }

    Lane lane() {
        return lane;
    }

    SourceStatus status() {
        return status;
    }

    /** Polls the source if the source is due; called once per cycle. The future never fails. */
    Future<Void> pollIfDue() {
        if (!isDue()) {
            return Future.succeededFuture();
        }
        long start = now();
        inFlight = true;
        asked = true;
        retrySoon = false;
        lastStart = start;
        Instant askedAt = time.clock().instant();
        return Future.succeededFuture()
                // Calls this inside the future, so that an exception fails only this poll, and not all later polls.
                .compose(unused -> fetch.get())
                .compose(fetched -> succeeded(askedAt, fetched))
                .recover(failure -> {
                    failed(askedAt, failure);
                    return Future.succeededFuture();
                })
                .onComplete(unused -> inFlight = false);
    }

    /** Returns whether the source may be polled now and has no request in flight. */
    boolean isDue() {
        return !inFlight && now() - nextStart >= 0;
    }

    /** Returns whether the newest poll gave no data. */
    boolean withoutAnswer() {
        return failures > 0 || absences > 0;
    }

    /**
     * Ends the backoff of a source that failed or is not available. The next poll is due one cycle after the last
     * request. Also shortens the backoff after a failure of a poll in flight, because that poll may have started too
     * early.
     */
    void retrySoon() {
        long soon = asked ? lastStart + policy.cycle().toNanos() : now();
        if (inFlight) {
            retrySoon = true;
        } else if (withoutAnswer() && nextStart - soon > 0) {
            nextStart = soon;
        }
    }

    private Future<Void> succeeded(Instant askedAt, Fetched<T> fetched) {
        Duration took = took();
        SourceStatus before = status;
        fetched.value().ifPresent(value -> lastValue = value);
        List<Duration> durations =
                withAnswer(fetched.apiVersion().equals(SourceStatus.SQUEUE) ? policy.ofCommand(took) : took);
        Duration interval = policy.intervalAfter(durations);
        SourceStatus now = before.withPace(new Pace(policy.interval(), interval, policy.maxAge(interval)))
                .answered(askedAt, answer(before.answer(), fetched), took);
        T value = lastValue;
        Future<Void> published = value == null
                ? Future.succeededFuture()
                : publish.apply(
                        () -> onGoodAnswer.accept(now, new Observed<>(value, askedAt, askedAt.plus(time.stepped()))));
        return published.map(unused -> {
            failures = 0;
            absences = 0;
            rest(policy.restAfter(durations));
            // Sets the status after the data, so that the metrics exist once the status shows the source as up.
            status = now;
            logRecovery(before, now);
            if (before.failure().isPresent() || upgraded(before, now)) {
                recovered.run();
            }
            return (Void) null;
        });
    }

    private static boolean upgraded(SourceStatus before, SourceStatus now) {
        return before.observedAt().isPresent()
                && !(before.answer().apiVersion().equals(now.answer().apiVersion())
                        && before.answer().release().equals(now.answer().release()));
    }

    private List<Duration> withAnswer(Duration took) {
        answers.addLast(took);
        if (answers.size() > PollPolicy.MAX_ANSWERS) {
            answers.removeFirst();
        }
        return List.copyOf(answers);
    }

    private static SourceStatus.Answer answer(SourceStatus.Answer before, Fetched<?> fetched) {
        return new SourceStatus.Answer(
                fetched.release().isEmpty() ? before.release() : fetched.release(),
                fetched.apiVersion(),
                fetched.bytes(),
                fetched.value().isPresent() ? fetched.unreadable() : before.unreadable(),
                fetched.problem());
    }

    private void failed(Instant askedAt, Throwable throwable) {
        Duration took = took();
        FetchFailure failure = throwable instanceof FetchFailure known ? known : unforeseen(throwable);
        absences = failure.isAbsent() ? absences + 1 : 0;
        if (failure.isAbsent() && (status.observedAt().isEmpty() || absences >= CONFIRMATIONS)) {
            absent(failure.message(), took);
            return;
        }
        asked = failure.asked();
        failures++;
        Duration interval = retryAfter(failures, took);
        SourceStatus before = status;
        status = before.withPace(before.pace().withInterval(interval))
                .failed(failure.kind(), failure.message(), askedAt, took);
        boolean repeated = before.failure()
                .filter(earlier -> earlier.kind() == failure.kind())
                .isPresent();
        log.failed(before.source(), failure.kind(), failure.message(), repeated);
    }

    private void absent(String reason, Duration took) {
        SourceStatus before = status;
        lastValue = null;
        failures = 0;
        Duration interval = RECHECK;
        if (absences < CONFIRMATIONS || retrySoon) {
            interval = retryAfter(absences, took);
        } else {
            rest(RECHECK);
        }
        status = before.withPace(before.pace().withInterval(interval)).missing(reason, took);
        if (before.absent().isEmpty()) {
            log.absent(before.source(), reason);
        }
    }

    /**
     * Schedules the retry. If another source has recovered since the request, retries as early as after the first
     * failure of a source.
     */
    private Duration retryAfter(int inVain, Duration took) {
        int counted = retrySoon ? 1 : inVain;
        rest(policy.restAfterFailure(counted, took));
        return policy.retryAfter(counted);
    }

    private long now() {
        return time.nanoTime().getAsLong();
    }

    private Duration took() {
        return Duration.ofNanos(now() - lastStart);
    }

    /** Sets the time of the next poll, counted from the start of the last poll. */
    private void rest(Duration rest) {
        nextStart = lastStart + rest.toNanos();
    }

    private FetchFailure unforeseen(Throwable throwable) {
        LOG.atError()
                .addKeyValue("cluster", status.cluster())
                .addKeyValue("source", status.source())
                .setCause(throwable)
                .log("unexpected failure of a poll");
        return FetchFailure.undecodable("unforeseen " + throwable.getClass().getSimpleName() + "; see the log");
    }

    private void logRecovery(SourceStatus before, SourceStatus now) {
        if (before.failure().isPresent()) {
            log.recovered(before.source());
        }
        if (now.answer().problem().isPresent()
                && !now.answer().problem().equals(before.answer().problem())) {
            log.problem(now.source(), now.answer().problem().get());
        }
    }
}
