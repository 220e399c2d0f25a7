package dev.sluice.chaos.stage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A process that runs a Sluice program with the flags of the release. */
public final class Program implements AutoCloseable {

    private static final int START_SECONDS = 120;

    private final Process process;
    private final Path log;
    private final int limit;

    private Program(Process process, int limit, Path log) {
        this.process = process;
        this.limit = limit;
        this.log = log;
    }

    /** The resources that a process uses; memory is in MiB. */
    public record Holdings(long megabytes, long threads, long descriptors) {}

    /**
     * Starts the program.
     *
     * @param prefix command that runs the program named in the command's arguments; empty to run the program directly
     * @param limit memory limit of the chart in MiB; determines the size of the heap
     */
    static Program start(List<String> prefix, Path jvmOptions, Path jar, int limit, Path log, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Files.readAllLines(jvmOptions).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(command::add);
        command.add("-XX:MaxRAM=" + limit + "m");
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("SLUICE_") || name.startsWith("JAVA_TOOL"));
        return new Program(builder.start(), limit, log);
    }

    /** Returns the MiB above which a kubelet would kill the program. */
    int limit() {
        return limit;
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** Waits for the program to exit; returns false if the program is still running. */
    public boolean endsWithin(int seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    public int exitCode() {
        return process.exitValue();
    }

    public String log() throws IOException {
        return Files.exists(log) ? Files.readString(log, ISO_8859_1) : "";
    }

    /** Waits for a log line that matches the pattern. Returns the pattern's group in the newest of these lines. */
    public int port(String pattern) throws IOException, InterruptedException {
        Pattern compiled = Pattern.compile(pattern);
        for (int tries = START_SECONDS * 10; tries > 0; tries--) {
            String found = "";
            Matcher matcher = compiled.matcher(log());
            while (matcher.find()) {
                found = matcher.group(1);
            }
            if (!found.isEmpty()) {
                return Integer.parseInt(found);
            }
            if (!alive()) {
                break;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new IOException("did not start:\n" + log());
    }

    public Holdings holdings() {
        Path proc = Path.of("/proc", Long.toString(process.pid()));
        try (Stream<Path> descriptors = Files.list(proc.resolve("fd"))) {
            String status = Files.readString(proc.resolve("status"));
            return new Holdings(number(status, "VmRSS") / 1024, number(status, "Threads"), descriptors.count());
        } catch (IOException e) {
            return new Holdings(0, 0, 0);
        }
    }

    private static long number(String status, String name) {
        Matcher matcher = Pattern.compile(name + ":\\s*(\\d+)").matcher(status);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
