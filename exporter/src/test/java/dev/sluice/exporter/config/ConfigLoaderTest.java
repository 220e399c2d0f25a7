package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {

    private static final String GOOD = "clusters: [{name: a, slurm: {url: 'https://h', tokenFile: jwt}}]\n";

    @TempDir
    Path directory;

    @Test
    void reportsEveryProblemAtOnceInTheOrderOfTheFile() throws IOException {
        assertThat(Loaded.problemsOf(Loaded.resource("many-problems.yaml")))
                .containsExactlyElementsOf(
                        Loaded.resource("many-problems.txt").lines().toList());
    }

    @Test
    void messageListsOneProblemPerLine() throws IOException {
        Path file = written("cluster: []\nlog: {level: loud}\n");

        assertThatThrownBy(() -> ConfigLoader.load(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage("""
                        %1$s:1:1: cluster: unknown key; did you mean "clusters"?
                        %1$s:1:1: clusters: missing; expected list of sections
                        %1$s:2:14: log.level: expected one of error, warn, info, debug, got "loud\"""".formatted(file));
    }

    @Test
    void relativePathsStartAtTheDirectoryOfTheFile() throws Exception {
        assertThat(ConfigLoader.load(written(GOOD)).clusters().get(0).slurm().tokenFile())
                .contains(directory.resolve("jwt"));
        assertThat(ConfigLoader.load(written(GOOD.replace("jwt", "../jwt")))
                        .clusters()
                        .get(0)
                        .slurm()
                        .tokenFile())
                .contains(directory.resolveSibling("jwt"));
    }

    @Test
    void tokenFileMayBeMissing() throws Exception {
        assertThat(directory.resolve("jwt")).doesNotExist();

        assertThat(ConfigLoader.load(written(GOOD)).clusters()).hasSize(1);
    }

    @Test
    void certificatesMustBeReadableFiles() throws IOException {
        Files.writeString(directory.resolve("client.pem"), "");
        Path file = written("""
                clusters:
                  - name: a
                    slurm:
                      url: https://h
                      tls:
                        caFile: ca.pem
                        certFile: client.pem
                        keyFile: .
                """);

        assertThatThrownBy(() -> ConfigLoader.load(file)).hasMessage("""
                        %1$s/exporter.yaml:6:17: clusters[0].slurm.tls.caFile: expected a readable file, \
                        got %1$s/ca.pem, which is not readable
                        %1$s/exporter.yaml:8:18: clusters[0].slurm.tls.keyFile: expected a readable file, \
                        got %1$s, which is not readable""".formatted(directory));
    }

    @Test
    void skipsAByteOrderMark() throws Exception {
        assertThat(ConfigLoader.load(written("\uFEFF" + GOOD)).clusters()).hasSize(1);
    }

    @Test
    void saysThatTheFileIsMissing() {
        Path file = directory.resolve("missing.yaml");

        assertThatThrownBy(() -> ConfigLoader.load(file)).hasMessage(file + ": the file does not exist");
    }

    @Test
    void saysThatTheFileIsADirectory() {
        assertThatThrownBy(() -> ConfigLoader.load(directory))
                .hasMessage(directory + ": the file cannot be read: it is a directory");
    }

    @Test
    void saysThatTheFileIsNotUtf8() throws IOException {
        Path latin1 = Files.write(
                directory.resolve("latin1.yaml"), GOOD.replace("a", "ä").getBytes(StandardCharsets.ISO_8859_1));
        Path utf16 = Files.write(directory.resolve("utf16.yaml"), GOOD.getBytes(StandardCharsets.UTF_16));

        assertThatThrownBy(() -> ConfigLoader.load(latin1)).hasMessage(latin1 + ": the file is not UTF-8 text");
        assertThatThrownBy(() -> ConfigLoader.load(utf16)).hasMessage(utf16 + ": the file is not UTF-8 text");
    }

    @Test
    void takesOneMebibyteAndNotAByteMore() throws Exception {
        String largest = GOOD + "#" + "x".repeat(1024 * 1024 - GOOD.length() - 1);
        Path tooLarge = directory.resolve("large.yaml");
        Files.writeString(tooLarge, largest + "x");

        assertThat(ConfigLoader.load(written(largest)).clusters()).hasSize(1);
        assertThatThrownBy(() -> ConfigLoader.load(tooLarge))
                .hasMessage(tooLarge + ": the file is too large; expected at most 1 MiB");
    }

    private Path written(String yaml) throws IOException {
        return Files.writeString(directory.resolve("exporter.yaml"), yaml);
    }
}
