package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests metrics and rules in the formats of Google Managed Prometheus and Azure Managed Prometheus. */
class ManagedPrometheusTest {

    /** The fields of a rule of monitoring.googleapis.com/v1. */
    private static final Set<String> GOOGLES_RULE = Set.of("alert", "record", "expr", "for", "labels", "annotations");

    private static final Installation AZURE = Installation.with("azure-rules");

    @Test
    void googleScrapesThePodsAndKeepsTheLabelPod() {
        Manifest exporter = Installation.preset("slinky-gke").get("PodMonitoring", "sluice-exporter");

        assertThat(exporter.apiVersion()).isEqualTo("monitoring.googleapis.com/v1");
        assertThat(exporter.namespace()).isEqualTo("slurm");
        assertThat(exporter.spec()).isEqualTo(Yaml.document("""
                selector:
                  matchLabels:
                    app.kubernetes.io/name: sluice
                    app.kubernetes.io/instance: sluice
                    app.kubernetes.io/component: exporter
                targetLabels: {metadata: []}
                endpoints:
                  - {port: metrics, path: /metrics, interval: 30s}
                """));
        assertThat(Installation.preset("slinky-gke").find("PodMonitoring", "sluice-adapter"))
                .isPresent();
    }

    @Test
    void googleScrapesAProtectedExporterClusterWide() {
        Installation google = Installation.with("google-cluster");
        Manifest exporter = google.get("ClusterPodMonitoring", "slurm-sluice-exporter");

        assertThat(exporter.namespace()).isEmpty();
        assertThat(Yaml.listAt(exporter.spec(), "endpoints")).containsExactly(Yaml.document("""
                        port: metrics
                        path: /metrics
                        interval: 1m
                        scheme: https
                        tls:
                          serverName: sluice-exporter.slurm.svc
                          ca: {secret: {name: exporter-certificate, key: ca.crt, namespace: slurm}}
                          cert: {secret: {name: adapter-client, key: tls.crt, namespace: slurm}}
                          key: {secret: {name: adapter-client, key: tls.key, namespace: slurm}}
                        authorization:
                          type: Bearer
                          credentials: {secret: {name: exporter-credentials, key: token, namespace: slurm}}
                        """));
        // The adapter's metrics need no authentication.
        assertThat(Yaml.listAt(
                        google.get("ClusterPodMonitoring", "slurm-sluice-adapter")
                                .spec(),
                        "endpoints"))
                .containsExactly(Map.of("port", "metrics", "path", "/metrics", "interval", "1m"));
    }

    @Test
    void googlesRulesAreThoseOfPrometheusWithoutWhatGoogleLacks() {
        Installation google = Installation.preset("slinky-gke");

        assertThat(google.of("PrometheusRule")).isEmpty();
        assertThat(google.of("Rules")).hasSameSizeAs(Installation.defaults().of("PrometheusRule"));
        for (Manifest rules : google.of("Rules")) {
            assertThat(rules.apiVersion()).isEqualTo("monitoring.googleapis.com/v1");
            Manifest original = Installation.defaults().get("PrometheusRule", rules.name());
            assertThat(Yaml.listAt(rules.spec(), "groups"))
                    .allSatisfy(group ->
                            assertThat(Set.of("name", "interval", "rules")).containsAll(group.keySet()));
            assertThat(rulesOf(rules)).hasSameSizeAs(rulesOf(original)).allSatisfy(rule -> {
                assertThat(GOOGLES_RULE).containsAll(rule.keySet());
                assertThat(rulesOf(original))
                        .anySatisfy(same -> assertThat(same).containsAllEntriesOf(rule));
            });
        }
    }

    @Test
    void azureHasTheMonitorsUnderItsOwnApi() {
        assertThat(AZURE.get("PodMonitor", "sluice-exporter").apiVersion()).isEqualTo("azmonitoring.coreos.com/v1");
        assertThat(Installation.preset("slinky-aks").of("ServiceMonitor"))
                .hasSize(2)
                .allSatisfy(monitor -> assertThat(monitor.apiVersion()).isEqualTo("azmonitoring.coreos.com/v1"));
        assertThat(Installation.defaults()
                        .get("ServiceMonitor", "sluice-exporter")
                        .apiVersion())
                .isEqualTo("monitoring.coreos.com/v1");
    }

    @Test
    void azuresAlertHasItsSeverityAndIsoDurations() {
        Map<String, Object> alert = rulesOf(AZURE.get("PrometheusRuleGroup", "sluice-slurm-control-plane")).stream()
                .filter(rule -> "SlurmControllerDown".equals(rule.get("alert")))
                .findFirst()
                .orElseThrow();

        assertThat(alert)
                .containsEntry("expression", "max by (cluster) (slurm_controller_up) == 0")
                .containsEntry("enabled", true)
                .containsEntry("severity", 1)
                .containsEntry("for", "PT2M")
                .containsEntry("resolveConfiguration", Map.of("autoResolved", true, "timeToResolve", "PT5M"))
                .containsKeys("labels", "annotations")
                .doesNotContainKeys("expr", "keep_firing_for", "record");
    }

    @Test
    void azuresGroupsHaveAllButHourlyRulesAndAtMostTwentyEach() {
        List<Manifest> groups = AZURE.of("PrometheusRuleGroup");
        long rules = Installation.defaults().of("PrometheusRule").stream()
                .flatMap(manifest -> rulesOf(manifest).stream())
                .filter(rule -> !String.valueOf(rule).contains("cluster_node:slurm_compute_node_drains_total:"))
                .count();

        assertThat(groups).allSatisfy(group -> assertThat(rulesOf(group)).hasSizeBetween(1, 20));
        assertThat(groups.stream().mapToLong(group -> rulesOf(group).size()).sum())
                .isEqualTo(rules);
        assertThat(groups).extracting(Manifest::name).doesNotHaveDuplicates();
        assertThat(groups)
                .allSatisfy(
                        group -> assertThat(group.spec())
                                .containsEntry("location", "westeurope")
                                .containsEntry("interval", "PT1M")
                                .containsEntry(
                                        "owner",
                                        Map.of(
                                                "armId",
                                                "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/monitoring")));
    }

    private static List<Map<String, Object>> rulesOf(Manifest manifest) {
        return Yaml.everyMap(manifest.spec())
                .filter(map -> map.containsKey("alert") || map.containsKey("record"))
                .toList();
    }
}
