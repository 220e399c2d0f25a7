package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One call of a program, without a shell, without input and with an environment of its own. It ends, with all programs that
 * it has started, when its deadline passes or its output is refused.
 *
 * @param words the program and its arguments
 * @param environment all of its environment
 * @param deadline the time that it has
 */
record Command(List<String> words, Map<String, String> environment, Duration deadline) {

    private static final int BUFFER_BYTES = 1 << 16;

    private static final Pattern SYSTEM_WORDS = Pattern.compile("error[=:] ?\\d+(?:, | \\()([^)]+)");

    /** What a program says of a failure is a line or two. */
    private static final int MAX_ERROR_BYTES = 4_096;

    /** For the program to end once its output has, or once it is killed. */
    private static final Duration END = Duration.ofSeconds(5);

    Command {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    /** Takes the output as it arrives. */
    @FunctionalInterface
    interface Output {

        /**
         * Takes the next bytes.
         *
         * @throws FetchFailure if nothing more is to come
         */
        void bytes(byte[] bytes, int length) throws FetchFailure;
    }

    /**
     * How a program ended.
     *
     * @param code its exit code
     * @param error the beginning of what it printed as errors
     * @param bytes size of its output
     */
    record Exit(int code, String error, long bytes) {}

    /** Runs the program to its end. Blocks: for a thread of its own. */
    Exit run(Output output) throws FetchFailure {
        Process process = start();
        Ending ending = new Ending(process);
        ErrorText error = new ErrorText(process.getErrorStream());
        thread("deadline of " + program(), () -> ending.endAfter(deadline));
        Thread errors = thread("errors of " + program(), error::read);
        try {
            long bytes = read(process.getInputStream(), output, ending);
            if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
                ending.end();
            }
            errors.join(END.toMillis());
            if (ending.late()) {
                throw late(error.text());
            }
            return new Exit(process.waitFor(), error.text(), bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FetchFailure(FailureKind.UNREACHABLE, "waiting for " + program() + " was interrupted");
        } finally {
            ending.end();
        }
    }

    private Process start() throws FetchFailure {
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new FetchFailure(FailureKind.UNREACHABLE, "cannot run " + program() + ": " + reason(e));
        }
    }

    /**
     * The system's words: Java 17 says {@code Cannot run program "…": error=2, No such file or directory}, and Java 25
     * {@code …: error: 2 (No such file or directory)}.
     */
    private static String reason(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        Matcher words = SYSTEM_WORDS.matcher(message);
        return words.find() ? words.group(1) : message;
    }

    private long read(InputStream in, Output output, Ending ending) throws FetchFailure {
        byte[] buffer = new byte[BUFFER_BYTES];
        long bytes = 0;
        try {
            for (int length = in.read(buffer); length >= 0 && !ending.late(); length = in.read(buffer)) {
                bytes += length;
                output.bytes(buffer, length);
            }
        } catch (IOException e) {
            if (!ending.late()) {
                throw new FetchFailure(FailureKind.UNREACHABLE, "cannot read the output of " + program());
            }
        }
        return bytes;
    }

    /** What it complained about meanwhile says why: a squeue without slurm.conf tries again for a minute. */
    private FetchFailure late(String error) {
        String complaint = error.isEmpty() ? "" : ": " + SqueueFailure.shortened(error);
        return new FetchFailure(
                FailureKind.TIMEOUT,
                program() + " was killed: it took longer than " + deadline.toSeconds() + " s" + complaint);
    }

    String program() {
        return words.get(0);
    }

    private static Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** The end of a program, at once or later; with it go the programs that it has started. */
    private static final class Ending {

        private final Process process;
        private volatile boolean late;

        Ending(Process process) {
            this.process = process;
        }

        boolean late() {
            return late;
        }

        void endAfter(Duration deadline) {
            try {
                if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                    late = true;
                    end();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void end() {
            if (process.isAlive()) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }

    /** The beginning of the errors; the rest is read and dropped, so that the program does not wait. */
    private static final class ErrorText {

        private final InputStream in;
        private volatile String text = "";

        ErrorText(InputStream in) {
            this.in = in;
        }

        String text() {
            return text;
        }

        void read() {
            try {
                text = new String(in.readNBytes(MAX_ERROR_BYTES), StandardCharsets.UTF_8).strip();
                in.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                // The program has been killed: why is said elsewhere.
                text = text.isEmpty() ? "" : text;
            }
        }
    }
}
