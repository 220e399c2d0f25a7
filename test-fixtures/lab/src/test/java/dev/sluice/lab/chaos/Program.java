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
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A process that runs a Sluice program with the flags of the release. */
final class Program implements AutoCloseable {

    private static final int START_SECONDS = 120;
    private static final Path ROOT = GoldenFile.repositoryRoot().toAbsolutePath();

    private final String name;
    private final int limit;
    private final Path log;
    private final Process process;
    private int read;

    /** The resources that a process uses; memory is in MiB. */
    record Holdings(long megabytes, long threads, long descriptors) {

        boolean exceeds(Holdings before) {
            return threads > before.threads + 24
                    || descriptors > before.descriptors + 64
                    || megabytes > before.megabytes + 160;
        }
    }

    /**
     * Starts the built program of a module.
     *
     * @param prefix command that runs the program named in the command's arguments; empty to run the program directly
     * @param limit memory limit of the chart in MiB; determines the size of the heap
     */
    Program(List<String> prefix, String module, int limit, Path log, String arguments) throws IOException {
        this.name = module;
        this.limit = limit;
        this.log = log;
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
        process = builder.start();
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
        return Files.readString(log, ISO_8859_1);
    }

    /** Returns the log since the previous call. */
    String newLog() throws IOException {
        String added = log().substring(read);
        read += added.length();
        return added;
    }

    /** Waits for a log line that matches the pattern. Returns the pattern's group in the newest of these lines. */
    int port(String pattern) throws IOException, InterruptedException {
        for (int tries = START_SECONDS * 10; tries > 0 && alive(); tries--) {
            List<MatchResult> found =
                    Pattern.compile(pattern).matcher(log()).results().toList();
            if (!found.isEmpty()) {
                return Integer.parseInt(found.get(found.size() - 1).group(1));
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
        } catch (IOException ended) {
            return new Holdings(0, 0, 0);
        }
    }

    private static long number(String status, String name) {
        Matcher matcher = Pattern.compile(name + ":\\s*(\\d+)").matcher(status);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
