package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.marcnuri.helm.TemplateCommand;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the snippets in the documents. The test parses every YAML, JSON and shell snippet, and renders chart values.
 * The test runs the parts of helm commands that need no cluster. Every {@code ./sluice} command must exist.
 */
class SnippetsTest {

    private static final Path ROOT = GoldenFile.repositoryRoot();
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```(\\w+)\\n(.*?)^ *```$");

    /** A digest that belongs to no image. */
    private static final String DIGEST = "0123456789abcdef".repeat(4);

    @TempDir
    Path directory;

    /** A fenced block of a document. */
    record Snippet(Path document, String language, String text) {

        @Override
        public String toString() {
            return document + ": " + text.lines().findFirst().orElse("");
        }
    }

    static Stream<Snippet> snippets(String languages) throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            List<Path> files = Stream.concat(
                            docs.filter(file -> file.toString().endsWith(".md")),
                            Stream.of(
                                            "README.md",
                                            "CONTRIBUTING.md",
                                            "alerts/README.md",
                                            "alerts/compat/README.md",
                                            "dashboards/README.md",
                                            "helm/sluice/README.md",
                                            "test-fixtures/real-slurm/README.md")
                                    .map(ROOT::resolve))
                    .sorted()
                    .toList();
            return files.stream()
                    .flatMap(SnippetsTest::read)
                    .filter(snippet -> snippet.language().matches(languages));
        }
    }

    private static Stream<Snippet> read(Path file) {
        try {
            return FENCED
                    .matcher(Files.readString(file).replace("\r\n", "\n"))
                    .results()
                    .map(block -> new Snippet(ROOT.relativize(file), block.group(1), block.group(2)))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static Stream<Snippet> parsed() throws IOException {
        return snippets("yaml|json|sh");
    }

    @ParameterizedTest
    @MethodSource("parsed")
    void snippetIsOfItsLanguage(Snippet snippet) throws Exception {
        switch (snippet.language()) {
            case "yaml" -> assertThat(Yaml.documents(snippet.text())).isNotEmpty();
            case "json" ->
                assertThatCode(() -> new ObjectMapper().readTree(snippet.text()))
                        .doesNotThrowAnyException();
            default -> {
                Path script = Files.writeString(directory.resolve("snippet.sh"), snippet.text());
                assertThat(WorkflowsTest.bash("-n", script.toString())).isEmpty();
            }
        }
    }

    static List<Snippet> values() throws IOException {
        Set<String> keys =
                Yaml.file(Installation.chart().resolve("values.yaml")).keySet();
        return snippets("yaml")
                .filter(snippet -> snippet.document().startsWith("docs/guides"))
                .filter(snippet ->
                        keys.containsAll(Yaml.documents(snippet.text()).get(0).keySet()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("values")
    void valuesInGuidesRender(Snippet snippet) throws IOException {
        String name = snippet.document().getFileName().toString().replace(".md", ".yaml");
        Path preset = Installation.chart().resolve("presets").resolve(name);
        TemplateCommand command = template("slurm");
        if (Files.exists(preset)) {
            command.withValuesFile(preset);
        }
        Installation installation = new Installation(
                name,
                Optional.of(Files.writeString(directory.resolve("values.yaml"), snippet.text())),
                Installation.NEW_KUBERNETES);
        installation.clusterName().ifPresent(cluster -> command.set("cluster.name", cluster));
        String rendered =
                command.withValuesFile(installation.values().orElseThrow()).call();

        assertThat(rendered).isNotEmpty();
    }

    private static TemplateCommand template(String namespace) {
        return Installation.helm()
                .template()
                .withName("sluice")
                .withNamespace(namespace)
                .withKubeVersion(Installation.NEW_KUBERNETES);
    }

    static List<Snippet> helmCommands() throws IOException {
        return snippets("sh")
                .flatMap(snippet -> snippet.text().lines().map(line -> new Snippet(snippet.document(), "sh", line)))
                .filter(line -> line.text().matches("helm (install|upgrade) sluice helm/sluice .*"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("helmCommands")
    void helmTakesTheCommand(Snippet line) throws IOException {
        List<String> words = Arrays.asList(line.text()
                .replace(" -n ", " --namespace ")
                .replace(" -f ", " --values ")
                .split(" ", -1));
        TemplateCommand command = template(words.get(words.indexOf("--namespace") + 1));
        for (int i = 4; i < words.size(); i += 2) {
            String value = words.get(i + 1);
            switch (words.get(i)) {
                case "--namespace" -> assertThat(value).matches("[a-z-]+");
                case "--values" ->
                    command.withValuesFile(
                            switch (value) {
                                case "target/images/values.yaml" -> pushedImages();
                                case "sluice.yaml" -> ownValues(line.document());
                                default -> ROOT.resolve(value);
                            });
                case "--set" -> command.set(value.replaceFirst("=.*", ""), value.replaceFirst("[^=]*=", ""));
                default -> throw new AssertionError("not understood: " + words.get(i));
            }
        }

        assertThat(command.call())
                .contains("kind: Deployment", "image: registry.example.org/hpc/sluice-exporter@sha256:" + DIGEST);
    }

    /** Returns the file that the reader writes before the installation. Other pages use the file of a guide. */
    private Path ownValues(Path document) throws IOException {
        String values = snippets("yaml")
                .filter(snippet -> snippet.document().equals(document))
                .map(Snippet::text)
                .filter(text -> text.startsWith("# sluice.yaml\n"))
                .findFirst()
                .orElse("cluster: {name: research}\n");
        return Files.writeString(directory.resolve("sluice.yaml"), values);
    }

    /** The format is the format of {@code ./sluice image}. */
    private Path pushedImages() throws IOException {
        String image = """
                %s:
                  image:
                    registry: registry.example.org
                    repository: hpc/sluice-%s
                    tag: "1"
                    digest: sha256:%s
                """;
        return Files.writeString(
                directory.resolve("images.yaml"),
                image.formatted("exporter", "exporter", DIGEST) + image.formatted("adapter", "adapter", DIGEST));
    }

    @Test
    void guidesShowHowToInstall() throws IOException {
        assertThat(helmCommands()).hasSizeGreaterThan(9);
        assertThat(values()).hasSizeGreaterThan(6);
        for (Installation preset : Installation.presets()) {
            String file = preset.values().orElseThrow().getFileName().toString().replace(".yaml", ".md");
            if (!Set.of("minimal.md", "everything.md").contains(file)) {
                assertThat(Files.readString(ROOT.resolve("docs/guides").resolve(file)))
                        .contains("helm/sluice/presets/" + file.replace(".md", ".yaml"));
            }
        }
    }

    @Test
    void launchersHaveTheCommands() throws Exception {
        String installed = Files.readString(ROOT.resolve("helm/images/sluice"));
        String checkout = Files.readString(ROOT.resolve("sluice")) + installed;

        assertThat(commands("./sluice "))
                .contains("dist", "demo", "image", "chart")
                .allSatisfy(isIn(checkout));
        assertThat(commands("sluice ")).contains("doctor", "why", "explain").allSatisfy(isIn(installed));
    }

    private static List<String> commands(String launcher) throws IOException {
        return snippets("sh")
                .flatMap(snippet -> snippet.text().lines())
                .filter(line -> line.startsWith(launcher))
                .map(line -> line.split(" ", 3)[1])
                .distinct()
                .toList();
    }

    private static Consumer<String> isIn(String usage) {
        return command -> assertThat(usage).containsPattern("(?m)^  " + Pattern.quote(command) + " ");
    }
}
