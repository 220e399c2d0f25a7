package dev.sluice.exporter.config;

import static dev.sluice.exporter.config.Loaded.good;
import static dev.sluice.exporter.config.Loaded.problemsBesideCluster;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.network.HttpUrl;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PrometheusSectionTest {

    private static final String CLUSTER = "clusters: [{name: a, slurm: {url: 'http://h'}}]\n";

    @Test
    void readsFromNoPrometheusUnlessAUrlIsSet() {
        assertThat(good(CLUSTER).prometheus().url()).isEmpty();

        PrometheusConfig config = good(CLUSTER + "prometheus: {url: 'https://thanos/base/', urlTokenFile: /run/token}")
                .prometheus();

        assertThat(config.url()).contains(new HttpUrl(true, "thanos", 443, "/base"));
        assertThat(config.urlTokenFile()).contains(Path.of("/run/token"));
        assertThat(config.port()).isEqualTo(9341);
    }

    @Test
    void refusesKeysWithoutEffect() {
        assertThat(problemsBesideCluster("prometheus: {urlTokenFile: /run/token}"))
                .containsExactly(
                        "prometheus.urlTokenFile: has no effect without url; expected the URL of a Prometheus");
        assertThat(problemsBesideCluster("prometheus: {url: 'http://h', urlTls: {verifyHost: false}}"))
                .containsExactly("prometheus.urlTls: only for an https URL; remove the section or change the URL");
    }

    @Test
    void refusesUrlsThatCannotBeMeant() {
        assertThat(problemsBesideCluster("prometheus: {url: 'http://u:secret@h'}"))
                .containsExactly("prometheus.url: must not contain credentials; use urlTokenFile");
        assertThat(problemsBesideCluster("prometheus: {url: 'http://h/api/v1/query'}"))
                .containsExactly("prometheus.url: expected the base URL without /api/v1/query, which is appended");
    }
}
