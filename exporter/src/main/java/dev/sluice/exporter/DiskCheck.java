package dev.sluice.exporter;

import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.config.cluster.ClusterConfig;
import dev.sluice.exporter.doctor.CheckResult;
import dev.sluice.exporter.doctor.CheckResult.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Checks free disk space in Java's temporary folder and in the token's folder: a full disk blocks token renewal. */
final class DiskCheck {

    private static final long MIN_BYTES = 50_000_000;
    private static final double BYTES_PER_MB = 1e6;

    private final Path temporary;
    private final ToLongFunction<Path> usableBytes;

    /**
     * @param temporary Java's temporary folder
     * @param usableBytes free bytes in the file system of a folder; 0 if the folder does not exist
     */
    DiskCheck(Path temporary, ToLongFunction<Path> usableBytes) {
        this.temporary = temporary;
        this.usableBytes = usableBytes;
    }

    /** Returns the check for this machine. */
    static DiskCheck here() {
        return new DiskCheck(
                Path.of(System.getProperty("java.io.tmpdir", "/tmp")),
                folder -> folder.toFile().getUsableSpace());
    }

    List<CheckResult> results(ExporterConfig config) {
        return config.clusters().stream()
                .flatMap(cluster -> folders(cluster).map(folder -> result(cluster.name(), folder)))
                .toList();
    }

    private Stream<Path> folders(ClusterConfig cluster) {
        return Stream.concat(
                        cluster.slurm().tokenFile().stream()
                                .flatMap(file ->
                                        Stream.ofNullable(file.toAbsolutePath().getParent())),
                        Stream.of(temporary))
                .distinct();
    }

    private CheckResult result(String cluster, Path folder) {
        long bytes = usableBytes.applyAsLong(folder);
        String text = String.format(Locale.ROOT, "%.0f MB are free in %s", bytes / BYTES_PER_MB, folder);
        return bytes < MIN_BYTES
                ? new CheckResult(
                        Level.WARNING, cluster, "disk", text, "free space, or create the folder: df -h " + folder)
                : new CheckResult(Level.OK, cluster, "disk", text, "");
    }
}
