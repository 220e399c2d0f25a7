package dev.sluice.exporter.realslurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** The process of a daemon in the cluster's namespaces, with its use of CPU and memory in {@code /proc}. */
record DaemonProcess(Path proc) {

    /** Unit of CPU times in {@code /proc}. */
    private static final Duration TICK = Duration.ofMillis(10);

    private static final int USER_TIME = 11;

    /** Returns the running daemon of this name. */
    static DaemonProcess of(RealCluster cluster, String name) throws IOException {
        Path root = cluster.folder().resolve("root").toRealPath();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .filter(proc -> proc.getFileName().toString().chars().allMatch(Character::isDigit))
                    .filter(proc -> isNamed(proc, name) && isIn(proc, root))
                    .findFirst()
                    .map(DaemonProcess::new)
                    .orElseThrow();
        }
    }

    private static boolean isNamed(Path proc, String name) {
        try {
            return Files.readString(proc.resolve("comm")).strip().equals(name);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isIn(Path proc, Path root) {
        try {
            return Files.readSymbolicLink(proc.resolve("root")).equals(root);
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the CPU time since the daemon's start. */
    Duration cpu() throws IOException {
        String stat = Files.readString(proc.resolve("stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return TICK.multipliedBy(Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[USER_TIME + 1]));
    }

    /** Returns the resident memory in MB. */
    long megabytes() throws IOException {
        return Files.readAllLines(proc.resolve("status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1_000)
                .findFirst()
                .orElse(0);
    }

    boolean runs() {
        return Files.isDirectory(proc);
    }
}
