package dev.sluice.helm;

import com.marcnuri.helm.DryRun;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.TemplateCommand;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A way to install the chart: a file of values, and the version of Kubernetes. Renders and parses the chart only once.
 *
 * @param values file of values; empty for the defaults
 */
record Installation(String name, Optional<Path> values, String kubernetes) {

    static final String NEW_KUBERNETES = "v1.36.0";
    static final String CLUSTER = "slurm";
    private static final String OLD_KUBERNETES = "v1.29.0";
    private static final String HOOK = "\"helm.sh/hook\" \"test\" ";
    private static final Map<Installation, String> RENDERED = new ConcurrentHashMap<>();
    private static final Map<Installation, List<Manifest>> PARSED = new ConcurrentHashMap<>();

    static Path chart() {
        return GoldenFile.repositoryRoot().resolve("helm/sluice");
    }

    /**
     * Renders a copy of the chart. The copy has no links, because Helm prints a line for each link at each call. Its
     * test pod is no hook, because Helm renders no hooks.
     */
    static Helm helm() {
        return new Helm(Copy.CHART);
    }

    private static final class Copy {

        static final Path CHART = make();

        private static Path make() {
            try (Stream<Path> files = Files.walk(chart())) {
                Path copy =
                        Files.createTempDirectory(Path.of("target"), "chart").resolve("sluice");
                for (Path file : files.toList()) {
                    Files.copy(file, copy.resolve(chart().relativize(file).toString()));
                }
                Path pod = copy.resolve("templates/tests/answers.yaml");
                String template = Files.readString(pod);
                if (template.indexOf(HOOK) < 0 || template.indexOf(HOOK) != template.lastIndexOf(HOOK)) {
                    throw new IllegalStateException("no hook, or several: " + pod);
                }
                Files.writeString(pod, template.replace(HOOK, ""));
                return copy;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static Installation defaults() {
        return new Installation("defaults", Optional.empty(), NEW_KUBERNETES);
    }

    static Installation preset(String name) {
        return new Installation(
                "preset " + name, Optional.of(chart().resolve("presets/" + name + ".yaml")), NEW_KUBERNETES);
    }

    /** Returns the installation with one of the files in {@code src/test/resources/values}. */
    static Installation with(String name) {
        Path file = GoldenFile.repositoryRoot().resolve("helm/src/test/resources/values/" + name + ".yaml");
        return new Installation(name, Optional.of(file), NEW_KUBERNETES);
    }

    Installation onOldKubernetes() {
        return new Installation(name + " on old Kubernetes", values, OLD_KUBERNETES);
    }

    static List<Installation> presets() {
        return filesIn(chart().resolve("presets")).map(Installation::preset).toList();
    }

    /**
     * Returns all tested installations: the defaults, all presets, and all files of the tests. Some of these
     * installations also use an old version of Kubernetes.
     */
    static List<Installation> all() {
        Path files = GoldenFile.repositoryRoot().resolve("helm/src/test/resources/values");
        return Stream.of(
                        Stream.of(defaults(), defaults().onOldKubernetes()),
                        Stream.of(
                                preset("slinky-eks").onOldKubernetes(),
                                preset("keda").onOldKubernetes()),
                        presets().stream(),
                        filesIn(files).map(Installation::with))
                .flatMap(each -> each)
                .toList();
    }

    private static Stream<String> filesIn(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".yaml"))
                    .map(file -> file.replace(".yaml", ""))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String render() {
        return RENDERED.computeIfAbsent(this, Installation::renderAnew);
    }

    String renderAnew() {
        TemplateCommand command =
                helm().template().withName("sluice").withNamespace("slurm").withKubeVersion(kubernetes);
        values.ifPresent(command::withValuesFile);
        clusterName().ifPresent(name -> command.set("cluster.name", name));
        return command.call();
    }

    /** The value that every installation must set; empty if the file of values already sets the value. */
    Optional<String> clusterName() {
        boolean set = values.flatMap(file -> Yaml.at(Yaml.file(file), "cluster", "name"))
                .isPresent();
        return set ? Optional.empty() : Optional.of(CLUSTER);
    }

    /** Returns the objects that an installation creates, without the pod of {@code helm test}. */
    List<Manifest> manifests() {
        return parsed().stream()
                .filter(manifest -> !manifest.kind().equals("Pod"))
                .toList();
    }

    /** Returns the pod of {@code helm test}. */
    Manifest testPod() {
        return parsed().stream()
                .filter(manifest -> manifest.kind().equals("Pod"))
                .findFirst()
                .orElseThrow();
    }

    private List<Manifest> parsed() {
        return PARSED.computeIfAbsent(
                this,
                installation -> Yaml.documents(installation.render()).stream()
                        .map(Manifest::new)
                        .toList());
    }

    List<Manifest> of(String kind) {
        return manifests().stream()
                .filter(manifest -> manifest.kind().equals(kind))
                .toList();
    }

    Optional<Manifest> find(String kind, String name) {
        return of(kind).stream()
                .filter(manifest -> manifest.name().equals(name))
                .findFirst();
    }

    Manifest get(String kind, String name) {
        return find(kind, name)
                .orElseThrow(() -> new AssertionError(this + " has no " + kind + " " + name + ", but " + of(kind)));
    }

    /** Returns the main container of a Deployment. */
    Map<String, Object> container(String deployment) {
        return get("Deployment", deployment).containers().get(0);
    }

    /** Returns the exporter's object of a kind, whatever the release is named. */
    Manifest exporter(String kind) {
        return of(kind).stream()
                .filter(manifest -> manifest.name().endsWith("-exporter"))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the exporter's configuration file. */
    String exporterFile() {
        return Yaml.text(exporter("ConfigMap").tree(), "data", "exporter.yaml");
    }

    /** Returns the exporter's configuration. */
    Map<String, Object> exporterConfig() {
        return Yaml.document(exporterFile());
    }

    /** Returns Helm's notes after the installation. */
    String notes() {
        InstallCommand command = helm().install()
                .clientOnly()
                .dryRun()
                .withDryRunOption(DryRun.CLIENT)
                .debug()
                .withName("sluice")
                .withNamespace("slurm")
                .withKubeVersion(kubernetes);
        values.ifPresent(command::withValuesFile);
        clusterName().ifPresent(name -> command.set("cluster.name", name));
        String output = command.call().getOutput();
        return output.substring(output.indexOf("NOTES:"));
    }

    @Override
    public String toString() {
        return name;
    }
}
