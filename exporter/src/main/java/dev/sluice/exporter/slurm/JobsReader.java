package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.poll.ListBudget;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Reads the job list from slurmrestd or squeue. The first list comes from squeue, which is cheap and shows the number
 * of jobs. Uses slurmrestd if its predicted response time is short enough and its list is within the budget. After a
 * failure of slurmrestd, uses squeue for a while. Runs on one event loop.
 */
public final class JobsReader {

    /**
     * Assumed minimum time that slurmrestd needs per job record. This assumption applies until slurmrestd's response
     * time is known.
     */
    private static final Duration SLURMRESTD_OF_RECORD = Duration.ofNanos(600_000);

    /**
     * Divisor of the time limit while squeue is in use. The reader returns to slurmrestd only below half of the limit.
     */
    private static final int RETURN_PART = 2;

    private static final Duration FIRST_REST = Duration.ofMinutes(1);
    static final Duration MAX_REST = Duration.ofMinutes(30);

    private final Function<Duration, Future<Fetched<List<Job>>>> slurmrestd;
    private final Runnable forget;
    private final Supplier<Future<Fetched<List<Job>>>> squeue;
    private final ListBudget budget;
    private final Duration after;
    private final LongSupplier nanoTime;

    private boolean prefersSqueue = true;
    private boolean squeueIsNewest;
    private int failures;
    private long restsSince;
    private Duration rest = Duration.ZERO;

    /**
     * Creates the reader without reading anything.
     *
     * @param slurmrestd returns the job list of slurmrestd, within a deadline
     * @param forget makes the next request to slurmrestd a request for the full list, not only for changes
     * @param after maximum time that slurmrestd may take for the list; if slurmrestd takes longer, the reader uses
     *     squeue; if the time is zero, the reader always uses squeue
     */
    public JobsReader(
            Function<Duration, Future<Fetched<List<Job>>>> slurmrestd,
            Runnable forget,
            Supplier<Future<Fetched<List<Job>>>> squeue,
            ListBudget budget,
            Duration after,
            LongSupplier nanoTime) {
        this.slurmrestd = slurmrestd;
        this.forget = forget;
        this.squeue = squeue;
        this.budget = budget;
        this.after = after;
        this.nanoTime = nanoTime;
        this.restsSince = nanoTime.getAsLong();
    }

    public Future<Fetched<List<Job>>> jobs() {
        prefersSqueue = budget.prediction().filter(this::isAffordable).isEmpty() || !passed(rest);
        if (!prefersSqueue) {
            return slurmrestd().recover(failure -> instead(failure, squeue(), "slurmrestd", "squeue"));
        }
        return squeue().recover(failure -> {
            boolean tooLong = after.isZero()
                    || budget.prediction().filter(list -> !isAffordable(list)).isPresent();
            return tooLong || !passed(rest)
                    ? Future.failedFuture(failure)
                    : instead(failure, slurmrestd(), "squeue", "slurmrestd");
        });
    }

    private Future<Fetched<List<Job>>> slurmrestd() {
        if (squeueIsNewest) {
            forget.run();
        }
        return budget.read(slurmrestd, List::size)
                .onSuccess(unused -> {
                    squeueIsNewest = false;
                    failures = 0;
                    rest(Duration.ZERO);
                })
                .onFailure(unused -> {
                    Duration next = FIRST_REST.multipliedBy(1L << Math.min(failures, 10));
                    failures++;
                    rest(Collections.min(List.of(next, MAX_REST)));
                });
    }

    private Future<Fetched<List<Job>>> squeue() {
        return squeue.get().onSuccess(fetched -> {
            squeueIsNewest = true;
            fetched.value().ifPresent(jobs -> budget.counted(jobs.size()));
        });
    }

    private boolean isAffordable(ListBudget.Prediction list) {
        Duration limit = prefersSqueue ? after.dividedBy(RETURN_PART) : after;
        Duration least = SLURMRESTD_OF_RECORD.multipliedBy(list.records());
        // A list can be slow for a reason other than its size, so the next list may be fast again.
        boolean tryAgain = least.compareTo(limit) <= 0 && passed(MAX_REST);
        return !after.isZero() && (list.took().orElse(least).compareTo(limit) <= 0 || tryAgain);
    }

    private void rest(Duration duration) {
        rest = duration;
        restsSince = nanoTime.getAsLong();
    }

    private boolean passed(Duration duration) {
        return nanoTime.getAsLong() - restsSince >= duration.toNanos();
    }

    /** Reports the failure as a problem, except for a list over the budget, because squeue handles this case. */
    private static Future<Fetched<List<Job>>> instead(
            Throwable failure, Future<Fetched<List<Job>>> second, String failed, String read) {
        boolean overBudget = failure instanceof FetchFailure known && known.kind() == FailureKind.OVER_BUDGET;
        return second.map(fetched -> overBudget
                        ? fetched
                        : fetched.withProblem(failed + " failed, " + read + " was read: " + failure.getMessage()))
                .recover(other -> Future.failedFuture(
                        failure instanceof FetchFailure known
                                ? new FetchFailure(
                                        known.kind(), known.message() + "; and " + read + ": " + other.getMessage())
                                : other));
    }
}
