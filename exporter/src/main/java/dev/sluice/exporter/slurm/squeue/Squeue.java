package dev.sluice.exporter.slurm.squeue;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.TokenReader;
import dev.sluice.exporter.slurm.decode.RecordUse;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Reads the full job list with the command squeue, and the requests of pending jobs with the command scontrol. These
 * commands and slurmrestd get the same records from slurmctld, but slurmrestd needs minutes to write many records as
 * JSON. Each call runs on its own thread, and only one call runs at a time.
 */
public final class Squeue {

    /** Time that the thread needs to detect that squeue was killed. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int RANDOM_LETTERS = 4;
    private static final int SHARE_OF_HEAP = 2;

    private final Vertx vertx;
    private final SlurmProgram program;
    private final TokenReader token;
    private final RecordUse use;
    private final UserNames users;
    private final SecureRandom random = new SecureRandom();
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile boolean closed;
    // Used only by the thread of the current call. Only one call runs at a time.
    private final ShownRequests requests;

    /**
     * Reads the requests of jobs with the command scontrol. Blocks the calling thread.
     *
     * @param deadline maximum time of a call for all jobs
     */
    private record Scontrol(SlurmProgram program, Duration deadline, int maxRecords) implements ShownRequests.Source {

        /** Maximum time of a call for one job, so that several such calls do not take minutes if slurmctld hangs. */
        private static final Duration ONE_JOB_DEADLINE = Duration.ofSeconds(5);

        private static final List<String> SHOW_JOBS = List.of("--all", "--oneliner", "show", "job");

        @Override
        public void all(BiConsumer<Long, ShownRequest> listener) throws FetchFailure {
            ScontrolRecords records = new ScontrolRecords(listener);
            run(SHOW_JOBS, deadline, (bytes, length) -> {
                records.feed(bytes, length);
                if (records.count() > maxRecords) {
                    throw FetchFailure.tooLarge(program.path() + " shows more than " + maxRecords + " job records");
                }
            });
            records.end();
        }

        @Override
        public Optional<ShownRequest> one(long job) {
            List<String> arguments = new ArrayList<>(SHOW_JOBS);
            arguments.add(Long.toString(job));
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            try {
                run(
                        arguments,
                        ONE_JOB_DEADLINE,
                        (bytes, length) -> output.write(
                                bytes, 0, Math.min(length, ScontrolRecords.MAX_RECORD_BYTES - output.size())));
            } catch (FetchFailure e) {
                // scontrol fails if slurmctld has removed the job meanwhile.
                return Optional.empty();
            }
            return ScontrolRecords.ofOne(job, output.toString(StandardCharsets.ISO_8859_1));
        }

        private void run(List<String> arguments, Duration limit, Command.Output output) throws FetchFailure {
            program.call(limit, arguments).run(output).check(program, "");
        }
    }

    /**
     * Creates the reader. Does not run squeue.
     *
     * @param token the token of each call; without a token, the command authenticates like every local command
     * @param names returns the name of a user that this host does not know, by the user's ID and one of the user's
     *     jobs; empty if the name is unknown or the job has another owner; called on the event loop
     * @param nanoTime elapsed time, for the age of requests
     */
    public Squeue(
            Vertx vertx,
            SlurmProgram program,
            TokenReader token,
            BiFunction<Long, Long, Future<Optional<String>>> names,
            RecordUse use,
            LongSupplier nanoTime) {
        this.vertx = vertx;
        this.program = program;
        this.token = token;
        this.users = new UserNames(names);
        this.use = use;
        this.requests = new ShownRequests(nanoTime);
    }

    /** Returns all jobs that slurmctld knows. */
    public Future<Fetched<List<Job>>> jobs(Duration deadline) {
        return token.read()
                .compose(current ->
                        jobs(deadline, current.map(program::authenticatedBy).orElse(program)))
                .onSuccess(unused -> users.request());
    }

    private Future<Fetched<List<Job>>> jobs(Duration deadline, SlurmProgram authenticated) {
        if (!running.compareAndSet(false, true)) {
            return Future.failedFuture(FetchFailure.withoutRequest(
                    FailureKind.TIMEOUT, "an earlier call of " + program.path() + " has not ended"));
        }
        Duration whole =
                deadline.multipliedBy(2).plus(SlurmProgram.VERSION_DEADLINE).plus(GRACE);
        return new BlockingCall<>("running " + program.path(), whole, () -> {
                    try {
                        return read(deadline, authenticated);
                    } finally {
                        running.set(false);
                    }
                })
                .result(vertx)
                .compose(fetched -> closed ? Future.failedFuture(stopping()) : Future.succeededFuture(fetched))
                .recover(failure -> Future.failedFuture(
                        failure instanceof FetchFailure known
                                ? known
                                : new FetchFailure(FailureKind.TIMEOUT, String.valueOf(failure.getMessage()))));
    }

    /**
     * Closes the reader. Kills the commands of a running call, and drops the result of the call.
     */
    public void close() {
        closed = true;
        Command.killAll(program.environment());
    }

    private static FetchFailure stopping() {
        return FetchFailure.withoutRequest(FailureKind.UNREACHABLE, "the exporter stops");
    }

    private Fetched<List<Job>> read(Duration deadline, SlurmProgram authenticated) throws FetchFailure {
        String release = authenticated.release();
        Scontrol scontrol = new Scontrol(authenticated.scontrol(), deadline, use.maxRecords());
        if (use.scaling()) {
            requests.nextList(scontrol);
        }
        SqueueLines.Format format = new SqueueLines.Format(SqueueColumn.of(release, use), randomLetters());
        SqueueJobs jobs = new SqueueJobs(
                format,
                Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP,
                id -> use.scaling() ? requests.of(id, scontrol) : Optional.empty(),
                users,
                use);
        SqueueLines lines = new SqueueLines(format, jobs);
        Command.Exit exit = authenticated
                .call(deadline, List.of("-h", "-r", "-a", "-t", "all", "--noconvert", "-O", format.option()))
                .run(lines::feed);
        exit.check(program, release);
        lines.end();
        List<Job> list = jobs.end();
        if (list.isEmpty() && jobs.unreadable() > 0) {
            throw FetchFailure.undecodable("none of the " + jobs.unreadable() + " lines of squeue can be read");
        }
        requests.endList();
        return new Fetched<>(
                Optional.of(list), SourceStatus.SQUEUE, release, exit.bytes(), jobs.unreadable(), requests.problem());
    }

    /**
     * Returns random letters, without digits. If a digit followed the separator's first character, squeue would not
     * treat the digit as part of the separator.
     */
    private String randomLetters() {
        return random.ints(RANDOM_LETTERS, 0, LETTERS.length())
                .mapToObj(index -> LETTERS.substring(index, index + 1))
                .collect(Collectors.joining());
    }
}
