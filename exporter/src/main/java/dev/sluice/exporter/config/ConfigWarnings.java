package dev.sluice.exporter.config;

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
                .flatMap(index -> token(config.clusters().get(index).slurm().token(), environment)
                        .map(warning -> "clusters[" + index + "].slurm." + warning)
                        .stream());
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

    private static Optional<String> token(TokenSource token, Map<String, String> environment) {
        if (token instanceof TokenSource.TokenFile file) {
            return Optional.of("tokenFile: " + file.path()
                            + " cannot be read at present; expected it before the first poll")
                    .filter(warning -> !readable(file.path()));
        }
        if (token instanceof TokenSource.TokenEnvironment variable) {
            return Optional.of("tokenEnv: " + variable.variable() + " is not set in this environment")
                    .filter(warning ->
                            environment.getOrDefault(variable.variable(), "").isBlank());
        }
        return Optional.empty();
    }

    private static boolean readable(Path path) {
        return Files.isRegularFile(path) && Files.isReadable(path);
    }
}
