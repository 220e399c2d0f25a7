package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the chart's annotations follow https://artifacthub.io/docs/topics/annotations/helm/. */
class ArtifactHubTest {

    private static final Path ROOT = GoldenFile.repositoryRoot();

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
