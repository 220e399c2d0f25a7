package dev.sluice.exporter.config;

import dev.sluice.exporter.kubernetes.KubernetesConfig;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
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

    /** The lookups cost more than the copies, and the random queues of tests need millions of copies. */
    private static final ClassValue<Parts> PARTS = new ClassValue<>() {
        @Override
        protected Parts computeValue(Class<?> type) {
            return Parts.of(type);
        }
    };

    private record Parts(List<Method> accessors, Constructor<?> constructor) {

        static Parts of(Class<?> type) {
            List<RecordComponent> components = List.of(type.getRecordComponents());
            try {
                return new Parts(
                        components.stream().map(RecordComponent::getAccessor).toList(),
                        type.getConstructor(components.stream()
                                .map(RecordComponent::getType)
                                .toArray(Class<?>[]::new)));
            } catch (NoSuchMethodException e) {
                throw new LinkageError("is no public record: " + type, e);
            }
        }
    }

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

    /** Returns a Kubernetes configuration with more keys, such as {@code namespace: slurm}. */
    public static KubernetesConfig kubernetes(Path kubeconfig, String keys) {
        String all = "enabled: true, kubeconfig: '" + kubeconfig + "', " + keys;
        return good("clusters: [{name: a, slurm: {url: 'http://h'}, kubernetes: {" + all + "}}]")
                .clusters()
                .get(0)
                .kubernetes();
    }

    /**
     * Returns a copy of the record with a different value in the named component. The new value is possibly invalid in
     * a configuration file.
     */
    public static <R extends Record> R changed(R config, String component, Object value) {
        Parts parts = PARTS.get(config.getClass());
        Object[] values = new Object[parts.accessors.size()];
        boolean found = false;
        try {
            for (int i = 0; i < values.length; i++) {
                Method accessor = parts.accessors.get(i);
                boolean meant = accessor.getName().equals(component);
                found |= meant;
                values[i] = meant ? value : accessor.invoke(config);
            }
            if (!found) {
                throw new AssertionError(config.getClass() + " has no component " + component);
            }
            @SuppressWarnings("unchecked")
            R changed = (R) parts.constructor.newInstance(values);
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
            return String.valueOf(e.getMessage()).lines().collect(Collectors.toList());
        }
    }

    /** Returns the problems of a text without the name of the file and the position. */
    static List<String> messages(String yaml) {
        return problemsOf(yaml).stream()
                .map(line -> line.replaceFirst("^exporter\\.yaml(:\\d+:\\d+)?: ", ""))
                .collect(Collectors.toList());
    }
}
