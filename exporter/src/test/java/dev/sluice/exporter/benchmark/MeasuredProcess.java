package dev.sluice.exporter.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A child process, with the resource usage that Linux reports. {@link #close()} stops the process. */
final class MeasuredProcess implements AutoCloseable {

    /** On a busy machine, one poll of 200,000 jobs can take two minutes. */
    private static final int PATIENCE_SECONDS = 600;
    /** The kernel constant USER_HZ is 100 on every Linux architecture with a JVM. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private MeasuredProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(this::readLines, "output of " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts a process, and merges standard error into standard output. */
    static MeasuredProcess start(List<String> command) throws IOException {
        return new MeasuredProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Returns the next line of output. */
    String nextLine() throws InterruptedException {
        return nextLineFor(this);
    }

    /** Returns the next line of output. Fails if another process, which causes this output, has ended. */
    String nextLineFor(MeasuredProcess other) throws InterruptedException {
        for (int second = 0; second < PATIENCE_SECONDS; second++) {
            String line = lines.poll(1, TimeUnit.SECONDS);
            if (line != null) {
                return line;
            }
            if (!other.process.isAlive()) {
                throw new IllegalStateException("a process has ended: " + String.join("\n", other.lines));
            }
        }
        throw new IllegalStateException("no output for " + PATIENCE_SECONDS + " s: " + String.join("\n", other.lines));
    }

    /** Discards the unread output. */
    void skipLines() {
        lines.clear();
    }

    /** Returns the CPU seconds since the start of the process, in steps of 10 ms. */
    double cpuSeconds() throws IOException {
        String stat = Files.readString(proc("stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS])) / TICKS_PER_SECOND;
    }

    /** Returns the peak resident memory (VmHWM), in units of 10^6 bytes. */
    double peakMegabytes() throws IOException {
        return Files.readAllLines(proc("status")).stream()
                        .filter(line -> line.startsWith("VmHWM:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                        .findFirst()
                        .orElseThrow()
                / 1e6;
    }

    private Path proc(String file) {
        return Path.of("/proc", Long.toString(process.pid()), file);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void readLines() {
        try (BufferedReader output = process.inputReader(UTF_8)) {
            output.lines().forEach(lines::add);
        } catch (UncheckedIOException | IOException e) {
            // The process has ended.
        }
    }
}
