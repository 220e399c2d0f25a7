package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.access.ListenConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the sections {@code tls} and {@code auth} of the exporter's own servers. */
class ServerProtectionTest {

    private static final String CLUSTER = "clusters: [{name: a, slurm: {url: 'http://h'}}]\n";

    @Test
    void bothServersAreProtectedAlike() throws ConfigException {
        String protection = "{tls: {certFile: c, keyFile: /k, clientCaFile: ca},"
                + " auth: {bearerTokenFile: t, basic: {user: ops, passwordFile: p}}";
        ExporterConfig config =
                Loaded.from(CLUSTER + "prometheus: " + protection + ", port: 1}\napi: " + protection + ", port: 2}\n");

        Optional<ListenConfig.Tls> tls = Optional.of(
                new ListenConfig.Tls(Path.of("/etc/sluice/c"), Path.of("/k"), Optional.of(Path.of("/etc/sluice/ca"))));
        Optional<ListenConfig.Auth> auth = Optional.of(new ListenConfig.Auth(
                Optional.of(Path.of("/etc/sluice/t")),
                Optional.of(new ListenConfig.Auth.Basic("ops", Path.of("/etc/sluice/p")))));
        assertThat(config.prometheus().listen()).isEqualTo(new ListenConfig("0.0.0.0", 1, tls, auth));
        assertThat(config.api().listen()).isEqualTo(new ListenConfig("0.0.0.0", 2, tls, auth));
        assertThat(Loaded.from(config.describe())).isEqualTo(config);
        assertThat(Loaded.from(config.describeOnOneLine())).isEqualTo(config);
    }

    @Test
    void neverShowsATokenThatStandsWhereAFileShould() {
        assertThat(Loaded.problemsBesideCluster("api: {auth: {bearerTokenFile: eyJhunter2}}"))
                .singleElement()
                .asString()
                .startsWith("api.auth.bearerTokenFile: ")
                .doesNotContain("hunter2");
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
        String listen = "{host: '" + host + "', auth: {bearerTokenFile: t}}";
        ExporterConfig clear = Loaded.from(CLUSTER + "api: " + listen + "\n");
        ExporterConfig encrypted = Loaded.from(
                CLUSTER + "api: " + listen.replace("{host", "{tls: {certFile: c, keyFile: k}, host") + "\n");

        assertThat(ConfigWarnings.of(clear, Map.of()))
                .isEqualTo(
                        warned
                                ? List.of(
                                        "api.auth: tokens and passwords cross the network unencrypted, because api.tls"
                                                + " is missing; add it, or set api.host to 127.0.0.1")
                                : List.of());
        assertThat(ConfigWarnings.of(encrypted, Map.of())).isEmpty();
    }
}
