package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The sources of dashboards and rules are in {@code dashboards/} and {@code alerts/}. The chart has links to the sources
 * in {@code files/}, which Helm and Argo CD follow.
 */
class SourcesTest {

    private static final Path ROOT = GoldenFile.repositoryRoot();

    static List<String> dashboards() throws IOException {
        return names(ROOT.resolve("dashboards"), ".json");
    }

    static List<String> rules() throws IOException {
        return names(ROOT.resolve("alerts"), ".yml").stream()
                .filter(name -> !name.startsWith("alertmanager"))
                .toList();
    }

    private static List<String> names(Path directory, String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void dashboardArrivesAsItIs(String name) throws IOException {
        String source = Files.readString(ROOT.resolve("dashboards").resolve(name));
        assertLink("dashboards", name);

        Manifest map = Installation.defaults().get("ConfigMap", "sluice-dashboard-" + name.replace(".json", ""));
        assertThat(Yaml.mapAt(map.tree(), "data")).isEqualTo(Map.of(name, source));
        assertThat(map.labels()).containsEntry("grafana_dashboard", "1");
    }

    @ParameterizedTest
    @MethodSource("rules")
    void rulesArriveWithTheSameMeaning(String name) throws IOException {
        String source = Files.readString(ROOT.resolve("alerts").resolve(name));
        assertLink("alerts", name);

        Manifest rule = Installation.preset("slinky-eks").get("PrometheusRule", "sluice-" + name.replace(".yml", ""));
        // Without rules.grafanaUrl, alerts have no link to a dashboard.
        String linkless = source.replaceAll(" +dashboard_url: .*\n", "");
        assertThat(Yaml.at(rule.spec(), "groups")).isEqualTo(Yaml.at(Yaml.document(linkless), "groups"));
    }

    /** A link that leaves the repository would be refused by Argo CD, and a copy would get old. */
    private static void assertLink(String folder, String name) throws IOException {
        Path link = Installation.chart().resolve("files").resolve(folder).resolve(name);
        assertThat(Files.readSymbolicLink(link)).isEqualTo(Path.of("../../../..", folder, name));
    }

    @Test
    void nothingElseIsInTheFiles() throws IOException {
        assertThat(names(Installation.chart().resolve("files/dashboards"), "")).isEqualTo(dashboards());
        assertThat(names(Installation.chart().resolve("files/alerts"), "")).isEqualTo(rules());
        Map<String, Object> values = Yaml.file(Installation.chart().resolve("values.yaml"));
        assertThat(Yaml.mapAt(values, "rules", "groups").keySet())
                .containsExactlyInAnyOrderElementsOf(
                        rules().stream().map(name -> name.replace(".yml", "")).toList());
    }

    @Test
    void rulesCanBeLeftOutAndChanged() {
        Installation everything = Installation.preset("everything");
        List<Map<String, Object>> alerts = everything.of("PrometheusRule").stream()
                .flatMap(rule -> Yaml.everyMap(rule.spec()))
                .filter(rule -> rule.containsKey("alert"))
                .toList();

        assertThat(alerts).noneSatisfy(alert -> assertThat(alert).containsEntry("alert", "SlurmWatchdog"));
        assertThat(alerts).allSatisfy(alert -> {
            assertThat(Yaml.text(alert, "labels", "team")).isEqualTo("hpc");
            assertThat(Yaml.text(alert, "annotations", "runbook_url"))
                    .isEqualTo("https://wiki.example.org/slurm/" + alert.get("alert") + ".md");
            assertThat(Yaml.text(alert, "annotations", "dashboard_url"))
                    .startsWith("https://dashboards.example.org/grafana/d/sluice-");
        });
        assertThat(alerts)
                .filteredOn(alert -> "SlurmNodeDrainStuck".equals(alert.get("alert")))
                .singleElement()
                .satisfies(alert -> {
                    assertThat(alert).containsEntry("for", "2h");
                    assertThat(Yaml.text(alert, "labels", "severity")).isEqualTo("info");
                    assertThat(Yaml.text(alert, "labels", "component")).isEqualTo("node");
                });
        assertThat(Installation.with("where-metrics-go").of("PrometheusRule")).isEmpty();
    }

    @Test
    void aFileOfRulesCanBeReplaced() {
        Manifest rule = Installation.with("rules-of-yours").get("PrometheusRule", "sluice-nodes");

        assertThat(Yaml.everyMap(rule.spec()))
                .filteredOn(each -> each.containsKey("alert"))
                .singleElement()
                .satisfies(alert -> assertThat(alert).containsEntry("alert", "SlurmMine"));
    }

    /**
     * Helm stores a release in one Secret. The Secret contains the chart's files and the rendered objects, compressed
     * and in base64. A Secret has at most 1 MiB.
     */
    @Test
    void aReleaseFitsIntoItsSecret() throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed);
                Stream<Path> files = Files.walk(Installation.chart())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                gzip.write(Files.readAllBytes(file));
            }
            gzip.write(Installation.preset("everything").render().getBytes(StandardCharsets.UTF_8));
        }
        // Before compression, the files are also encoded in base64. Base64 hides repetitions from the compression, so
        // twice the size is a safe estimate.
        assertThat(compressed.size() * 2 * 4 / 3).isLessThan(900_000);
    }
}
