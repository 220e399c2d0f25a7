package dev.sluice.lab.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A process that runs a Sluice program with the flags of the release. */
final class Program implements AutoCloseable {

    private static final int START_SECONDS = 120;

    private static final int MAX_EXTRA_THREADS = 24;
    private static final int MAX_EXTRA_DESCRIPTORS = 64;
    private static final int MAX_EXTRA_MEGABYTES = 160;
    private static final Path ROOT = GoldenFile.repositoryRoot().toAbsolutePath();

    private final Process process;
    private final String name;
    private final Path log;
    private final int limit;

    private Program(Process process, String name, int limit, Path log) {
        this.process = process;
        this.name = name;
        this.limit = limit;
        this.log = log;
    }

    /** The resources that a process uses; memory is in MiB. */
    record Holdings(long megabytes, long threads, long descriptors) {

        boolean exceeds(Holdings before) {
            return threads > before.threads + MAX_EXTRA_THREADS
                    || descriptors > before.descriptors + MAX_EXTRA_DESCRIPTORS
                    || megabytes > before.megabytes + MAX_EXTRA_MEGABYTES;
        }
    }

    /**
     * Starts the built program of a module.
     *
     * @param prefix command that runs the program named in the command's arguments; empty to run the program directly
     * @param limit memory limit of the chart in MiB; determines the size of the heap
     */
    static Program start(List<String> prefix, String module, int limit, Path log, String arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + ROOT.resolve("exporter/src/main/launcher/jvm.options"));
        command.addAll(List.of("-XX:MaxRAM=" + limit + "m", "-jar", jar(module).toString()));
        command.addAll(List.of(arguments.split(" ")));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment()
                .keySet()
                .removeIf(variable -> variable.startsWith("SLUICE_") || variable.startsWith("JAVA_TOOL"));
        return new Program(builder.start(), module, limit, log);
    }

    private static Path jar(String module) throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(module).resolve("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("sluice-.*\\.jar"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow(() -> new IOException(module + " is not built: mvn package"));
        }
    }

    @Override
    public String toString() {
        return name;
    }

    /** Returns the MiB above which a kubelet would kill the program. */
    int limit() {
        return limit;
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Waits for the program to exit; returns false if the program is still running. */
    boolean endsWithin(int seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    int exitCode() {
        return process.exitValue();
    }

    String log() throws IOException {
        return Files.exists(log) ? Files.readString(log, ISO_8859_1) : "";
    }

    /** Waits for a log line that matches the pattern. Returns the pattern's group in the newest of these lines. */
    int port(String pattern) throws IOException, InterruptedException {
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

    Holdings holdings() {
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
