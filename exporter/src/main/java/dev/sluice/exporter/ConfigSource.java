package dev.sluice.exporter;

import dev.sluice.exporter.config.ConfigException;
import dev.sluice.exporter.config.ConfigLoader;
import dev.sluice.exporter.config.ExporterConfig;
import java.nio.file.Path;
import java.util.Optional;

/** Where the configuration comes from. */
sealed interface ConfigSource {

    /** The configuration, or the exception that lists everything that is wrong with it. */
    ExporterConfig load() throws ConfigException;

    /** What to call it in messages. */
    String name();

    /**
     * A file.
     *
     * @param path its name
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
     * The command line, for a first try: one cluster, and defaults.
     *
     * @param cluster name of the cluster
     * @param url where slurmrestd listens
     * @param tokenFile the file that holds the token; empty without one
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
