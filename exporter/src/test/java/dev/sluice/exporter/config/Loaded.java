package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.cluster.KubernetesConfig;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Loads configurations from YAML texts. Every file that a YAML text names exists. */
public final class Loaded {

    /** A configuration with all defaults and one cluster. */
    public static final ExporterConfig DEFAULTS = good("clusters: [{name: a, slurm: {url: 'http://h'}}]");

    private static final String FILE = "exporter.yaml";

    private Loaded() {}

    static ExporterConfig from(String yaml) throws ConfigException {
        return ConfigLoader.parse(FILE, yaml, Path.of("/etc/sluice"), path -> true);
    }

    /** Returns the configuration of a valid text. */
    public static ExporterConfig good(String yaml) {
        try {
            return from(yaml);
        } catch (ConfigException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a file of the folder {@code config}. */
    static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(Loaded.class.getResourceAsStream("/config/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Returns a Kubernetes configuration with NodeSets in the namespace {@code slurm}. */
    public static KubernetesConfig kubernetes(Path kubeconfig) {
        String keys = "enabled: true, namespace: slurm, kubeconfig: '" + kubeconfig + "'";
        return good("clusters: [{name: a, slurm: {url: 'http://h'}, kubernetes: {" + keys + "}}]")
                .clusters()
                .get(0)
                .kubernetes();
    }

    /**
     * Returns a copy of the record with a different value in the named component. The new value is possibly invalid in
     * a configuration file.
     */
    public static <R extends Record> R changed(R config, String component, Object value) {
        RecordComponent[] components = config.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        boolean found = false;
        try {
            for (int i = 0; i < components.length; i++) {
                boolean meant = components[i].getName().equals(component);
                found |= meant;
                types[i] = components[i].getType();
                values[i] = meant ? value : components[i].getAccessor().invoke(config);
            }
            assertThat(found).as(component).isTrue();
            @SuppressWarnings("unchecked")
            R changed = (R) config.getClass().getConstructor(types).newInstance(values);
            return changed;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("cannot be changed: " + component, e);
        }
    }

    /** Loads a text, and returns the lines of the exception's message; empty if the text is valid. */
    static List<String> problemsOf(String yaml) {
        try {
            from(yaml);
            return List.of();
        } catch (ConfigException e) {
            return e.problems().stream().map(problem -> problem.in(FILE)).collect(Collectors.toList());
        }
    }

    /** Returns the problems of a text without the name of the file and the position. */
    static List<String> messages(String yaml) {
        return problemsOf(yaml).stream()
                .map(line -> line.replaceFirst("^exporter\\.yaml(:\\d+:\\d+)?: ", ""))
                .collect(Collectors.toList());
    }
}
