package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the workflows. Workflows are valid YAML, and have only read permissions unless a job sets other permissions.
 * Workflows pin actions to a commit instead of a tag. The steps are valid bash and name existing files. The test writes
 * the steps to {@code target/workflows} for shellcheck.
 */
class WorkflowsTest {

    private static final Path ROOT = GoldenFile.repositoryRoot();
    private static final Pattern FILE = Pattern.compile("(?<![\\w/.])(helm/|\\.ci/|\\./)[\\w./-]+");

    @TempDir
    Path directory;

    static List<Path> workflows() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(".github/workflows"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void actionsArePinnedAndRightsAreFew(Path file) throws IOException {
        Map<String, Object> workflow = Yaml.file(file);

        assertThat(workflow).containsEntry("permissions", Map.of("contents", "read"));
        assertThat(Yaml.everyMap(workflow)
                        .filter(step -> step.containsKey("uses"))
                        .map(step -> String.valueOf(step.get("uses"))))
                .isNotEmpty()
                .allMatch(action -> action.matches("[\\w./-]+@[0-9a-f]{40}"));
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void everyStepIsAScript(Path file) throws Exception {
        Map<String, Object> workflow = Yaml.file(file);
        Path folder = Files.createDirectories(ROOT.resolve("helm/target/workflows"));
        List<String> scripts = Yaml.everyMap(workflow)
                .filter(step -> step.get("run") instanceof String)
                .map(step -> Yaml.text(step, "run"))
                .toList();

        assertThat(Yaml.text(workflow, "defaults", "run", "shell")).isEqualTo("bash");
        assertThat(scripts).isNotEmpty();
        for (int i = 0; i < scripts.size(); i++) {
            Path script = folder.resolve(file.getFileName().toString().replace(".yml", "-" + i + ".sh"));
            Files.writeString(script, "#!/usr/bin/env bash\nset -eo pipefail\n" + scripts.get(i) + "\n");
            assertThat(bash("-n", script.toString())).isEmpty();
            // The steps read GitHub's values from environment variables. If the values were in the text of the script,
            // the values could inject commands.
            assertThat(scripts.get(i)).doesNotContain("${{");
            assertThat(FILE.matcher(scripts.get(i)).results().map(MatchResult::group))
                    .allSatisfy(named -> assertThat(ROOT.resolve(named)).exists());
        }
    }

    @Test
    void theTagIsTheVersionOfEverything() throws Exception {
        Path script = stepOfRelease("The tag is the version");
        Files.createDirectories(directory.resolve("helm/sluice"));
        Files.writeString(
                directory.resolve("pom.xml"),
                Files.readString(ROOT.resolve("pom.xml"))
                        .replaceFirst("<version>[^<]*</version>", "<version>7.8.9</version>"));
        Path chart = directory.resolve("helm/sluice/Chart.yaml");
        Files.writeString(
                chart,
                Files.readString(Installation.chart().resolve("Chart.yaml"))
                        .replaceFirst("(?m)^version: .*", "version: 7.8.9"));

        assertThat(exitOf("v7.8.9", script)).isZero();
        assertThat(exitOf("v7.8.8", script)).isNotZero();
        Files.writeString(chart, "version: 7.8.8\n");
        assertThat(exitOf("v7.8.9", script)).isNotZero();
    }

    @Test
    void theNotesOfAReleaseAreItsOwnPartOfTheChangelog() throws Exception {
        Path script = stepOfRelease("Notes");
        Files.createDirectories(directory.resolve("target"));
        Files.writeString(directory.resolve("CHANGELOG.md"), """
                # Changelog

                ## Unreleased

                ## 7.8.9 - 2027-01-02

                ### Added

                - A gauge.

                ## 7.8.8 - 2026-12-01

                - Older.
                """);

        assertThat(exitOf("v7.8.9", script)).isZero();
        assertThat(directory.resolve("target/notes.md"))
                .hasContent("## 7.8.9 - 2027-01-02\n\n### Added\n\n- A gauge.\n\n");
        assertThat(exitOf("v7.8.7", script)).isNotZero();
    }

    @Test
    void digestsAreThoseThatThePushesPrint() throws Exception {
        String exporter = "sha256:" + "a".repeat(64);
        String adapter = "sha256:" + "b".repeat(64);
        String chart = "sha256:" + "c".repeat(64);
        Path script = stepOfRelease("Digests");
        Path output = directory.resolve("output");
        Files.createDirectories(directory.resolve("target"));
        Files.writeString(directory.resolve("target/pushed"), """
                pushed ghcr.io/team/sluice-exporter:7.8.9@%s
                pushed ghcr.io/team/sluice-adapter:7.8.9@%s

                Install them from this folder:
                  helm install sluice helm/sluice --namespace slurm
                Pushed: ghcr.io/team/charts/sluice:7.8.9
                Digest: %s
                """.formatted(exporter, adapter, chart));
        ProcessBuilder builder = new ProcessBuilder("bash", script.toString());
        builder.environment().put("GITHUB_OUTPUT", output.toString());

        assertThat(builder.start().waitFor()).isZero();
        assertThat(output).hasContent("exporter=%s\nadapter=%s\nchart=%s\n".formatted(exporter, adapter, chart));
    }

    /** Returns the script of a step of the release workflow. The script runs in the test's folder. */
    private Path stepOfRelease(String name) throws IOException {
        Map<String, Object> release = Yaml.file(ROOT.resolve(".github/workflows/release.yml"));
        String run = Yaml.everyMap(release)
                .filter(step -> Yaml.text(step, "name").equals(name))
                .map(step -> Yaml.text(step, "run"))
                .findFirst()
                .orElseThrow();
        return Files.writeString(directory.resolve("step.sh"), "set -eo pipefail\ncd " + directory + "\n" + run);
    }

    private static int exitOf(String tag, Path script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", script.toString());
        builder.environment().put("TAG", tag);
        return builder.start().waitFor();
    }

    /** Returns what bash prints. */
    static String bash(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                Stream.concat(Stream.of("bash"), Stream.of(arguments)).toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }
}
