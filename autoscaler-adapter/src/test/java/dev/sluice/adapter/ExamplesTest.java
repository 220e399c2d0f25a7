package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.adapter.keda.KedaClient;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Sends the queries of the documented examples to a running adapter. */
class ExamplesTest {

    private static final Path EXAMPLES = GoldenFile.repositoryRoot().resolve("docs/examples");

    private final FakeExporter exporter;
    private final AdapterFixture adapter;

    ExamplesTest() throws IOException {
        exporter = FakeExporter.answering(200, DemandSamples.bytes("two-clusters.json"));
        adapter = AdapterFixture.with("--exporter=" + exporter.url(), "--keda-port=0");
    }

    @BeforeEach
    void awaitTheFirstAnswer() {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(
                                adapter.desired("nodeset=gpu,cluster=research").statusCode())
                        .isEqualTo(200));
    }

    @AfterEach
    void stop() {
        adapter.close();
        exporter.close();
    }

    @Test
    void anHpaOfTypeExternalGetsTheNumber() {
        JsonNode spec = example("hpa-external.yaml").path("spec");
        JsonNode external = spec.at("/metrics/0/external");
        JsonNode metric = external.path("metric");

        assertAskedForOneByOne(external.path("target"), spec.path("behavior"));
        HttpResponse<String> answer = adapter.get(AdapterFixture.EXTERNAL + "/namespaces/slurm/"
                + metric.path("name").asText() + "?labelSelector=" + selector(metric));
        assertThat(answer.body()).contains("\"value\":\"12\"");
    }

    @Test
    void anHpaOfTypeObjectGetsTheNumber() {
        JsonNode spec = example("hpa-object.yaml").path("spec");
        JsonNode object = spec.at("/metrics/0/object");
        JsonNode described = object.path("describedObject");

        assertAskedForOneByOne(object.path("target"), spec.path("behavior"));
        assertThat(described.path("kind").asText()).isEqualTo("NodeSet");
        String group = described.path("apiVersion").asText().replaceFirst("/.*", "");
        HttpResponse<String> answer = adapter.get(AdapterFixture.CUSTOM + "/namespaces/slurm/nodesets." + group + "/"
                + described.path("name").asText() + "/"
                + object.at("/metric/name").asText() + "?metricLabelSelector="
                + selector(object.path("metric")));
        assertThat(answer.body()).contains("\"value\":\"12\"");
    }

    @Test
    void kedasExternalScalerGetsTheNumber() {
        JsonNode spec = example("keda-external.yaml").path("spec");
        JsonNode trigger = spec.at("/triggers/0");

        assertThat(trigger.path("type").asText()).isEqualTo("external");
        assertKeda(spec, trigger);
        try (KedaClient keda = KedaClient.of(adapter.kedaPort())) {
            Map<String, String> metadata = strings(trigger.path("metadata"));
            assertThat(metadata).containsKey("scalerAddress");
            assertThat(keda.metric("slurm", metadata, "slurm_nodeset_desired_replicas"))
                    .containsExactly("slurm_nodeset_desired_replicas", 12L, 12.0);
        }
    }

    /** The exporter's response is a sample that the exporter's tests also check. */
    @Test
    void kedasMetricsApiScalerGetsTheNumber() throws IOException {
        JsonNode spec = example("keda-metrics-api.yaml").path("spec");
        JsonNode trigger = spec.at("/triggers/0");
        JsonNode metadata = trigger.path("metadata");

        assertThat(trigger.path("type").asText()).isEqualTo("metrics-api");
        assertKeda(spec, trigger);
        URI url = URI.create(metadata.path("url").asText());
        assertThat(url.getPath() + "?" + url.getQuery()).isEqualTo("/api/v1/demand/slurm/gpu?cluster=research");
        JsonNode sample = new ObjectMapper().readTree(DemandSamples.bytes("nodeset.json"));
        assertThat(sample.path(metadata.path("valueLocation").asText()).asLong())
                .isEqualTo(12);
        assertThat(metadata.path("targetValue").asText()).isEqualTo("1");
    }

    @Test
    void anHpaOfAStatefulSetGetsTheNumber() {
        exporter.answer(200, """
                {"version":1,"clusters":[{"cluster":"research","observedAt":"2026-11-20T08:00:00Z","ageSeconds":1,
                 "publishing":true,"nodeSets":[
                 {"namespace":"slurm","name":"slurmd","kind":"NodeSet","apiVersion":"slinky.slurm.net/v1beta1",
                  "desired":3,"pendingNodes":0},
                 {"namespace":"slurm","name":"slurmd","kind":"StatefulSet","apiVersion":"apps/v1",
                  "desired":7,"pendingNodes":0}]}]}
                """.getBytes(StandardCharsets.UTF_8));
        JsonNode spec = example("hpa-statefulset.yaml").path("spec");
        JsonNode external = spec.at("/metrics/0/external");
        JsonNode metric = external.path("metric");

        assertThat(spec.at("/scaleTargetRef/kind").asText()).isEqualTo("StatefulSet");
        assertAskedForOneByOne(external.path("target"), spec.path("behavior"));
        String target = AdapterFixture.EXTERNAL + "/namespaces/slurm/"
                + metric.path("name").asText() + "?labelSelector=" + selector(metric);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(adapter.get(target).body()).contains("\"value\":\"7\""));
    }

    /**
     * The labels of the metric are the labels in the exporter's catalogue. The exporter's tests check the catalogue.
     */
    @Test
    void kedasPrometheusScalerTakesWhatIsAbsentForAnError() {
        JsonNode spec = example("keda-prometheus.yaml").path("spec");
        JsonNode trigger = spec.at("/triggers/0");
        JsonNode metadata = trigger.path("metadata");

        assertThat(trigger.path("type").asText()).isEqualTo("prometheus");
        assertKeda(spec, trigger);
        assertThat(metadata.path("ignoreNullValues").asText()).isEqualTo("false");
        assertThat(metadata.path("threshold").asText()).isEqualTo("1");
        assertThat(metadata.path("query").asText()).startsWith("max(slurm_nodeset_desired_replicas{");
    }

    /** The other tests of this class test some examples. This test parses all examples. */
    @Test
    void everyBlockOfYamlCanBeRead() {
        assertThat(yamlBlocks("docs/autoscaling.md")).isNotEmpty().allMatch(JsonNode::isObject);
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(ExamplesTest::isOfAutoscaler))
                    .allSatisfy(name -> {
                        assertThat(example(name).at("/metadata/namespace").asText())
                                .isEqualTo("slurm");
                        assertThat(example(name).at("/spec/scaleTargetRef/name").asText())
                                .isEqualTo(example(name).at("/metadata/name").asText());
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The other examples install Sluice; the chart's tests check these examples. */
    private static boolean isOfAutoscaler(String name) {
        return name.matches("(hpa|keda)-.*\\.yaml");
    }

    /** Returns every document of every block. */
    private static List<JsonNode> yamlBlocks(String page) {
        try {
            return Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
                    .matcher(Files.readString(GoldenFile.repositoryRoot().resolve(page)))
                    .results()
                    .flatMap(block -> Pattern.compile("(?m)^---$").splitAsStream(block.group(1)))
                    .map(ExamplesTest::yaml)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyExampleIsNamedInTheReadme() throws IOException {
        String readme = Files.readString(EXAMPLES.resolve("README.md"));
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".yaml")))
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(readme).contains("](" + name + ")"));
        }
    }

    private static void assertKeda(JsonNode spec, JsonNode trigger) {
        assertThat(trigger.path("metricType").asText()).isEqualTo("AverageValue");
        assertThat(spec.has("fallback")).isFalse();
        assertBehavior(spec.at("/advanced/horizontalPodAutoscalerConfig/behavior"));
    }

    private static void assertAskedForOneByOne(JsonNode target, JsonNode behavior) {
        assertThat(target.path("type").asText()).isEqualTo("AverageValue");
        assertThat(target.path("averageValue").asText()).isEqualTo("1");
        assertBehavior(behavior);
    }

    private static void assertBehavior(JsonNode behavior) {
        assertThat(behavior.at("/scaleUp/tolerance").asText()).isEqualTo("0");
        assertThat(behavior.at("/scaleDown/tolerance").asText()).isEqualTo("0");
        assertThat(behavior.at("/scaleDown/stabilizationWindowSeconds").asLong())
                .isGreaterThanOrEqualTo(300);
    }

    private static String selector(JsonNode metric) {
        return URLEncoder.encode(
                strings(metric.at("/selector/matchLabels")).entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .collect(Collectors.joining(",")),
                StandardCharsets.UTF_8);
    }

    private static Map<String, String> strings(JsonNode object) {
        Map<String, String> strings = new TreeMap<>();
        object.fieldNames()
                .forEachRemaining(name -> strings.put(name, object.path(name).asText()));
        return strings;
    }

    private static JsonNode example(String name) {
        try {
            return yaml(Files.readString(EXAMPLES.resolve(name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode yaml(String text) {
        return new ObjectMapper().valueToTree(new Load(LoadSettings.builder().build()).loadFromString(text));
    }
}
