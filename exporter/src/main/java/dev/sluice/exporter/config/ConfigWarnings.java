package dev.sluice.exporter.config;

import dev.sluice.exporter.config.cluster.SlurmConfig;
import dev.sluice.exporter.config.network.ListenConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds suspicious settings of a valid configuration. Suspicious settings do not prevent a start, because such settings
 * may become correct later.
 */
public final class ConfigWarnings {

    private ConfigWarnings() {}

    /**
     * Returns one line per warning. Each line contains the key's path and no secrets.
     *
     * @param environment the process' environment
     */
    public static List<String> of(ExporterConfig config, Map<String, String> environment) {
        Stream<String> tokens = IntStream.range(0, config.clusters().size())
                .boxed()
                .flatMap(index -> tokens(config.clusters().get(index).slurm(), environment)
                        .map(warning -> "clusters[" + index + "].slurm." + warning));
        Stream<String> servers = Stream.concat(
                clear("prometheus", config.prometheus().listen()).stream(),
                clear("api", config.api().listen()).stream());
        return Stream.concat(tokens, servers).collect(Collectors.toList());
    }

    private static Optional<String> clear(String section, ListenConfig listen) {
        return Optional.of(section + ".auth: tokens and passwords cross the network unencrypted, because " + section
                        + ".tls is missing; add it, or set " + section + ".host to 127.0.0.1")
                .filter(warning -> listen.exposesCredentials());
    }

    private static Stream<String> tokens(SlurmConfig slurm, Map<String, String> environment) {
        return Stream.concat(
                slurm.tokenFile().filter(file -> !readable(file)).stream()
                        .map(file -> "tokenFile: " + file + " is not readable now; expected it before the first poll"),
                slurm
                        .tokenEnv()
                        .filter(variable ->
                                environment.getOrDefault(variable, "").isBlank())
                        .stream()
                        .map(variable -> "tokenEnv: " + variable + " is not set in this environment"));
    }

    private static boolean readable(Path path) {
        return Files.isRegularFile(path) && Files.isReadable(path);
    }
}
