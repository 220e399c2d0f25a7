package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConfigReferenceTest {

    @Test
    void documentsEveryKeyThatTheLoaderKnows() {
        GoldenFile.at(Path.of("docs/configuration.md")).matches(ConfigReference.render());
    }

    @Test
    void schemaHasEveryKeyThatTheLoaderKnows() {
        GoldenFile.at(Path.of("docs/exporter.schema.json")).matches(ConfigSchema.render());
    }

    @Test
    void chartTakesTheSameKeysAndValues() throws IOException {
        Path values = Path.of("helm/sluice/values.schema.json");
        String now = Files.readString(GoldenFile.repositoryRoot().resolve(values));

        GoldenFile.at(values).matches(ConfigSchema.renderChart(now));
    }

    @Test
    void completeFileLoadsAndChangesNoDefault() throws ConfigException {
        ExporterConfig complete = Loaded.from(ConfigReference.example());

        ExporterConfig minimal = Loaded.from("""
                clusters:
                  - name: research
                    slurm:
                      url: https://slurm-restapi.slurm:6820
                      tokenFile: /var/run/secrets/slurm/SLURM_JWT
                """);
        assertThat(complete).isEqualTo(minimal);
    }

    @Test
    void everyExampleThatIsCommentedOutLoadsToo() throws ConfigException {
        String uncommented = ConfigReference.example()
                .replaceAll("(?m)^( *)# ([A-Za-z]+: [^ ]+)$", "$1$2")
                .replaceAll("(?m)^ *tokenEnv: .*\n", "");

        SlurmConfig slurm = Loaded.from(uncommented).clusters().get(0).slurm();

        assertThat(slurm.apiVersion()).contains("v0.0.42");
        assertThat(slurm.tls().orElseThrow().keyFile()).contains(Path.of("/etc/sluice/client-key.pem"));
        assertThat(Loaded.from(uncommented).poll().maxAge()).contains(Duration.ofMinutes(5));
    }
}
