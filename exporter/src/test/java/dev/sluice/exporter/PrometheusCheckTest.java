package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.doctor.Finding;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Uses a server with responses in the format of Prometheus' HTTP API. */
class PrometheusCheckTest {

    private static final String CONFIG = "clusters: [{name: alpha, slurm: {url: 'http://127.0.0.1:1'}}]";
    private static final String RULES = """
            {"status":"success","data":{"groups":[{"name":"slurm-exporter","rules":[
            {"name":"SlurmExporterDown","type":"alerting"},{"name":"SlurmExporterAbsent","type":"alerting"}]}]}}
            """;
    private static final String SERIES = """
            {"status":"success","data":{"resultType":"vector","result":[%s]}}
            """;
    private static final String SCRAPED = """
            {"metric":{"cluster":"alpha","job":"%s","instance":"%s"},"value":[1795334400,"13"]}
            """;

    private final WireMockServer prometheus =
            new WireMockServer(WireMockConfiguration.options().dynamicPort().bindAddress("127.0.0.1"));

    @BeforeEach
    void start() {
        prometheus.start();
        rules(RULES);
    }

    @AfterEach
    void stop() {
        prometheus.stop();
    }

    @Test
    void findsTheExporterScraped() {
        series(SCRAPED.formatted("sluice", "slurm.example.org:9341"));

        assertThat(findings(prometheus.baseUrl() + "/"))
                .containsExactly(
                        "OK prometheus: scraped at slurm.example.org:9341 by the job sluice",
                        "OK alerts: the rules are loaded");
    }

    @Test
    void tellsWhatIsWrongWithTheScrape() {
        series("");
        assertThat(findings(prometheus.baseUrl()).get(0))
                .isEqualTo("WARNING prometheus: no series of this cluster: the exporter is not scraped");

        series(SCRAPED.formatted("sluice", "a:9341")
                .replace("\"cluster\"", "\"cluster\":\"prod\",\"exported_cluster\""));
        assertThat(findings(prometheus.baseUrl()).get(0))
                .isEqualTo("WARNING prometheus: the scrape job renames the label cluster to exported_cluster");

        series(SCRAPED.formatted("slurm", "a:9341"));
        assertThat(findings(prometheus.baseUrl()).get(0))
                .isEqualTo("WARNING prometheus: the scrape job slurm does not have sluice in its name");

        series(SCRAPED.formatted("sluice", "a:9341") + "," + SCRAPED.formatted("sluice", "b:9341"));
        assertThat(findings(prometheus.baseUrl()).get(0))
                .isEqualTo("WARNING prometheus: 2 targets have series of this cluster");
    }

    @Test
    void missesTheRules() {
        series(SCRAPED.formatted("sluice", "a:9341"));
        rules("{\"status\":\"success\",\"data\":{\"groups\":[]}}");

        assertThat(findings(prometheus.baseUrl()).get(1))
                .isEqualTo("WARNING alerts: the rule SlurmExporterAbsent is not loaded");
    }

    @Test
    void failsWhereNoPrometheusAnswers() {
        series("<html>");
        assertThat(findings(prometheus.baseUrl()).get(0)).isEqualTo("FAILED prometheus: invalid JSON response");

        prometheus.stubFor(WireMock.any(WireMock.anyUrl()).willReturn(WireMock.unauthorized()));
        assertThat(findings(prometheus.baseUrl()).get(0))
                .isEqualTo("FAILED prometheus: no response from " + prometheus.baseUrl() + ": HTTP 401");

        assertThat(findings("prometheus:9090").get(0))
                .isEqualTo("FAILED prometheus: no response from prometheus:9090: expected http://host:port");
    }

    @Test
    void saysThatTheConnectionIsRefused() {
        String url = prometheus.baseUrl();
        prometheus.stop();

        assertThat(findings(url).get(0))
                .isEqualTo("FAILED prometheus: no response from " + url + ": connection refused");
    }

    @Test
    void saysThatNobodyWasAsked() {
        assertThat(findings("")).containsExactly("SKIPPED prometheus: not checked");
    }

    private void series(String result) {
        prometheus.stubFor(WireMock.get(WireMock.urlPathEqualTo("/api/v1/query"))
                .withQueryParam(
                        "query",
                        WireMock.equalTo("count by (cluster, exported_cluster, job, instance) (sluice_source_up)"))
                .willReturn(WireMock.okJson(SERIES.formatted(result))));
    }

    private void rules(String body) {
        prometheus.stubFor(
                WireMock.get(WireMock.urlPathEqualTo("/api/v1/rules")).willReturn(WireMock.okJson(body)));
    }

    private static List<String> findings(String url) {
        List<Finding> all = new PrometheusCheck(url).findings(Loaded.good(CONFIG));
        assertThat(all)
                .filteredOn(finding -> finding.level() != Finding.Level.OK)
                .allSatisfy(finding -> assertThat(finding.cure()).isNotEmpty());
        return all.stream()
                .map(finding -> finding.level() + " " + finding.check() + ": " + finding.text())
                .toList();
    }
}
