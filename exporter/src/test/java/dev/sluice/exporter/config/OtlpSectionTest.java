package dev.sluice.exporter.config;

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
        assertThat(otlp("otlp: {enabled: true, endpoint: 'http://h:4318', protocol: http}")
                        .enabled())
                .isTrue();
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
    void takesAHeadersValueFromOnePlace() throws ConfigException {
        assertThat(otlp("otlp: {headers: [{name: Authorization, valueFile: token}]}")
                        .headers())
                .containsExactly(new OtlpConfig.Header(
                        "Authorization",
                        Optional.empty(),
                        Optional.of(Path.of("/etc/sluice/token")),
                        Optional.empty()));
    }

    private static OtlpConfig otlp(String yaml) throws ConfigException {
        return Loaded.from("clusters: [{name: a, slurm: {url: 'http://h'}}]\n" + yaml)
                .otlp();
    }
}
