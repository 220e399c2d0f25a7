package dev.sluice.exporter;

import dev.sluice.exporter.metrics.SelfMetrics.ProcessState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Reads the resource usage of this process from the operating system. */
final class ProcessReading {

    /** This file exists only on Linux; on other systems, the metric is not published. */
    private static final Path STATUS = Path.of("/proc/self/status");

    private static final String RESIDENT = "VmRSS:";
    private static final long KIBIBYTE = 1024;

    private final String version;
    private final Instant startedAt;

    ProcessReading(String version) {
        this.version = version;
        this.startedAt = ProcessHandle.current().info().startInstant().orElseGet(Instant::now);
    }

    Instant startedAt() {
        return startedAt;
    }

    ProcessState read(long uncaughtErrors) {
        Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
        Runtime heap = Runtime.getRuntime();
        return new ProcessState(
                version,
                System.getProperty("java.version", ""),
                cpu,
                residentBytes(),
                heap.totalMemory() - heap.freeMemory(),
                heap.maxMemory(),
                startedAt,
                uncaughtErrors);
    }

    private static Optional<Long> residentBytes() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(RESIDENT))
                    .map(line -> Long.parseLong(line.replaceAll("\\D", "")) * KIBIBYTE)
                    .findFirst();
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
