package dev.sluice.exporter.config;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Loads configuration from texts, where every file that they name can be read. */
final class Loaded {

    private static final String FILE = "exporter.yaml";

    private Loaded() {}

    static ExporterConfig from(String yaml) throws ConfigException {
        return ConfigLoader.parse(FILE, yaml, Path.of("/etc/sluice"), path -> true);
    }

    /** The lines of the exception's message; none where the text is good. */
    static List<String> problemsOf(String yaml) {
        try {
            from(yaml);
            return List.of();
        } catch (ConfigException e) {
            return e.problems().stream().map(ConfigProblem::toString).collect(Collectors.toList());
        }
    }

    /** The problems of a good cluster with other top-level keys, without the file's name and the position. */
    static List<String> problemsBesideCluster(String yaml) {
        return messages("clusters: [{name: a, slurm: {url: 'http://h'}}]\n" + yaml);
    }

    /** The problems of a cluster with these flow-style keys under {@code slurm}. */
    static List<String> problemsOfSlurm(String keys) {
        return messages("clusters: [{name: a, slurm: {" + keys + "}}]\n");
    }

    static List<String> messages(String yaml) {
        return problemsOf(yaml).stream()
                .map(line -> line.replaceFirst("^exporter\\.yaml(:\\d+:\\d+)?: ", ""))
                .collect(Collectors.toList());
    }
}
