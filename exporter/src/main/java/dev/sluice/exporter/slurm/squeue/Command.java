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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One run of a program without a shell and without input. The program has its own environment. All child programs end
 * with the program; both are killed if the deadline passes or the output is refused.
 *
 * @param words program and its arguments
 * @param environment the complete environment
 * @param deadline time limit of the run
 */
record Command(List<String> words, Map<String, String> environment, Duration deadline) {

    private static final int BUFFER_BYTES = 1 << 16;

    private static final Pattern SYSTEM_WORDS = Pattern.compile("error[=:] ?\\d+(?:, | \\()([^)]+)");

    /** Maximum size of the stored error output. Programs report a failure in one or two lines. */
    private static final int MAX_ERROR_BYTES = 4_096;

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

    /**
     * The exit of a program.
     *
     * @param code exit code
     * @param error beginning of the error output
     * @param bytes size of the output in bytes
     */
    record Exit(int code, String error, long bytes) {}

    /** Runs the program until the program exits. Blocks the calling thread. */
    Exit run(Output output) throws FetchFailure {
        ProcessMark mark = ProcessMark.unique("SLUICE_CALL");
        Process process = start(mark);
        Ending ending = new Ending(process, mark);
        ErrorText error = new ErrorText(process.getErrorStream());
        thread("deadline of " + program(), () -> ending.endAfter(deadline));
        Thread errors = thread("errors of " + program(), error::read);
        try {
            long bytes = read(process.getInputStream(), output, ending);
            ending.outputEnded();
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
            ending.outputEnded();
            ending.end();
        }
    }

    private Process start(ProcessMark mark) throws FetchFailure {
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().clear();
        builder.environment().putAll(environment);
        mark.in(builder.environment());
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

    private long read(InputStream in, Output output, Ending ending) throws FetchFailure {
        byte[] buffer = new byte[BUFFER_BYTES];
        long bytes = 0;
        try {
            for (int length = in.read(buffer); length >= 0 && !ending.late(); length = in.read(buffer)) {
                bytes += length;
                output.bytes(buffer, length);
            }
        } catch (FetchFailure e) {
            throw e;
        } catch (IOException e) {
            if (!ending.late()) {
                throw new FetchFailure(FailureKind.UNREACHABLE, "cannot read the output of " + program());
            }
        }
        return bytes;
    }

    /**
     * Returns the failure with the error output that has been read, because this output shows the reason. For example,
     * squeue without slurm.conf retries for a minute.
     */
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

    /** Kills a program and its child programs, now or at a deadline. */
    private static final class Ending {

        private final Process process;
        private final ProcessMark mark;
        private final CountDownLatch output = new CountDownLatch(1);
        private volatile boolean late;

        Ending(Process process, ProcessMark mark) {
            this.process = process;
            this.mark = mark;
        }

        void outputEnded() {
            output.countDown();
        }

        boolean late() {
            return late;
        }

        void endAfter(Duration deadline) {
            try {
                if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                    late = true;
                    end();
                } else if (!output.await(OUTPUT_END.toMillis(), TimeUnit.MILLISECONDS)) {
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
            mark.end();
        }
    }

    /**
     * The beginning of the error output; the remaining error output is read and dropped, so that the program does not
     * block.
     */
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
                // Ignored, because the program was killed and another failure reports the reason.
                text = text.isEmpty() ? "" : text;
            }
        }
    }
}
