package dev.sluice.exporter.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts Java processes: the exporter as users start it, or classes of the benchmark.
 *
 * @param exporterJar the exporter's jar
 * @param launcherFlags the launcher's JVM options for the exporter
 */
record Java(Path exporterJar, List<String> launcherFlags) {

    /** The exporter's garbage collection log, in the folder of the exporter's configuration. */
    static final String GC_LOG = "gc.log";

    /** The memory limit of the chart and of the systemd unit. The options set the heap to half of this limit. */
    private static final String MEMORY_LIMIT = "-XX:MaxRAM=384m";

    private static final List<String> SERVER_FLAGS = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /** Reads the options from the launcher's file. */
    static Java withFlagsOf(Path jvmOptions, Path exporterJar) throws IOException {
        List<String> flags = new ArrayList<>(Files.readAllLines(jvmOptions));
        flags.removeIf(line -> line.isBlank() || line.startsWith("#"));
        flags.add(MEMORY_LIMIT);
        return new Java(exporterJar, flags);
    }

    MeasuredProcess exporter(Path config) throws IOException {
        String log = "-Xlog:gc:file=" + config.resolveSibling(GC_LOG);
        return start(launcherFlags, log, "-jar", exporterJar.toString(), "--config", config.toString());
    }

    /** Starts one of this package's processes with the exporter's JVM options. */
    MeasuredProcess alike(Class<?> main, String... arguments) throws IOException {
        return withClasses(launcherFlags, main, arguments);
    }

    /** Starts one of this package's processes. The benchmark does not measure the cost of this process. */
    MeasuredProcess server(Class<?> main, String... arguments) throws IOException {
        return withClasses(SERVER_FLAGS, main, arguments);
    }

    private static MeasuredProcess withClasses(List<String> flags, Class<?> main, String... arguments)
            throws IOException {
        List<String> rest = new ArrayList<>(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        rest.addAll(List.of(arguments));
        return start(flags, rest.toArray(String[]::new));
    }

    private static MeasuredProcess start(List<String> flags, String... rest) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of(rest));
        return MeasuredProcess.start(command);
    }
}
