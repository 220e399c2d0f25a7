package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the chart: lint, reproducible rendering, and the notes after installation. */
class ChartRenderingTest {

    /** Dashboards and rules contain templates of Grafana and Prometheus. */
    private static final Set<String> TEXTS_OF_OTHERS =
            Set.of("ConfigMap", "PrometheusRule", "Rules", "ClusterRules", "PrometheusRuleGroup");

    @TempDir
    Path directory;

    @Test
    void lintFindsNothing() {
        LintResult result = Installation.helm().lint().strict().call();

        assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
    }

    @Test
    void rendersTheSameTwice() {
        Installation everything = Installation.preset("everything");

        assertThat(everything.renderAnew()).isEqualTo(everything.render());
    }

    @EachInstallation
    void noTemplateIsLeftIn(Installation installation) {
        installation.manifests().stream()
                .filter(manifest -> !TEXTS_OF_OTHERS.contains(manifest.kind()))
                .forEach(manifest -> assertThat(manifest.tree().toString())
                        .as("%s", manifest)
                        .doesNotContain("{{", "<no value>", "%!"));
    }

    @Test
    void minimalAsksForNoRightsAndNoForeignKinds() {
        assertThat(Installation.preset("minimal").manifests())
                .extracting(Manifest::kind)
                .containsExactlyInAnyOrder("NetworkPolicy", "ServiceAccount", "ConfigMap", "Service", "Deployment");
    }

    @Test
    void defaultsGiveMetricsAlertsAndDashboardsAndTakeNothingOfTheCluster() {
        assertThat(Installation.defaults().manifests())
                .extracting(Manifest::toString)
                .contains(
                        "Token slurm/sluice-token",
                        "Deployment slurm/sluice-exporter",
                        "ServiceMonitor slurm/sluice-exporter",
                        "PrometheusRule slurm/sluice-queue",
                        "ConfigMap slurm/sluice-dashboard-overview")
                .noneMatch(manifest -> manifest.contains("APIService") || manifest.contains("adapter"));
    }

    @Test
    void theAdapterComesWithWhatItServes() {
        assertThat(Installation.preset("slinky-eks").manifests())
                .extracting(Manifest::toString)
                .contains(
                        "Deployment slurm/sluice-adapter",
                        "APIService v1beta1.external.metrics.k8s.io",
                        "PodDisruptionBudget slurm/sluice-adapter",
                        "ServiceMonitor slurm/sluice-adapter")
                .doesNotContain("APIService v1beta2.custom.metrics.k8s.io");
        assertThat(Installation.with("own-hpas").manifests())
                .extracting(Manifest::toString)
                .contains("Deployment slurm/sluice-adapter", "APIService v1beta1.external.metrics.k8s.io");
        assertThat(Installation.preset("keda").manifests())
                .extracting(Manifest::toString)
                .contains("Deployment slurm/sluice-adapter")
                .noneMatch(manifest -> manifest.contains("APIService"));
    }

    @Test
    void theTokenIsForAUserWithoutRights() {
        assertThat(Installation.defaults().get("Token", "sluice-token").spec()).containsEntry("username", "nobody");
        assertThat(Installation.with("every-namespace")
                        .get("Token", "sluice-token-1")
                        .spec())
                .containsEntry("username", "nobody");
    }

    @Test
    void notesSayTheNextCommands() {
        assertThat(Installation.defaults().notes())
                .contains("1. Check the sources.")
                .contains("kubectl -n slurm port-forward svc/sluice-exporter 8080:8080")
                .contains("The token is for the Slurm user nobody.")
                .contains("2. Check that Prometheus has the target.")
                .contains("--set monitoring.labels.release=NAME")
                .contains("3. This release scales no NodeSet and installs no adapter.")
                .contains("add it to autoscaling.nodeSets (name, max, via: external)")
                .contains("helm test sluice --namespace slurm --logs")
                .doesNotContain("apiservice");
        assertThat(Installation.preset("slinky-eks").notes())
                .contains("2. Check the adapter.")
                .contains("kubectl get apiservice v1beta1.external.metrics.k8s.io")
                .contains("4. This release scales these NodeSets:");
        assertThat(Installation.preset("slinky-gke").notes())
                .contains("kubectl -n slurm get podmonitoring -o yaml")
                .contains("\"exported_cluster\" is slurm");
        assertThat(Installation.preset("slinky-aks").notes())
                .contains("kubectl -n slurm get servicemonitors.azmonitoring.coreos.com")
                .contains("No alerts are installed");
        assertThat(Installation.preset("slinky-eks").onOldKubernetes().notes())
                .contains("slurm-worker-slinky: at most 16 nodes, via external")
                .contains("The adapter corrects the value");
        assertThat(Installation.preset("minimal").notes())
                .contains("Scrape sluice-exporter.slurm:9341")
                .doesNotContain("apiservice", "Argo CD");
    }

    /** Tests the chart as a release packages it: the package is complete and has the presets. */
    @Test
    void packageRendersAsTheFolder() throws Exception {
        Installation everything = Installation.preset("everything");
        new Helm(Installation.chart()).packageIt().withDestination(directory).call();
        List<Path> made;
        try (Stream<Path> files = Files.list(directory)) {
            made = files.toList();
        }
        assertThat(made).hasSize(1);
        Path archive = made.get(0);

        assertThat(archive.getFileName().toString()).matches("sluice-[0-9.]+\\.tgz");
        String rendered = Helm.template(archive.toString())
                .withName("sluice")
                .withNamespace("slurm")
                .withKubeVersion(everything.kubernetes())
                .withValuesFile(everything.values().orElseThrow())
                .call();
        assertThat(Yaml.documents(rendered).stream().map(Manifest::new))
                .as("without the pod, which is a hook")
                .containsExactlyElementsOf(everything.manifests());
        Process tar = new ProcessBuilder("tar", "-tzf", archive.toString()).start();
        assertThat(new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("sluice/presets/minimal.yaml", "sluice/templates/tests/answers.yaml", "sluice/README.md");
    }
}
