package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the examples for the CloudWatch agent and the dashboard with the catalogue, and with each other. */
class ContainerInsightsTest {

    static final String DECLARATIONS = "/logs/metrics_collected/prometheus/emf_processor/metric_declaration";

    private static final Path EXAMPLES = GoldenFile.repositoryRoot().resolve("docs/examples/cloudwatch-agent");
    private static final int LARGEST_REQUEST = 1000;
    private static final String SCRAPER = "cloudwatch-agent-cluster-scraper";
    private static final String OF_SLURM = "cloudwatch-agent-slurm";

    /**
     * The declarations of the add-on's chart 6.4.0 (aws-observability/helm-charts at 71a298f) for the chart's cluster
     * scraper. Helm rendered both values files with this chart: every pipeline, including metrics/slurm, used only
     * declared names.
     */
    private static final Set<String> OF_THE_CHART = Set.of(
            "filter/cw_k8s_ci_v0_scrape_metadata",
            "metricstarttime/cw_k8s_ci_v0",
            "transform/cw_k8s_ci_v0_set_cluster_name",
            "resourcedetection/cw_k8s_ci_v0",
            "transform/cw_k8s_ci_v0_set_cloud_resource_id",
            "awsattributelimit/cw_k8s_ci_v0",
            "batch/cw_k8s_ci_v0_cwotel",
            "otlphttp/cw_k8s_ci_v0_cwotel");

    private static final Map<String, MetricFamily> FAMILIES =
            MetricCatalog.families().stream().collect(Collectors.toMap(MetricFamily::name, Function.identity()));

    static JsonNode classicAgent() throws IOException {
        return new JsonMapper().readTree(Files.readString(EXAMPLES.resolve("classic-agent.json")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"otel-addon-values.yaml", "otel-own-pipeline-values.yaml"})
    void pipelineNamesWhatIsDeclaredOrTheChartMakes(String file) {
        Yaml config = scraper(file);
        Yaml pipeline = config.at("service").at("pipelines").at("metrics/slurm");
        for (String kind : List.of("receivers", "processors", "exporters")) {
            Set<String> declared = config.maybe(kind).map(Yaml::keys).orElse(Set.of());
            List<String> used = pipeline.items(kind).stream()
                    .map(item -> String.valueOf(item.value()))
                    .toList();
            assertThat(used).isNotEmpty().allMatch(name -> declared.contains(name) || OF_THE_CHART.contains(name));
            assertThat(used).containsAll(declared);
        }
    }

    /** If OTel Container Insights is off, the chart has no scraper. A list in the values replaces the chart's list. */
    @Test
    void pipelinesStandInAgentsThatAreThere() {
        Yaml addon = Yaml.read(EXAMPLES.resolve("otel-addon-values.yaml"));
        assertThat(addon.at("otelContainerInsights").text("enabled")).isEqualTo("true");
        assertThat(agents("otel-addon-values.yaml")).containsExactly("cloudwatch-agent", SCRAPER);
        assertThat(agents("otel-own-pipeline-values.yaml")).containsExactly("cloudwatch-agent", SCRAPER, OF_SLURM);
    }

    private static List<String> agents(String file) {
        return Yaml.read(EXAMPLES.resolve(file)).items("agents").stream()
                .map(agent -> agent.text("name"))
                .toList();
    }

    @Test
    void ownPipelineIsWholeSignsForMonitoringAndKeepsTheLimit() {
        Yaml config = scraper("otel-own-pipeline-values.yaml");
        Yaml signing = config.at("extensions").at("sigv4auth/slurm");
        Yaml exporter = config.at("exporters").at("otlphttp/slurm");

        assertThat(signing.text("service")).isEqualTo("monitoring");
        assertThat(exporter.text("metrics_endpoint"))
                .isEqualTo("https://monitoring." + signing.text("region") + ".amazonaws.com/v1/metrics");
        assertThat(exporter.at("auth").text("authenticator")).isEqualTo("sigv4auth/slurm");
        assertThat(Integer.parseInt(config.at("processors").at("batch/slurm").text("send_batch_max_size")))
                .isLessThanOrEqualTo(LARGEST_REQUEST);
        assertThat(String.valueOf(
                        config.at("service").at("pipelines").at("metrics/slurm").value()))
                .doesNotContain("cw_k8s_ci");
    }

    @Test
    void scrapesWhereTheExporterServes() {
        for (String file : List.of("otel-addon-values.yaml", "otel-own-pipeline-values.yaml")) {
            assertScrape(scraper(file).at("receivers").at("prometheus/slurm").at("config"));
        }
        assertScrape(Yaml.read(EXAMPLES.resolve("classic-prometheus.yaml")));
    }

    private static void assertScrape(Yaml config) {
        Yaml job = config.items("scrape_configs").get(0);
        assertThat(job.text("job_name")).isEqualTo("sluice");
        assertThat(String.valueOf(
                        job.items("static_configs").get(0).at("targets").value()))
                .isEqualTo("[sluice-exporter.slurm:9341]");
    }

    @Test
    void classicAgentDeclaresMetricsAndDimensionsThatExist() throws IOException {
        JsonNode emf = classicAgent().at("/logs/metrics_collected/prometheus/emf_processor");

        assertThat(emf.path("metric_declaration")).isNotEmpty();
        for (JsonNode declaration : emf.path("metric_declaration")) {
            assertThat(declaration.path("source_labels"))
                    .extracting(JsonNode::asText)
                    .containsExactly("job");
            assertThat("sluice").matches(declaration.path("label_matcher").asText());
            for (JsonNode selector : declaration.path("metric_selectors")) {
                MetricFamily family = family(selector.asText().replaceAll("[\\^$]", ""));
                for (JsonNode dimensions : declaration.path("dimensions")) {
                    List<String> names = new ArrayList<>();
                    dimensions.forEach(name -> names.add(name.asText()));
                    assertThat(names.remove(0)).isEqualTo("ClusterName");
                    assertThat(family.labels()).containsAll(names);
                }
            }
        }
        emf.path("metric_unit").properties().forEach(unit -> {
            assertThat(family(unit.getKey()).unit()).isEqualTo("seconds");
            assertThat(unit.getValue().asText()).isEqualTo("Seconds");
        });
    }

    @Test
    void classicScrapesOncePerPeriodOfItsAlarms() {
        assertThat(Yaml.read(EXAMPLES.resolve("classic-prometheus.yaml"))
                        .at("global")
                        .text("scrape_interval"))
                .isEqualTo("1m");
    }

    @Test
    void dashboardAsksForSeriesThatExistAndItsWidgetsDoNotOverlap() throws IOException {
        JsonNode widgets = new JsonMapper()
                .readTree(Files.readString(GoldenFile.repositoryRoot().resolve("dashboards/cloudwatch/slurm.json")))
                .path("widgets");
        boolean[][] taken = new boolean[200][24];
        int queries = 0;
        for (JsonNode widget : widgets) {
            assertThat(widget.path("type").asText()).isIn("text", "chart");
            for (int y = 0; y < widget.path("height").asInt(); y++) {
                for (int x = 0; x < widget.path("width").asInt(); x++) {
                    int row = widget.path("y").asInt() + y;
                    int column = widget.path("x").asInt() + x;
                    assertThat(taken[row][column])
                            .as(widget.at("/properties/title").asText())
                            .isFalse();
                    taken[row][column] = true;
                }
            }
            for (JsonNode query : widget.at("/properties/data/queries")) {
                queries++;
                assertThat(query.path("language").asText()).isEqualTo("PromQL");
                assertThat(Catalogue.ofFamilies().unknown(query.path("query").asText()))
                        .isEmpty();
            }
        }
        assertThat(queries).isGreaterThan(10);
    }

    private static MetricFamily family(String name) {
        return Objects.requireNonNull(FAMILIES.get(name), name);
    }

    private static Yaml scraper(String file) {
        return Yaml.read(EXAMPLES.resolve(file)).items("agents").stream()
                .filter(agent -> agent.text("name").equals(file.contains("own") ? OF_SLURM : SCRAPER))
                .findFirst()
                .orElseThrow()
                .at("otelConfig");
    }
}
