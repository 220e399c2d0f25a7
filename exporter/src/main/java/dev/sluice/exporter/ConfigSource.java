package dev.sluice.exporter;

import dev.sluice.exporter.config.ConfigException;
import dev.sluice.exporter.config.ConfigLoader;
import dev.sluice.exporter.config.ExporterConfig;
import java.nio.file.Path;
import java.util.Optional;

/** The source of the configuration. */
sealed interface ConfigSource {

    /** Returns the configuration, or throws an exception that lists all problems of the configuration. */
    ExporterConfig load() throws ConfigException;

    /** Returns the name of the source for messages. */
    String name();

    /**
     * A file.
     *
     * @param path path of the file
     */
    record File(Path path) implements ConfigSource {

        @Override
        public ExporterConfig load() throws ConfigException {
            return ConfigLoader.load(path);
        }

        @Override
        public String name() {
            return path.toString();
        }
    }

    /**
     * Command-line options for one cluster with default settings.
     *
     * @param cluster name of the cluster
     * @param url URL of slurmrestd
     * @param tokenFile file with the token; empty without a token
     */
    record Flags(String cluster, String url, Optional<String> tokenFile) implements ConfigSource {

        @Override
        public ExporterConfig load() throws ConfigException {
            String token = tokenFile.map(file -> ", tokenFile: " + quoted(file)).orElse("");
            return ConfigLoader.parse(
                    name(), "clusters: [{name: " + quoted(cluster) + ", slurm: {url: " + quoted(url) + token + "}}]\n");
        }

        @Override
        public String name() {
            return "command line";
        }

        private static String quoted(String text) {
            return "'" + text.replace("'", "''") + "'";
        }
    }
}
