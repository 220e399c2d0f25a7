package dev.sluice.exporter.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What is odd in a configuration that is good: it may become right by itself, so that it does not stop a start. */
public final class ConfigWarnings {

    private ConfigWarnings() {}

    /**
     * One line per warning, which begins with the key's path; none holds a secret.
     *
     * @param environment the variables of the process
     */
    public static List<String> of(ExporterConfig config, Map<String, String> environment) {
        return IntStream.range(0, config.clusters().size())
                .boxed()
                .flatMap(index -> token(config.clusters().get(index).slurm().token(), environment)
                        .map(warning -> "clusters[" + index + "].slurm." + warning)
                        .stream())
                .collect(Collectors.toList());
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
