package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigWarningsTest {

    @TempDir
    Path directory;

    @Test
    void warnsOfSecretsThatAreNotThereYet() throws ConfigException, IOException {
        Files.writeString(directory.resolve("jwt"), "x");
        ExporterConfig config = Loaded.from("""
                clusters:
                  - name: a
                    slurm: {url: "http://h", tokenFile: "%1$s/none"}
                  - name: b
                    slurm: {url: "http://h", tokenEnv: JWT}
                  - name: c
                    slurm: {url: "http://h", tokenEnv: EMPTY}
                  - name: d
                    slurm: {url: "http://h", tokenFile: "%1$s/jwt"}
                  - name: e
                    slurm: {url: "http://h", tokenEnv: SET}
                otlp: {headers: [{name: A, valueEnv: SET}, {name: B, valueEnv: EMPTY}]}
                """.formatted(directory));

        assertThat(config.warnings(Map.of("EMPTY", " ", "SET", "x")))
                .containsExactly(
                        "clusters[0].slurm.tokenFile: " + directory
                                + "/none is not readable now; expected it before the first poll",
                        "clusters[1].slurm.tokenEnv: JWT is not set in this environment",
                        "clusters[2].slurm.tokenEnv: EMPTY is not set in this environment",
                        "otlp.headers[].valueEnv: EMPTY is not set in this environment");
    }

    @Test
    void warnsOfAGrpcPortAndOfUsersThatStayHidden() throws ConfigException {
        ExporterConfig config = Loaded.from("""
                clusters:
                  - name: a
                    slurm: {url: "http://h"}
                otlp: {enabled: true, endpoint: "http://collector:4317"}
                api: {showUsers: true}
                metrics: {userNames: drop}
                """);

        assertThat(config.warnings(Map.of()))
                .containsExactly(
                        "otlp.endpoint: 4317 is usually a gRPC port; OTLP/HTTP usually has 4318",
                        "api.showUsers: has no effect while metrics.userNames is drop");
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0,true",
        "'::',true",
        "10.0.0.1,true",
        "example.org,true",
        "127.0.0.1,false",
        "127.1.2.3,false",
        "localhost,false",
        "'::1',false"
    })
    void warnsOfCredentialsThatCrossANetworkInTheClear(String host, boolean warned) throws ConfigException {
        String yaml = "clusters: [{name: a, slurm: {url: 'http://h'}}]\napi: {host: '" + host
                + "', auth: {bearerTokenFile: t}%s}";

        assertThat(Loaded.from(yaml.formatted("")).warnings(Map.of()))
                .isEqualTo(
                        warned
                                ? List.of(
                                        "api.auth: tokens and passwords cross the network unencrypted, because api.tls"
                                                + " is missing; add it, or set api.host to 127.0.0.1")
                                : List.of());
        assertThat(Loaded.from(yaml.formatted(", tls: {certFile: c, keyFile: k}"))
                        .warnings(Map.of()))
                .isEmpty();
    }
}
