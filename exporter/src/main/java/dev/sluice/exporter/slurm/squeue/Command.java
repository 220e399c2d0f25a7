package dev.sluice.exporter.slurm.squeue;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One run of a program without a shell and without input. The program has its own environment. All child programs end
 * with the program; both are killed if the deadline passes or the output is refused.
 *
 * @param environment the complete environment, with {@link #MARK}, except for the mark of the run
 */
record Command(List<String> words, Map<String, String> environment, Duration deadline) {

    /**
     * The environment variable that marks a program and all its descendants. A descendant keeps the mark after its
     * parent has exited, when it is no longer known as a descendant.
     */
    static final String MARK = "SLUICE_READER";

    /** The same for one run: while squeue writes its list, the reader also runs scontrol. */
    private static final String RUN = "SLUICE_RUN";

    private static final int BUFFER_BYTES = 1 << 16;

    private static final Pattern SYSTEM_WORDS = Pattern.compile("error[=:] ?\\d+(?:, | \\()([^)]+)");

    /** Maximum size of the stored error output. Programs report a failure in one or two lines. */
    private static final int MAX_ERROR_BYTES = 4_096;

    /** Maximum length of the error output in messages. */
    private static final int MAX_SHOWN_ERROR = 300;

    /** Time for the program to exit after the end of its output or after a kill. */
    private static final Duration END = Duration.ofSeconds(5);

    /** Time for the output to end after the exit of the program. A child program may keep the output open. */
    private static final Duration OUTPUT_END = Duration.ofSeconds(1);

    Command {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    /** Receives the output while the output arrives. */
    @FunctionalInterface
    interface Output {

        /**
         * Receives the next bytes of the output.
         *
         * @throws FetchFailure to refuse the remaining output
         */
        void bytes(byte[] bytes, int length) throws FetchFailure;
    }

    /** The exit of a program. */
    record Exit(int code, String error, long bytes) {

        private static final Pattern COLUMN = Pattern.compile("Invalid job format specification: ([A-Za-z_-]{1,40})");

        private static final Map<String, FailureKind> KINDS = Map.of(
                "authentication", FailureKind.UNAUTHORIZED,
                "munge", FailureKind.UNAUTHORIZED,
                "access/permission denied", FailureKind.UNAUTHORIZED,
                "unable to contact slurm controller", FailureKind.UNREACHABLE,
                "could not establish a configuration source", FailureKind.UNREACHABLE,
                "timed out", FailureKind.TIMEOUT);

        /**
         * Fails if the program failed. An unknown column is a failure, although squeue does not treat an unknown column
         * as an error.
         */
        void check(SlurmProgram program, String release) throws FetchFailure {
            Matcher column = COLUMN.matcher(error);
            if (column.find()) {
                throw new FetchFailure(
                        FailureKind.UNEXPECTED_STATUS,
                        program.path() + " of Slurm " + release + " has no column " + column.group(1)
                                + "; use a newer squeue, or remove slurm.squeue");
            }
            if (code != 0) {
                String text = error.isEmpty() ? "no explanation" : error;
                throw new FetchFailure(
                        kind(text), program.path() + " ended with exit code " + code + ": " + shortened(text));
            }
        }

        private static FailureKind kind(String text) {
            String lower = text.toLowerCase(Locale.ROOT);
            return KINDS.entrySet().stream()
                    .filter(known -> lower.contains(known.getKey()))
                    .map(Map.Entry::getValue)
                    // Uses the first match in enum order, because the order of the map can vary.
                    .sorted()
                    .findFirst()
                    .orElse(FailureKind.UNEXPECTED_STATUS);
        }
    }

    /** Runs the program until the program exits. Blocks the calling thread. */
    Exit run(Output output) throws FetchFailure {
        String mark = UUID.randomUUID().toString();
        Process process = start(mark);
        AtomicBoolean late = new AtomicBoolean();
        CompletableFuture<String> error = new CompletableFuture<>();
        Thread errors = new Thread(() -> readErrors(process.getErrorStream(), error), "errors of " + program());
        errors.setDaemon(true);
        errors.start();
        CompletableFuture<?> overdue = CompletableFuture.runAsync(
                () -> {
                    late.set(process.isAlive());
                    kill(process, mark);
                },
                after(deadline));
        CompletableFuture<?> heldOpen = process.onExit().thenRunAsync(() -> kill(process, mark), after(OUTPUT_END));
        try {
            long bytes = read(process.getInputStream(), output, late);
            if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
                kill(process, mark);
            }
            String text = error.completeOnTimeout("", END.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            if (late.get()) {
                throw late(text);
            }
            return new Exit(process.waitFor(), text, bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FetchFailure(FailureKind.UNREACHABLE, "waiting for " + program() + " was interrupted");
        } finally {
            overdue.cancel(false);
            heldOpen.cancel(false);
            kill(process, mark);
        }
    }

    private Process start(String mark) throws FetchFailure {
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put(RUN, mark);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new FetchFailure(FailureKind.UNREACHABLE, "cannot run " + program() + ": " + reason(e));
        }
    }

    /**
     * Returns the operating system's message. Java 17 says
     * {@code Cannot run program "…": error=2, No such file or directory}, and Java 25
     * {@code …: error: 2 (No such file or directory)}.
     */
    private static String reason(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        Matcher words = SYSTEM_WORDS.matcher(message);
        return words.find() ? words.group(1) : message;
    }

    private long read(InputStream in, Output output, AtomicBoolean late) throws FetchFailure {
        byte[] buffer = new byte[BUFFER_BYTES];
        long bytes = 0;
        try {
            for (int length = in.read(buffer); length >= 0 && !late.get(); length = in.read(buffer)) {
                bytes += length;
                output.bytes(buffer, length);
            }
        } catch (FetchFailure e) {
            throw e;
        } catch (IOException e) {
            if (!late.get()) {
                throw new FetchFailure(FailureKind.UNREACHABLE, "cannot read the output of " + program());
            }
        }
        return bytes;
    }

    /** Drops the error output after its beginning, so that the program does not block. */
    private static void readErrors(InputStream in, CompletableFuture<String> beginning) {
        try {
            beginning.complete(new String(in.readNBytes(MAX_ERROR_BYTES), UTF_8).strip());
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The program was killed, and another failure reports the reason.
            beginning.complete("");
        }
    }

    /**
     * Returns the failure with the error output that has been read, because this output shows the reason. For example,
     * squeue without slurm.conf retries for a minute.
     */
    private FetchFailure late(String error) {
        String complaint = error.isEmpty() ? "" : ": " + shortened(error);
        return new FetchFailure(
                FailureKind.TIMEOUT,
                program() + " was killed: it took longer than " + deadline.toSeconds() + " s" + complaint);
    }

    private static String shortened(String error) {
        return error.substring(0, Math.min(MAX_SHOWN_ERROR, error.length()));
    }

    private String program() {
        return words.get(0);
    }

    private static Executor after(Duration time) {
        return CompletableFuture.delayedExecutor(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static void kill(Process process, String mark) {
        if (process.isAlive()) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        killMarked(RUN + "=" + mark);
    }

    /** Kills all processes of the reader with this environment. */
    static void killAll(Map<String, String> environment) {
        killMarked(MARK + "=" + environment.get(MARK));
    }

    /** Without /proc, no process is found. */
    private static void killMarked(String mark) {
        ProcessHandle.allProcesses().filter(process -> has(mark, process)).forEach(ProcessHandle::destroyForcibly);
    }

    private static boolean has(String mark, ProcessHandle process) {
        try (InputStream environment = new FileInputStream("/proc/" + process.pid() + "/environ")) {
            return new String(environment.readAllBytes(), ISO_8859_1).contains(mark);
        } catch (IOException e) {
            // The process has exited, or belongs to another user.
            return false;
        }
    }
}
