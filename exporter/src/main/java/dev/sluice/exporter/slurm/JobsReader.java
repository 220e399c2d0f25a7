package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.poll.ListBudget;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Reads the job list from slurmrestd or squeue. Uses squeue if squeue is configured and slurmrestd fails, is too slow,
 * or has a list over the budget. Runs on one event loop.
 */
public final class JobsReader {

    private final Function<Duration, Future<Fetched<List<Job>>>> slurmrestd;
    private final Runnable forget;
    private final Supplier<Future<Fetched<List<Job>>>> squeue;
    private final ListBudget budget;
    private final ReaderChoice choice;
    private boolean squeueIsNewest;

    /**
     * Creates the reader without reading anything.
     *
     * @param slurmrestd returns the job list of slurmrestd, within a deadline
     * @param forget makes the next request to slurmrestd a request for the full list, not only for changes
     * @param squeue returns the job list of squeue
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
        this.choice = new ReaderChoice(after, nanoTime);
    }

    /** Returns all jobs. */
    public Future<Fetched<List<Job>>> jobs() {
        return switch (choice.next(budget)) {
            case SLURMRESTD -> slurmrestd().recover(failure -> instead(failure, squeue(), "slurmrestd", "squeue"));
            case SQUEUE ->
                squeue().recover(failure -> choice.allowsSlurmrestd(budget)
                        ? instead(failure, slurmrestd(), "squeue", "slurmrestd")
                        : Future.failedFuture(failure));
        };
    }

    private Future<Fetched<List<Job>>> slurmrestd() {
        if (squeueIsNewest) {
            forget.run();
        }
        return budget.read(slurmrestd, List::size)
                .onSuccess(unused -> {
                    squeueIsNewest = false;
                    choice.answered();
                })
                .onFailure(unused -> choice.failed());
    }

    private Future<Fetched<List<Job>>> squeue() {
        return squeue.get().onSuccess(fetched -> {
            squeueIsNewest = true;
            fetched.value().ifPresent(jobs -> budget.counted(jobs.size()));
        });
    }

    private static Future<Fetched<List<Job>>> instead(
            Throwable failure, Future<Fetched<List<Job>>> second, String failed, String read) {
        return second.map(fetched -> new Fetched<>(
                        fetched.value(),
                        fetched.apiVersion(),
                        fetched.release(),
                        fetched.bytes(),
                        fetched.unreadable(),
                        problem(failure, failed + " failed, " + read + " was read: ")
                                .or(fetched::problem)))
                .recover(other -> Future.failedFuture(both(failure, other, read)));
    }

    /** Returns the problem to report. A list over the budget is not a problem, because squeue handles this case. */
    private static Optional<String> problem(Throwable failure, String what) {
        return failure instanceof FetchFailure known && known.kind() == FailureKind.OVER_BUDGET
                ? Optional.empty()
                : Optional.of(what + message(failure));
    }

    private static Throwable both(Throwable first, Throwable second, String read) {
        return first instanceof FetchFailure known
                ? new FetchFailure(known.kind(), known.message() + "; and " + read + ": " + message(second))
                : second;
    }

    private static String message(Throwable failure) {
        return failure instanceof FetchFailure known ? known.message() : String.valueOf(failure.getMessage());
    }
}
