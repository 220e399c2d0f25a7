package dev.sluice.exporter.config;

import static dev.sluice.exporter.config.Loaded.problemsBesideCluster;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.schema.HttpUrl;
import dev.sluice.exporter.sink.otlp.OtlpConfig;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OtlpSectionTest {

    @Test
    void isOffUnlessItIsTurnedOn() throws ConfigException {
        assertThat(otlp("log: {}").enabled()).isFalse();
        assertThat(otlp("otlp: {endpoint: 'http://collector:4318'}").enabled()).isFalse();
    }

    @Test
    void readsEndpointsWithAndWithoutPortAndPath() throws ConfigException {
        assertThat(otlp("otlp: {endpoint: 'https://monitoring.eu-west-1.amazonaws.com'}")
                        .endpoint())
                .contains(new HttpUrl(true, "monitoring.eu-west-1.amazonaws.com", 443, ""));
        assertThat(otlp("otlp: {endpoint: 'http://[::1]:8428/opentelemetry/'}").endpoint())
                .contains(new HttpUrl(false, "::1", 8428, "/opentelemetry"));
    }

    @Test
    void refusesEndpointsThatCannotBeMeant() {
        assertThat(problemsBesideCluster("otlp: {endpoint: 'collector:4318'}"))
                .containsExactly(
                        "otlp.endpoint: expected http://host:port[/base] or https://host:port[/base], with the scheme");
        assertThat(problemsBesideCluster("otlp: {endpoint: 'http://user:secret@collector'}"))
                .containsExactly("otlp.endpoint: must not contain credentials; use a header");
        assertThat(problemsBesideCluster("otlp: {endpoint: 'http://collector:4318/v1/metrics'}"))
                .containsExactly("otlp.endpoint: expected the base URL without /v1/metrics, which is appended");
    }

    @Test
    void wantsWhatItNeedsWhereItIsOn() {
        assertThat(problemsBesideCluster("otlp: {enabled: true}"))
                .containsExactly("otlp.endpoint: missing; expected the receiver's URL: http://host:port[/base] or"
                        + " https://host:port[/base]");
        assertThat(problemsBesideCluster("otlp: {endpoint: 'https://h', tls: {verifyHost: false}}"))
                .containsExactly("otlp.tls: verifyHost is always true for OTLP; expected a host of the receiver's"
                        + " certificate in endpoint");
    }

    @Test
    void saysWhatToWriteInPlaceOfGrpc() throws ConfigException {
        assertThat(otlp("otlp: {enabled: true, endpoint: 'http://h:4318', protocol: http}")
                        .enabled())
                .isTrue();
        assertThat(problemsBesideCluster("otlp: {endpoint: 'http://collector:4317', protocol: grpc}"))
                .containsExactly("otlp.protocol: grpc was removed; write http, and the receiver's OTLP/HTTP port in"
                        + " `endpoint` (usually 4318 instead of 4317)");
        assertThat(problemsBesideCluster("otlp: {protocol: udp}"))
                .containsExactly("otlp.protocol: expected one of http, got \"udp\"");
    }

    @Test
    void takesAHeadersValueFromOnePlace() throws ConfigException {
        assertThat(otlp("otlp: {headers: [{name: Authorization, valueFile: token}]}")
                        .headers())
                .containsExactly(new OtlpConfig.Header(
                        "Authorization",
                        Optional.empty(),
                        Optional.of(Path.of("/etc/sluice/token")),
                        Optional.empty()));
        assertThat(problemsBesideCluster("otlp: {headers: [{name: A, value: b, valueEnv: C}]}"))
                .containsExactly("otlp.headers[0].name: expected exactly one of value, valueFile and valueEnv");
    }

    @Test
    void keepsToTheLimitOfCloudWatch() {
        assertThat(problemsBesideCluster("otlp: {maxPoints: 1001}")).hasSize(1);
    }

    private static OtlpConfig otlp(String yaml) throws ConfigException {
        return Loaded.from("clusters: [{name: a, slurm: {url: 'http://h'}}]\n" + yaml)
                .otlp();
    }
}
