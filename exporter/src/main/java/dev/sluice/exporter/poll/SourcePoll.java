package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One source of one cluster: whether it is due, what it answered last, what is wrong with it. Used on one event loop;
 * only {@link #status()} may be read from other threads.
 */
final class SourcePoll<T> {

    private static final Logger LOG = LoggerFactory.getLogger(SourcePoll.class);

    /** How long what is absent is left alone: it comes with a new configuration of Slurm, by a person. */
    static final Duration RECHECK = Duration.ofMinutes(10);

    private final PollPolicy policy;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final Supplier<Future<Fetched<T>>> fetch;
    private final BiConsumer<SourceStatus, Observed<T>> onGoodAnswer;
    private final Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);

    private boolean inFlight;
    private long nextStart;
    private @Nullable T lastValue;
    private volatile SourceStatus status;

    SourcePoll(
            String cluster,
            String source,
            PollPolicy policy,
            Time time,
            Supplier<Future<Fetched<T>>> fetch,
            BiConsumer<SourceStatus, Observed<T>> onGoodAnswer) {
        this.policy = policy;
        this.clock = time.clock();
        this.nanoTime = time.nanoTime();
        this.nextStart = nanoTime.getAsLong();
        this.fetch = fetch;
        this.onGoodAnswer = onGoodAnswer;
        this.status = new SourceStatus(
                cluster,
                source,
                "",
                "",
                Optional.empty(),
                policy.maxAge(policy.interval()),
                Optional.empty(),
                0,
                Optional.empty(),
                Map.of(),
                Duration.ZERO,
                0,
                policy.interval());
    }

    SourceStatus status() {
        return status;
    }

    /** Asks the source, once per cycle, if it may be asked and is not being asked already. The future never fails. */
    Future<Void> pollIfDue() {
        long start = nanoTime.getAsLong();
        if (inFlight || start - nextStart < 0) {
            return Future.succeededFuture();
        }
        inFlight = true;
        Instant askedAt = clock.instant();
        return Future.succeededFuture()
                // Within the future, so that what is thrown there fails this poll and not all later ones.
                .compose(unused -> fetch.get())
                .onComplete(unused -> inFlight = false)
                .map(fetched -> {
                    succeeded(start, askedAt, fetched);
                    return (Void) null;
                })
                .recover(failure -> {
                    failed(start, askedAt, failure);
                    return Future.succeededFuture();
                });
    }

    private void succeeded(long start, Instant askedAt, Fetched<T> fetched) {
        Duration took = Duration.ofNanos(nanoTime.getAsLong() - start);
        Duration interval = policy.intervalAfter(took);
        rest(start, policy.restAfter(took));
        SourceStatus before = status;
        SourceStatus now = new SourceStatus(
                before.cluster(),
                before.source(),
                fetched.release().isEmpty() ? before.release() : fetched.release(),
                fetched.apiVersion(),
                Optional.of(askedAt),
                policy.maxAge(interval),
                fetched.problem(),
                fetched.value().isPresent() ? fetched.unreadable() : before.unreadable(),
                Optional.empty(),
                failures,
                took,
                fetched.bytes(),
                interval);
        fetched.value().ifPresent(value -> lastValue = value);
        if (lastValue != null) {
            onGoodAnswer.accept(now, new Observed<>(lastValue, askedAt));
        }
        // After the data: who sees that the source is up must find its numbers.
        status = now;
        logRecovery(before, now);
    }

    private void failed(long start, Instant askedAt, Throwable throwable) {
        if (throwable instanceof SourceAbsent absent) {
            absent(start, absent.reason());
            return;
        }
        FetchFailure failure = throwable instanceof FetchFailure known ? known : unforeseen(throwable);
        failures.merge(failure.kind(), 1L, Long::sum);
        Duration took = Duration.ofNanos(nanoTime.getAsLong() - start);
        Duration interval = policy.intervalAfter(took, failure.kind());
        rest(start, policy.restAfter(took, failure.kind()));
        SourceStatus before = status;
        Instant since = before.failure().map(SourceStatus.Failure::since).orElse(askedAt);
        status = new SourceStatus(
                before.cluster(),
                before.source(),
                before.release(),
                before.apiVersion(),
                before.observedAt(),
                // What we hold keeps the age that it was promised.
                before.maxAge(),
                before.problem(),
                before.unreadable(),
                Optional.of(new SourceStatus.Failure(failure.kind(), failure.message(), since)),
                failures,
                took,
                before.lastBytes(),
                interval);
        logFailure(before, failure);
    }

    private void absent(long start, String reason) {
        SourceStatus before = status;
        lastValue = null;
        rest(start, RECHECK);
        status = new SourceStatus(
                before.cluster(),
                before.source(),
                "",
                "",
                Optional.empty(),
                before.maxAge(),
                Optional.empty(),
                0,
                Optional.empty(),
                failures,
                Duration.ofNanos(nanoTime.getAsLong() - start),
                0,
                RECHECK,
                Optional.of(reason));
        if (before.absent().isEmpty()) {
            LOG.atInfo()
                    .addKeyValue("cluster", before.cluster())
                    .addKeyValue("source", before.source())
                    .addKeyValue("reason", reason)
                    .log("source is absent");
        }
    }

    /** Cycles keep the interval. Were it kept here too, a poll that begins late in one would miss the next. */
    private void rest(long start, Duration rest) {
        nextStart = start + rest.toNanos();
    }

    private FetchFailure unforeseen(Throwable throwable) {
        LOG.atError()
                .addKeyValue("cluster", status.cluster())
                .addKeyValue("source", status.source())
                .setCause(throwable)
                .log("poll failed in a way that was not foreseen");
        return new FetchFailure(
                FailureKind.UNDECODABLE, "unforeseen " + throwable.getClass().getSimpleName() + "; see the log");
    }

    private static void logFailure(SourceStatus before, FetchFailure failure) {
        boolean repeated = before.failure()
                .filter(earlier -> earlier.kind() == failure.kind())
                .isPresent();
        (repeated ? LOG.atDebug() : LOG.atWarn())
                .addKeyValue("cluster", before.cluster())
                .addKeyValue("source", before.source())
                .addKeyValue("kind", failure.kind().label())
                .addKeyValue("failure", failure.message())
                .log("source fails");
    }

    private static void logRecovery(SourceStatus before, SourceStatus now) {
        if (before.failure().isPresent()) {
            LOG.atInfo()
                    .addKeyValue("cluster", before.cluster())
                    .addKeyValue("source", before.source())
                    .log("source answers again");
        }
        if (now.problem().isPresent() && !now.problem().equals(before.problem())) {
            LOG.atWarn()
                    .addKeyValue("cluster", now.cluster())
                    .addKeyValue("source", now.source())
                    .addKeyValue("problem", now.problem().get())
                    .log("source reports a problem with its answer");
        }
    }
}
