package dev.sluice.exporter.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Uses a server with responses in the format of Prometheus' HTTP API. */
class PrometheusChecksTest {

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

        assertThat(results(prometheus.baseUrl() + "/"))
                .containsExactly(
                        "OK prometheus: scraped at slurm.example.org:9341 by the job sluice",
                        "OK alerts: the rules are loaded");
    }

    @Test
    void tellsWhatIsWrongWithTheScrape() {
        series("");
        assertThat(results(prometheus.baseUrl()).get(0))
                .isEqualTo("WARNING prometheus: no series of this cluster: the exporter is not scraped");

        series(SCRAPED.formatted("sluice", "a:9341")
                .replace("\"cluster\"", "\"cluster\":\"prod\",\"exported_cluster\""));
        assertThat(results(prometheus.baseUrl()).get(0))
                .isEqualTo("WARNING prometheus: the scrape job renames the label cluster to exported_cluster");

        series(SCRAPED.formatted("slurm", "a:9341"));
        assertThat(results(prometheus.baseUrl()).get(0))
                .isEqualTo("WARNING prometheus: the scrape job slurm does not have sluice in its name");

        series(SCRAPED.formatted("sluice", "a:9341") + "," + SCRAPED.formatted("sluice", "b:9341"));
        assertThat(results(prometheus.baseUrl()).get(0))
                .isEqualTo("WARNING prometheus: 2 targets have series of this cluster");
    }

    @Test
    void missesTheRules() {
        series(SCRAPED.formatted("sluice", "a:9341"));
        rules("{\"status\":\"success\",\"data\":{\"groups\":[]}}");

        assertThat(results(prometheus.baseUrl()).get(1))
                .isEqualTo("WARNING alerts: the rule SlurmExporterAbsent is not loaded");
    }

    @Test
    void failsWhereNoPrometheusAnswers() {
        series("<html>");
        assertThat(results(prometheus.baseUrl()).get(0)).isEqualTo("FAILED prometheus: invalid JSON response");

        prometheus.stubFor(WireMock.any(WireMock.anyUrl()).willReturn(WireMock.unauthorized()));
        assertThat(results(prometheus.baseUrl()).get(0))
                .isEqualTo("FAILED prometheus: no response from " + prometheus.baseUrl() + ": HTTP 401");

        assertThat(results("prometheus:9090").get(0))
                .isEqualTo("FAILED prometheus: no response from prometheus:9090: expected http://host:port");
    }

    @Test
    void saysThatTheConnectionIsRefused() {
        String url = prometheus.baseUrl();
        prometheus.stop();

        assertThat(results(url).get(0))
                .isEqualTo("FAILED prometheus: no response from " + url + ": connection refused");
    }

    @Test
    void saysThatNobodyWasAsked() {
        assertThat(results("")).containsExactly("SKIPPED prometheus: not checked");
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

    private static List<String> results(String url) {
        List<CheckResult> all = new PrometheusChecks(url).of("alpha");
        assertThat(all)
                .filteredOn(result -> result.level() != CheckResult.Level.OK)
                .allSatisfy(result -> assertThat(result.cure()).isNotEmpty());
        return all.stream()
                .map(result -> result.level() + " " + result.check() + ": " + result.text())
                .toList();
    }
}
