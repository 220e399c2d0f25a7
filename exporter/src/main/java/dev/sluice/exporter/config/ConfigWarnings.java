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

/** What is odd in a configuration that is good: it may become right by itself, so that it does not stop a start. */
public final class ConfigWarnings {

    private ConfigWarnings() {}

    /**
     * One line per warning, which begins with the key's path; none holds a secret.
     *
     * @param environment the variables of the process
     */
    public static List<String> of(ExporterConfig config, Map<String, String> environment) {
        Stream<String> tokens = IntStream.range(0, config.clusters().size())
                .boxed()
                .flatMap(index -> tokens(config.clusters().get(index).slurm(), environment)
                        .map(warning -> "clusters[" + index + "].slurm." + warning));
        Stream<String> servers = Stream.concat(
                clear("prometheus", config.prometheus()).stream(),
                clear("api", config.api().listen()).stream());
        return Stream.concat(tokens, servers).collect(Collectors.toList());
    }

    private static Optional<String> clear(String section, ListenConfig listen) {
        return Optional.of(section + ".auth: tokens and passwords cross the network in the clear, because " + section
                        + ".tls is not there; give it, or set " + section + ".host to 127.0.0.1")
                .filter(warning -> listen.exposesCredentials());
    }

    private static Stream<String> tokens(SlurmConfig slurm, Map<String, String> environment) {
        return Stream.concat(
                slurm.tokenFile().filter(file -> !readable(file)).stream()
                        .map(file ->
                                "tokenFile: " + file + " cannot be read at present; expected it before the first poll"),
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
