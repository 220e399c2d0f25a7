package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the chart's annotations follow https://artifacthub.io/docs/topics/annotations/helm/. */
class ArtifactHubTest {

    private static final Path ROOT = GoldenFile.repositoryRoot();
    private static final Set<String> KINDS = Set.of("added", "changed", "deprecated", "removed", "fixed", "security");

    @TempDir
    private Path folder;

    @Test
    void changesAreThoseOfTheVersion() throws Exception {
        Path changelog = Files.writeString(folder.resolve("CHANGELOG.md"), """
                # Changelog

                ## Unreleased

                ### Added

                - Not yet.

                ## 7.8.9 - 2027-01-02

                ### Added

                Metrics:

                - A gauge with a "quote" and a \\ backslash, in
                  [two lines](docs/metrics.md).
                - Another.

                ### Fixed since earlier snapshots

                - A bug.

                ## 7.8.8 - 2026-12-01

                ### Removed

                - Older.
                """);

        assertThat(changes("7.8.9", changelog))
                .containsExactly(
                        Map.of(
                                "kind",
                                "added",
                                "description",
                                "A gauge with a \"quote\" and a \\ backslash, in two lines."),
                        Map.of("kind", "added", "description", "Another."),
                        Map.of("kind", "fixed", "description", "A bug."));
        assertThat(changes("9.9.9", changelog)).containsExactly(Map.of("kind", "added", "description", "Not yet."));
    }

    @Test
    void changesOfThisChartAreReadable() throws Exception {
        String version =
                Yaml.text(Yaml.document(Files.readString(Installation.chart().resolve("Chart.yaml"))), "version");

        assertThat(changes(version, ROOT.resolve("CHANGELOG.md"))).isNotEmpty().allSatisfy(change -> {
            assertThat(KINDS).contains(String.valueOf(change.get("kind")));
            assertThat(String.valueOf(change.get("description"))).isNotBlank().doesNotContain("](");
        });
    }

    /** Artifact Hub rejects a package if the sign key has no fingerprint or no URL of a PGP key. */
    @Test
    void otherAnnotationsAreInTheChart() throws IOException {
        Map<String, Object> annotations =
                Yaml.mapAt(Yaml.document(Files.readString(Installation.chart().resolve("Chart.yaml"))), "annotations");

        assertThat(annotations)
                .containsEntry("artifacthub.io/license", "Apache-2.0")
                .containsEntry("artifacthub.io/category", "monitoring-logging")
                .doesNotContainKeys("artifacthub.io/signKey", "artifacthub.io/changes", "artifacthub.io/images");
        assertThat(Yaml.document("links:\n" + annotations.get("artifacthub.io/links"))
                        .get("links"))
                .isInstanceOf(List.class)
                .asString()
                .contains("name=Guides, url=https://");
    }

    private static List<Map<String, Object>> changes(String version, Path changelog) throws Exception {
        Process process = new ProcessBuilder(
                        ROOT.resolve("helm/images/changes").toString(), version, changelog.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String yaml = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return Yaml.listAt(Yaml.document("changes:\n" + yaml), "changes");
    }
}
