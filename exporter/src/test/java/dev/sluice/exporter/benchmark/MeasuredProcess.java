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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A child process, with the resource usage that Linux reports. {@link #close()} stops the process. */
final class MeasuredProcess implements AutoCloseable {

    /** On a busy machine, one poll of 200,000 jobs can take two minutes. */
    private static final int PATIENCE_SECONDS = 600;
    /** The kernel constant USER_HZ is 100 on every Linux architecture with a JVM. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;

    /** The last line of a class histogram: the number and the bytes of all objects. */
    private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+)");

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

    int threads() throws IOException {
        return Files.readAllLines(proc("status")).stream()
                .filter(line -> line.startsWith("Threads:"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the number of open file descriptors. */
    int descriptors() throws IOException {
        try (Stream<Path> open = Files.list(proc("fd"))) {
            return (int) open.count();
        }
    }

    /** Returns the size of the live objects of a Java process, in units of 10^6 bytes. */
    double liveMegabytes() throws IOException, InterruptedException {
        Matcher total = TOTAL.matcher(jcmd("GC.class_histogram"));
        if (!total.find()) {
            throw new IOException("jcmd prints no total");
        }
        return Double.parseDouble(total.group(1)) / 1e6;
    }

    private String jcmd(String command) throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        return output(jcmd, Long.toString(process.pid()), command);
    }

    /** Sends a signal, such as STOP. */
    void signal(String name) throws IOException, InterruptedException {
        output("kill", "-" + name, Long.toString(process.pid()));
    }

    private static String output(String... command) throws IOException, InterruptedException {
        Process run = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(run.getInputStream().readAllBytes(), UTF_8);
        if (run.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output);
        }
        return output;
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
