package dev.sluice.exporter.slurm;

import dev.sluice.exporter.poll.ListBudget;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Chooses the reader of the next job list. The first list comes from squeue, which is cheap and shows the number of
 * jobs. Chooses slurmrestd if the predicted response time of slurmrestd is short enough. After a failure of slurmrestd,
 * chooses squeue for a while.
 */
final class ReaderChoice {

    /**
     * Assumed minimum time that slurmrestd needs per job record. This assumption applies until slurmrestd's response
     * time is known.
     */
    static final Duration SLURMRESTD_OF_RECORD = Duration.ofNanos(600_000);

    /**
     * Divisor of the time limit while squeue is in use. The reader returns to slurmrestd only below half of the limit.
     */
    private static final int RETURN_PART = 2;

    private static final Duration FIRST_REST = Duration.ofMinutes(1);
    static final Duration MAX_REST = Duration.ofMinutes(30);

    private final Duration after;
    private final LongSupplier nanoTime;
    private Reader newest = Reader.SQUEUE;
    private int failures;
    private long restsSince;
    private Duration rest = Duration.ZERO;

    /** The readers of the job list. */
    enum Reader {
        SLURMRESTD,
        SQUEUE
    }

    ReaderChoice(Duration after, LongSupplier nanoTime) {
        this.after = after;
        this.nanoTime = nanoTime;
        this.restsSince = nanoTime.getAsLong();
    }

    /**
     * Returns the reader to use now.
     *
     * @param budget predicts the cost of slurmrestd's list after the first response of slurmrestd or squeue
     */
    Reader next(ListBudget budget) {
        newest = budget.prediction().filter(this::affordable).isPresent() && !rests()
                ? Reader.SLURMRESTD
                : Reader.SQUEUE;
        return newest;
    }

    /**
     * Returns whether slurmrestd may replace a failed squeue. Returns false if slurmrestd's list is known to take too
     * long.
     */
    boolean allowsSlurmrestd(ListBudget budget) {
        boolean tooLong = budget.prediction().filter(list -> !affordable(list)).isPresent();
        return !after.isZero() && !tooLong && !rests();
    }

    private boolean affordable(ListBudget.Prediction list) {
        if (after.isZero()) {
            return false;
        }
        Duration limit = newest == Reader.SQUEUE ? after.dividedBy(RETURN_PART) : after;
        Duration least = SLURMRESTD_OF_RECORD.multipliedBy(list.records());
        Duration took = list.took().orElse(least);
        // A list can be slow for a reason other than its size, so the next list may be fast again.
        boolean tryAgain = least.compareTo(limit) <= 0 && passed(MAX_REST);
        return took.compareTo(limit) <= 0 || tryAgain;
    }

    private boolean rests() {
        return !passed(rest);
    }

    private boolean passed(Duration time) {
        return nanoTime.getAsLong() - restsSince >= time.toNanos();
    }

    /** Records a response of slurmrestd. */
    void answered() {
        failures = 0;
        rest = Duration.ZERO;
        restsSince = nanoTime.getAsLong();
    }

    /** Records a failure of slurmrestd. */
    void failed() {
        Duration next = FIRST_REST.multipliedBy(1L << Math.min(failures, 10));
        rest = next.compareTo(MAX_REST) < 0 ? next : MAX_REST;
        failures++;
        restsSince = nanoTime.getAsLong();
    }
}
