package dev.sluice.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.exporter.CapturedSamples;
import dev.sluice.exporter.config.ConfigLoader;
import dev.sluice.exporter.derive.gpu.GpuAmounts.GpuOwner;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.MetricFamily.MetricType;
import dev.sluice.exporter.metrics.NativeFamilies;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the documents are correct. A metric in the documents must be a metric of Sluice. In the comparison with
 * slurmctld's own endpoints and in the decisions, metrics of these endpoints are also allowed. Any other metric must be
 * in a code span that starts with the metric's owner: {@code planned: slurm_x}, {@code vpenso: slurm_x}.
 */
class DocsTest {

    private static final Pattern METRIC = Pattern.compile("\\b(?:slurm|sluice|process)_[a-z][a-z0-9_]*\\*?");
    private static final Pattern SOMEONE_ELSES = Pattern.compile("`[a-zA-Z-]+: [^`\\n]+`");
    private static final Pattern PLACE_ON_A_MACHINE =
            Pattern.compile("(?<![\\w.])/(?:work|home|Users|root|tmp/bash)/|[A-Z]:\\\\");

    static List<Document> documents() {
        return Document.all();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void linksLeadSomewhere(Document document) {
        for (String link : document.localLinks()) {
            String file = link.replaceFirst("#.*", "");
            Path target = document.path().resolveSibling(file).normalize();
            Path inRepository = file.isEmpty() ? document.path() : target;
            assertThat(GoldenFile.repositoryRoot().resolve(inRepository))
                    .as(link)
                    .exists();
            if (link.contains("#")) {
                assertThat(Document.read(inRepository).anchors())
                        .as(link)
                        .contains(link.substring(link.indexOf('#') + 1));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void metricsExist(Document document) {
        Set<String> known = ours();
        // The names of some owners look like the names of metrics.
        Arrays.stream(GpuOwner.values()).map(GpuOwner::label).forEach(known::add);
        if (document.path().endsWith("deviations-from-native.md")
                || document.path().startsWith("docs/internals/decisions")) {
            known.addAll(NativeFamilies.names());
        }
        List<String> mentioned = METRIC.matcher(
                        SOMEONE_ELSES.matcher(document.text()).replaceAll(""))
                .results()
                .map(metric -> metric.group())
                .toList();
        assertThat(mentioned).allSatisfy(name -> assertThat(known).anyMatch(family -> stands(name, family)));
    }

    private static boolean stands(String mentioned, String family) {
        return mentioned.endsWith("_*")
                ? family.startsWith(mentioned.substring(0, mentioned.length() - 1))
                : family.equals(mentioned);
    }

    private static Set<String> ours() {
        return MetricCatalog.families().stream()
                .flatMap(DocsTest::series)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Queries use the series of a histogram, which have suffixes. */
    private static Stream<String> series(MetricFamily family) {
        return family.type() == MetricType.HISTOGRAM
                ? Stream.of("", "_bucket", "_sum", "_count").map(suffix -> family.name() + suffix)
                : Stream.of(family.name());
    }

    static List<String> configurations() {
        return documents().stream()
                .flatMap(document -> document.blocks("yaml").stream())
                .filter(yaml -> Pattern.compile("(?m)^clusters:").matcher(yaml).find())
                .toList();
    }

    @Test
    void readmeAndReferenceHaveConfigurations() {
        assertThat(configurations()).hasSizeGreaterThan(2);
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void configurationsLoad(String yaml, @TempDir Path directory) throws IOException {
        // Certificates and secrets must exist, but can have any content.
        Matcher named = Pattern.compile("/etc/sluice/(\\S+)").matcher(yaml);
        while (named.find()) {
            Path secret = directory.resolve(named.group(1));
            Files.createDirectories(Objects.requireNonNull(secret.getParent()));
            Files.writeString(secret, "");
        }
        Path file =
                Files.writeString(directory.resolve("exporter.yaml"), yaml.replace("/etc/sluice/", directory + "/"));

        assertThatCode(() -> ConfigLoader.load(file)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void noPathsOfAMachineAreNamed(Document document) {
        assertThat(document.text()
                        .lines()
                        .filter(line -> PLACE_ON_A_MACHINE.matcher(line).find()))
                .isEmpty();
    }

    @Test
    void excerptInTheReadmeIsServedForTheCapturedCluster() throws Exception {
        List<String> shown = Document.read(Path.of("README.md")).blocks("text").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("slurm_"))
                .toList();

        assertThat(shown).hasSizeGreaterThan(5);
        assertThat(CapturedSamples.text().lines()).containsAll(shown);
    }

    @Test
    void readmeFitsItsPlace() {
        String readme = Document.read(Path.of("README.md")).text();

        assertThat(readme.lines().count()).isLessThanOrEqualTo(110);
        assertThat(readme).contains("./sluice demo").contains("mvn verify");
    }

    static Stream<String> logKeys() throws IOException {
        Path main = GoldenFile.repositoryRoot().resolve("exporter/src/main/java");
        Pattern key = Pattern.compile("addKeyValue\\(\\s*\"([^\"]+)\"");
        try (Stream<Path> files = Files.walk(main)) {
            Set<String> keys = new HashSet<>();
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                key.matcher(Files.readString(file)).results().forEach(found -> keys.add(found.group(1)));
            }
            return keys.stream().sorted();
        }
    }

    @ParameterizedTest
    @MethodSource("logKeys")
    void logKeyIsListed(String key) {
        List<String> listed =
                Document.read(Path.of("docs/internals/development.md")).rows(List.of("log key", "value")).stream()
                        .map(row -> row.get(0))
                        .toList();

        assertThat(listed).contains("`" + key + "`");
    }
}
