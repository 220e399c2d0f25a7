package dev.sluice.exporter.config;

import static dev.sluice.exporter.config.Loaded.problemsBesideCluster;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemovedKeysTest {

    private static final String NOT_READ = "removed: the exporter no longer queries Prometheus; remove the key, load"
            + " alerts/gpus-dcgm.yml into Prometheus and use the dashboard GPU efficiency";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "prometheus: {url: 'http://h'}         | prometheus.url: " + NOT_READ,
                "prometheus: {urlTokenFile: /token}    | prometheus.urlTokenFile: " + NOT_READ,
                "prometheus: {urlTls: {caFile: /ca}}   | prometheus.urlTls: " + NOT_READ,
                "otlp: {sigv4: {enabled: true}} | otlp.sigv4: removed: the exporter no longer signs requests; remove the"
                        + " section and let an OpenTelemetry collector sign (docs/guides/otlp.md)",
                "otlp: {endpoint: 'http://h', traces: true} | otlp.traces: removed: the exporter no longer pushes polls"
                        + " as spans; remove the key and use sluice_source_poll_seconds for the duration of polls"
            })
    void namesTheReplacement(String section, String problem) {
        assertThat(problemsBesideCluster(section)).containsExactly(problem);
    }
}
