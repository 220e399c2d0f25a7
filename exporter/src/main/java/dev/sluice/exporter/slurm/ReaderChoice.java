package dev.sluice.exporter.slurm;

import dev.sluice.exporter.poll.ListBudget;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * From which of the two the next list of jobs is read. The first one comes from squeue: it costs little, and shows how many
 * jobs there are. slurmrestd is asked where it is predicted to answer soon, and left alone for a while after a failure.
 */
final class ReaderChoice {

    /** What slurmrestd needs at least for the record of one job, before it has been asked. */
    static final Duration SLURMRESTD_OF_RECORD = Duration.ofNanos(600_000);

    /** Back to slurmrestd only where it is predicted to need this part of the time at which it was left. */
    private static final int RETURN_PART = 2;

    private static final Duration FIRST_REST = Duration.ofMinutes(1);
    static final Duration MAX_REST = Duration.ofMinutes(30);

    private final Duration after;
    private final LongSupplier nanoTime;
    private Reader newest = Reader.SQUEUE;
    private int failures;
    private long restsSince;
    private Duration rest = Duration.ZERO;

    /** Where jobs are read. */
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
     * The reader to ask now.
     *
     * @param budget predicts what slurmrestd's list would cost, from the first answer of either on
     */
    Reader next(ListBudget budget) {
        newest = budget.prediction().filter(this::affordable).isPresent() && !rests()
                ? Reader.SLURMRESTD
                : Reader.SQUEUE;
        return newest;
    }

    /** Whether slurmrestd may be asked where squeue has failed: not for a list that is known to take too long. */
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
        // What was slow for another reason than its size may be fast again.
        boolean tryAgain = least.compareTo(limit) <= 0 && passed(MAX_REST);
        return took.compareTo(limit) <= 0 || tryAgain;
    }

    private boolean rests() {
        return !passed(rest);
    }

    private boolean passed(Duration time) {
        return nanoTime.getAsLong() - restsSince >= time.toNanos();
    }

    /** slurmrestd has answered. */
    void answered() {
        failures = 0;
        rest = Duration.ZERO;
        restsSince = nanoTime.getAsLong();
    }

    /** slurmrestd has failed. */
    void failed() {
        Duration next = FIRST_REST.multipliedBy(1L << Math.min(failures, 10));
        rest = next.compareTo(MAX_REST) < 0 ? next : MAX_REST;
        failures++;
        restsSince = nanoTime.getAsLong();
    }
}
