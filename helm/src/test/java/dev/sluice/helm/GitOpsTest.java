package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Tests the files for Argo CD and Flux. The files install this version of the chart with the values of the preset
 * {@code slinky-eks}.
 */
class GitOpsTest {

    private static final Path EXAMPLES = GoldenFile.repositoryRoot().resolve("docs/examples");

    @Test
    void argoInstallsThePreset() throws IOException {
        Map<String, Object> application = Yaml.file(EXAMPLES.resolve("argocd.yaml"));
        Map<String, Object> source = Yaml.mapAt(application, "spec", "source");

        assertThat(application)
                .containsEntry("apiVersion", "argoproj.io/v1alpha1")
                .containsEntry("kind", "Application");
        assertThat(Yaml.text(source, "repoURL")).doesNotContain("://");
        assertThat(Yaml.text(source, "chart")).isEqualTo(chart("name"));
        assertThat(Yaml.text(source, "targetRevision")).isEqualTo(chart("version"));
        assertIsThePreset(Yaml.mapAt(source, "helm", "valuesObject"));
    }

    @Test
    void fluxInstallsThePreset() throws IOException {
        List<Map<String, Object>> both = Yaml.documents(Files.readString(EXAMPLES.resolve("flux.yaml")));
        Map<String, Object> repository = both.get(0);
        Map<String, Object> release = both.get(1);

        assertThat(both).hasSize(2);
        assertThat(repository)
                .containsEntry("apiVersion", "source.toolkit.fluxcd.io/v1")
                .containsEntry("kind", "OCIRepository");
        assertThat(Yaml.text(repository, "spec", "url")).startsWith("oci://").endsWith("/" + chart("name"));
        assertThat(Yaml.text(repository, "spec", "ref", "tag")).isEqualTo(chart("version"));
        assertThat(release)
                .containsEntry("apiVersion", "helm.toolkit.fluxcd.io/v2")
                .containsEntry("kind", "HelmRelease");
        assertThat(Yaml.text(release, "spec", "chartRef", "name")).isEqualTo(Yaml.text(repository, "metadata", "name"));
        assertIsThePreset(Yaml.mapAt(release, "spec", "values"));
    }

    private static void assertIsThePreset(Map<String, Object> values) throws IOException {
        Map<String, Object> cluster = new TreeMap<>(Yaml.mapAt(values, "cluster"));
        assertThat(cluster.remove("name")).isEqualTo("research");
        Map<String, Object> rest = new TreeMap<>(values);
        rest.put("cluster", cluster);

        assertThat(rest).isEqualTo(Yaml.file(Installation.chart().resolve("presets/slinky-eks.yaml")));
    }

    private static String chart(String key) throws IOException {
        return Yaml.text(Yaml.file(Installation.chart().resolve("Chart.yaml")), key);
    }
}
