package dev.sluice.exporter.alerts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlertsMainTest {

    private static final String RULES =
            GoldenFile.repositoryRoot().resolve("alerts").toString();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private int run(String... arguments) {
        return new AlertsMain(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8)).run(arguments);
    }

    private String config(String text) throws IOException {
        return Files.writeString(folder.resolve("my.yaml"), text).toString();
    }

    @Test
    void writesTheRulesAndSaysWhatIsChanged() throws IOException {
        Path written = folder.resolve("new/rules");

        int code = run(
                "--rules",
                RULES,
                "--config",
                config("rules: {SlurmNodeFlapping: {changesOver: 9}}"),
                "--out",
                written.toString());

        assertThat(code).isZero();
        assertThat(out.toString(UTF_8)).contains("wrote 9 files to ").contains("; changed: SlurmNodeFlapping");
        assertThat(Files.readString(written.resolve("nodes.yml"))).contains("[1h])) > 9  # config: changesOver");
    }

    @Test
    void writesNothingWhereTheConfigurationIsWrong() throws IOException {
        Path written = folder.resolve("rules");

        int code = run("--rules", RULES, "--config", config("rules: {Nope: {}}"), "--out", written.toString());

        assertThat(code).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("my.yaml:1:9: rules.Nope: unknown rule");
        assertThat(written).doesNotExist();
    }

    @Test
    void refusesArgumentsThatItDoesNotKnow() throws IOException {
        assertThat(run("--config", "x.yaml", "--out", "y", "--format", "xml")).isEqualTo(2);
        assertThat(run("--out", "y")).isEqualTo(2);
        assertThat(run("--rules", RULES, "--config", folder.resolve("none.yaml").toString(), "--out", "y"))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .contains("--format must be prometheus, mimir or helm, not \"xml\"")
                .contains("--config")
                .contains("the file does not exist");
        assertThat(run("--help")).isZero();
        assertThat(out.toString(UTF_8)).contains("--format");
    }
}
