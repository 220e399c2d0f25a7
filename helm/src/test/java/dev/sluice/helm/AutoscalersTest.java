package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests that the chart's HPAs and ScaledObjects equal the handwritten objects in docs/examples, except for their names.
 */
class AutoscalersTest {

    private static Map<String, Object> example(String file) throws IOException {
        return Yaml.mapAt(Yaml.file(GoldenFile.repositoryRoot().resolve("docs/examples/" + file)), "spec");
    }

    @Test
    void hpaFollowsTheNumberAsInTheExample() throws IOException {
        Map<String, Object> example = example("hpa-external.yaml");
        Manifest hpa = Installation.preset("slinky-eks").get("HorizontalPodAutoscaler", "slurm-worker-slinky");

        assertThat(hpa.spec().get("behavior")).isEqualTo(example.get("behavior"));
        assertThat(Yaml.listAt(hpa.spec(), "metrics")).singleElement().satisfies(metric -> {
            assertThat(Yaml.at(metric, "external", "target"))
                    .isEqualTo(Yaml.at(Yaml.listAt(example, "metrics").get(0), "external", "target"));
            assertThat(Yaml.mapAt(metric, "external", "metric", "selector", "matchLabels"))
                    .isEqualTo(Map.of("nodeset", "slurm-worker-slinky", "cluster", "slurm", "kind", "NodeSet"));
        });
        assertThat(Yaml.mapAt(hpa.spec(), "scaleTargetRef"))
                .isEqualTo(Map.of(
                        "apiVersion", "slinky.slurm.net/v1beta1", "kind", "NodeSet", "name", "slurm-worker-slinky"));
    }

    @Test
    void objectMetricAndScaledObjectsAreThoseOfTheExamples() throws IOException {
        Installation everything = Installation.preset("everything");

        Map<String, Object> object = Yaml.listAt(
                        everything
                                .get("HorizontalPodAutoscaler", "slurm-worker-cpu")
                                .spec(),
                        "metrics")
                .get(0);
        assertThat(keysOf(object))
                .isEqualTo(keysOf(
                        Yaml.listAt(example("hpa-object.yaml"), "metrics").get(0)));
        Map<String, Object> asked =
                everything.get("ScaledObject", "slurm-worker-debug").spec();
        assertThat(Yaml.listAt(asked, "triggers").get(0).toString())
                .isEqualTo(Yaml.listAt(example("keda-metrics-api.yaml"), "triggers")
                        .get(0)
                        .toString()
                        .replace("slurm/gpu", "slurm/slurm-worker-debug"));
        Map<String, Object> told =
                everything.get("ScaledObject", "slurm-worker-long").spec();
        assertThat(keysOf(told)).containsAll(keysOf(example("keda-external.yaml")));
        // Before KEDA 2.17, it scales to its replicas at the first error.
        assertThat(told).doesNotContainKey("fallback");
    }

    private static List<String> keysOf(Map<String, Object> tree) {
        return Yaml.everyMap(tree)
                .flatMap(map -> map.keySet().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * Kubernetes 1.35 and later have the field. For older versions, the adapter publishes a value outside the tolerance
     * of 10 %.
     */
    @Test
    void toleranceGoesByTheVersionOfKubernetes() {
        Installation eks = Installation.preset("slinky-eks");

        assertThat(eks.render()).contains("tolerance: \"0\"").contains("--hpa-tolerance=0\n");
        assertThat(eks.onOldKubernetes().render())
                .doesNotContain("tolerance: \"0\"")
                .contains("--hpa-tolerance=0.1\n");
        assertThat(Installation.preset("keda").onOldKubernetes().render()).contains("--hpa-tolerance=0.1\n");
        assertThat(Installation.with("own-hpas").onOldKubernetes().render()).contains("--hpa-tolerance=0\n");
    }

    @Test
    void statefulSetsAndNodeSetsOfSoperatorShrinkByOnePodAMinute() {
        Manifest hpa = Installation.preset("gke-statefulset").get("HorizontalPodAutoscaler", "slurmd");
        Manifest second = Installation.with("other-sites").get("HorizontalPodAutoscaler", "gpu");

        assertThat(List.of(hpa, second))
                .allSatisfy(each -> assertThat(Yaml.listAt(each.spec(), "behavior", "scaleDown", "policies"))
                        .containsExactly(Map.of("type", "Pods", "value", 1, "periodSeconds", 60)));
        assertThat(Yaml.text(hpa.spec(), "scaleTargetRef", "apiVersion")).isEqualTo("apps/v1");
        assertThat(second.namespace()).as("that of its cluster").isEqualTo("second");
    }

    @Test
    void namesMayBeNumbersAndTheWindowZero() {
        Manifest hpa = Installation.with("other-sites").get("HorizontalPodAutoscaler", "100");

        assertThat(Yaml.at(hpa.spec(), "behavior", "scaleDown", "stabilizationWindowSeconds"))
                .contains(0);
        assertThat(Yaml.mapAt(
                        Yaml.listAt(hpa.spec(), "metrics").get(0), "external", "metric", "selector", "matchLabels"))
                .isEqualTo(Map.of("nodeset", "100", "cluster", "2024", "kind", "NodeSet"));
    }
}
