package dev.sluice.exporter;

import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.doctor.CheckResult;
import dev.sluice.exporter.doctor.CheckResults;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Checks free disk space in Java's temporary folder and in the token's folder: a full disk blocks token renewal. */
final class DiskCheck {

    private static final long MIN_BYTES = 50_000_000;
    private static final double BYTES_PER_MB = 1e6;

    private DiskCheck() {}

    static List<CheckResult> results(ExporterConfig config) {
        return results(
                config,
                Path.of(System.getProperty("java.io.tmpdir", "/tmp")),
                folder -> folder.toFile().getUsableSpace());
    }

    /**
     * @param temporary Java's temporary folder
     * @param usableBytes free bytes in the file system of a folder; 0 if the folder does not exist
     */
    static List<CheckResult> results(ExporterConfig config, Path temporary, ToLongFunction<Path> usableBytes) {
        return config.clusters().stream()
                .flatMap(cluster -> {
                    CheckResults results = new CheckResults(cluster.name());
                    Stream.concat(
                                    cluster.slurm().tokenFile().stream()
                                            .flatMap(file -> Stream.ofNullable(
                                                    file.toAbsolutePath().getParent())),
                                    Stream.of(temporary))
                            .distinct()
                            .forEach(folder -> check(folder, usableBytes.applyAsLong(folder), results));
                    return results.all().stream();
                })
                .toList();
    }

    private static void check(Path folder, long bytes, CheckResults results) {
        String text = String.format(Locale.ROOT, "%.0f MB are free in %s", bytes / BYTES_PER_MB, folder);
        if (bytes < MIN_BYTES) {
            results.warning("disk", text, "free space, or create the folder: df -h " + folder);
        } else {
            results.ok("disk", text);
        }
    }
}
