package dev.sluice.exporter.slurm.squeue;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.decode.JobParts;
import dev.sluice.exporter.slurm.records.JobRecords;
import dev.sluice.exporter.slurm.schema.RecordUse;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the full job list with the command squeue. squeue and slurmrestd get the same records from slurmctld, but
 * slurmrestd needs minutes to write many records as JSON. Each call of squeue runs on its own thread, and only one call
 * runs at a time.
 */
public final class Squeue {

    /** Deadline of {@code squeue --version}, which contacts no server. */
    private static final Duration VERSION_DEADLINE = Duration.ofSeconds(10);

    /** Time that the thread needs to detect that squeue was killed. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** The environment variable that squeue gets; the variable selects the cluster. */
    private static final String CONFIGURATION = "SLURM_CONF";

    /** Matches {@code slurm 24.11.5} and, on Debian, {@code slurm-wlm 24.11.5}. */
    private static final Pattern VERSION = Pattern.compile("(?m)^slurm\\S* (\\d{2}\\.\\d{2}[A-Za-z0-9.~-]{0,20})\\s*$");

    private static final int VERSION_BYTES = 1_000;
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int RANDOM_LETTERS = 4;
    private static final int SHARE_OF_HEAP = 2;

    private final Vertx vertx;
    private final String program;
    private final Map<String, String> environment;
    private final RecordUse use;
    private final SecureRandom random = new SecureRandom();
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile boolean closed;
    // Used only by the thread of the current call. Only one call runs at a time.
    private final JobRecords records = new JobRecords();
    private final JobParts parts = new JobParts();

    /**
     * Creates the reader. Does not run squeue.
     *
     * @param program the command
     * @param environment environment of this process; squeue gets the variable {@code SLURM_CONF}
     * @param use what the records are used for
     */
    public Squeue(Vertx vertx, Path program, Map<String, String> environment, RecordUse use) {
        this.vertx = vertx;
        this.program = program.toAbsolutePath().toString();
        this.environment = environment(environment);
        this.use = use;
    }

    private static Map<String, String> environment(Map<String, String> own) {
        Map<String, String> environment = new HashMap<>();
        environment.put("SLURM_TIME_FORMAT", "%s");
        environment.put("SLURM_BITSTR_LEN", "0");
        environment.put("TZ", "UTC");
        environment.put("LC_ALL", "C");
        Optional.ofNullable(own.get(CONFIGURATION)).ifPresent(file -> environment.put(CONFIGURATION, file));
        return environment;
    }

    /** Returns all jobs that slurmctld knows. */
    public Future<Fetched<List<Job>>> jobs(Duration deadline) {
        if (!running.compareAndSet(false, true)) {
            return Future.failedFuture(FetchFailure.withoutRequest(
                    FailureKind.TIMEOUT, "an earlier call of " + program + " has not ended"));
        }
        Duration whole = deadline.plus(VERSION_DEADLINE).plus(GRACE);
        return new BlockingCall<>("running " + program, whole, () -> {
                    try {
                        return read(deadline);
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
     * Closes the reader. A running call ends at its deadline or with the process, whichever is earlier. The result of
     * this call is dropped.
     */
    public void close() {
        closed = true;
    }

    private static FetchFailure stopping() {
        return FetchFailure.withoutRequest(FailureKind.UNREACHABLE, "the exporter stops");
    }

    private Fetched<List<Job>> read(Duration deadline) throws FetchFailure {
        String release = release();
        SqueueFormat format = SqueueFormat.of(SqueueColumn.of(release, use), randomLetters());
        SqueueJobs jobs = new SqueueJobs(
                format,
                new SqueueJobs.Limits(use.maxRecords(), Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP),
                records,
                parts);
        SqueueLines lines = new SqueueLines(format, jobs);
        boolean whole = false;
        try {
            Command.Exit exit = command(
                            deadline, List.of("-h", "-r", "-a", "-t", "all", "--noconvert", "-O", format.option()))
                    .run(lines::feed);
            Optional<FetchFailure> failure = SqueueFailure.of(exit, program, release);
            if (failure.isPresent()) {
                throw failure.get();
            }
            lines.end();
            List<Job> list = jobs.end();
            if (list.isEmpty() && jobs.unreadable() > 0) {
                throw SqueueLines.undecodable("none of the " + jobs.unreadable() + " lines of squeue can be read");
            }
            whole = true;
            return new Fetched<>(
                    Optional.of(list), SourceStatus.SQUEUE, release, exit.bytes(), jobs.unreadable(), Optional.empty());
        } finally {
            if (!whole) {
                jobs.abandon();
                records.texts().clear();
            }
        }
    }

    private String release() throws FetchFailure {
        return release(command(VERSION_DEADLINE, List.of("--version")));
    }

    private Command command(Duration deadline, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(program));
        words.addAll(arguments);
        return new Command(words, environment, deadline);
    }

    /**
     * Returns the release of squeue, such as {@code 24.11.5}. Blocks the calling thread.
     *
     * @throws FetchFailure if the program cannot be run or is not squeue
     */
    public static String release(Path program, Map<String, String> environment) throws FetchFailure {
        return release(new Command(
                List.of(program.toAbsolutePath().toString(), "--version"), environment(environment), VERSION_DEADLINE));
    }

    private static String release(Command command) throws FetchFailure {
        StringBuilder text = new StringBuilder();
        Command.Exit exit = command.run((bytes, length) -> {
            if (text.length() < VERSION_BYTES) {
                text.append(new String(bytes, 0, Math.min(length, VERSION_BYTES), StandardCharsets.US_ASCII));
            }
        });
        Optional<FetchFailure> failure = SqueueFailure.of(exit, command.program(), "");
        if (failure.isPresent()) {
            throw failure.get();
        }
        Matcher version = VERSION.matcher(text);
        if (!version.find()) {
            throw SqueueLines.undecodable(command.program() + " --version does not print a release of Slurm");
        }
        return version.group(1);
    }

    /**
     * Returns random letters, without digits. If a digit followed the separator's first character, squeue would not
     * treat the digit as part of the separator.
     */
    private String randomLetters() {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < RANDOM_LETTERS; i++) {
            letters.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return letters.toString();
    }
}
