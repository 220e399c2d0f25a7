package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.poll.PollConfig;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Reads the job list from slurmrestd or, if configured, from squeue. The first list comes from squeue, which is cheap
 * and shows the number of jobs. Uses slurmrestd if its predicted response time is short enough. After a failure of
 * slurmrestd, uses squeue for a while. Runs on one event loop.
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
    private final PollConfig poll;
    private final LongSupplier nanoTime;
    private Optional<Supplier<Future<Fetched<List<Job>>>>> squeue = Optional.empty();
    /** Maximum time of slurmrestd's list. */
    private Duration after = Duration.ZERO;

    private final ListTime time;
    private boolean squeueIsNewest = true;
    private int failures;
    private long restsSince;
    private Duration rest = Duration.ZERO;

    /**
     * Creates a reader that reads slurmrestd.
     *
     * @param slurmrestd returns the job list of slurmrestd, within a timeout
     */
    public JobsReader(
            Function<Duration, Future<Fetched<List<Job>>>> slurmrestd, PollConfig poll, LongSupplier nanoTime) {
        this.slurmrestd = slurmrestd;
        this.poll = poll;
        this.nanoTime = nanoTime;
        this.time = new ListTime(poll.jobsTimeout(), nanoTime);
        this.restsSince = nanoTime.getAsLong();
    }

    /**
     * Uses squeue, too. Call this method before the first list.
     *
     * @param jobs returns the job list of squeue
     * @param limit maximum time that slurmrestd may take for the list; if slurmrestd takes longer, the reader uses
     *     squeue; if the time is zero, the reader always uses squeue
     */
    public void useSqueue(Supplier<Future<Fetched<List<Job>>>> jobs, Duration limit) {
        squeue = Optional.of(jobs);
        after = limit;
    }

    /** Returns all jobs. */
    public Future<Fetched<List<Job>>> jobs() {
        if (squeue.isEmpty()) {
            return time.read(slurmrestd);
        }
        squeueIsNewest = time.records().filter(this::isAffordable).isEmpty() || rests();
        if (!squeueIsNewest) {
            return slurmrestd().recover(failure -> instead(failure, squeue(), "slurmrestd", "squeue"));
        }
        return squeue().recover(failure -> {
            boolean tooLong = after.isZero()
                    || time.records().filter(records -> !isAffordable(records)).isPresent();
            return tooLong || rests()
                    ? Future.failedFuture(failure)
                    : instead(failure, slurmrestd(), "squeue", "slurmrestd");
        });
    }

    private Future<Fetched<List<Job>>> slurmrestd() {
        // A timeout of minutes has no advantage if squeue reads the jobs as soon as slurmrestd takes longer.
        Duration patience = Collections.max(List.of(poll.timeout(), after.multipliedBy(2)));
        return time.read(timeout -> slurmrestd.apply(Collections.min(List.of(timeout, patience))))
                .onSuccess(unused -> {
                    failures = 0;
                    restFor(Duration.ZERO);
                })
                .onFailure(unused -> {
                    Duration next = FIRST_REST.multipliedBy(1L << Math.min(failures, 10));
                    failures++;
                    restFor(Collections.min(List.of(next, MAX_REST)));
                });
    }

    private Future<Fetched<List<Job>>> squeue() {
        return squeue.orElseThrow()
                .get()
                .onSuccess(fetched -> time.counted(fetched.value().size()));
    }

    private boolean isAffordable(long records) {
        Duration limit = squeueIsNewest ? after.dividedBy(RETURN_PART) : after;
        Duration least = SLURMRESTD_OF_RECORD.multipliedBy(records);
        // A list can be slow for a reason other than its size, so the next list may be fast again.
        boolean tryAgain = least.compareTo(limit) <= 0 && passed(MAX_REST);
        return !after.isZero() && (time.predicted().orElse(least).compareTo(limit) <= 0 || tryAgain);
    }

    private boolean rests() {
        return !passed(rest);
    }

    private void restFor(Duration duration) {
        rest = duration;
        restsSince = nanoTime.getAsLong();
    }

    private boolean passed(Duration duration) {
        return nanoTime.getAsLong() - restsSince >= duration.toNanos();
    }

    private static Future<Fetched<List<Job>>> instead(
            Throwable failure, Future<Fetched<List<Job>>> second, String failed, String read) {
        return second.map(fetched -> new Fetched<>(
                        fetched.value(),
                        fetched.apiVersion(),
                        fetched.release(),
                        fetched.bytes(),
                        fetched.unreadable(),
                        Optional.of(failed + " failed, " + read + " was read: " + message(failure))))
                .recover(other -> Future.failedFuture(
                        failure instanceof FetchFailure known
                                ? new FetchFailure(
                                        known.kind(), known.message() + "; and " + read + ": " + message(other))
                                : other));
    }

    private static String message(Throwable failure) {
        return failure instanceof FetchFailure known ? known.message() : String.valueOf(failure.getMessage());
    }
}
