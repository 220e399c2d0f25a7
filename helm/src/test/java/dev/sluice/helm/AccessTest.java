package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests that the settings of a protected exporter are consistent: in the exporter's configuration, in the probes, in
 * the clients and in Prometheus.
 */
class AccessTest {

    private static final Installation OPEN = Installation.with("own-hpas");
    private static final Installation PROTECTED = Installation.with("protected");

    @Test
    void bothServersOfTheExporterAreProtectedAlike() {
        Map<String, Object> config = PROTECTED.exporterConfig();

        Map<String, Object> access = Yaml.document("""
                tls:
                  certFile: /etc/sluice/access-tls/tls.crt
                  keyFile: /etc/sluice/access-tls/tls.key
                  clientCaFile: /etc/sluice/access-clients/ca.crt
                auth:
                  bearerTokenFile: /etc/sluice/access-auth/token
                  basic: {user: ops, passwordFile: /etc/sluice/access-auth/password}
                """);
        assertThat(Yaml.mapAt(config, "prometheus"))
                .containsAllEntriesOf(access)
                .containsEntry("port", 9341)
                .hasSize(3);
        assertThat(Yaml.mapAt(config, "api"))
                .containsAllEntriesOf(access)
                .containsEntry("port", 8080)
                .containsEntry("showUsers", true)
                .hasSize(4);
        assertThat(OPEN.exporterConfig().get("api")).isEqualTo(Map.of("port", 8080));
        assertThat(OPEN.exporterConfig().get("prometheus")).isEqualTo(Map.of("port", 9341));
    }

    @Test
    void probesTakeTheExportersScheme() {
        for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            assertThat(Yaml.text(PROTECTED.container("sluice-exporter"), probe, "httpGet", "scheme"))
                    .isEqualTo("HTTPS");
            assertThat(Yaml.text(OPEN.container("sluice-exporter"), probe, "httpGet", "scheme"))
                    .isEqualTo("HTTP");
        }
    }

    @Test
    void adapterAsksAsTheExporterWants() {
        assertThat(Yaml.textsAt(PROTECTED.container("sluice-adapter"), "args"))
                .contains(
                        "--exporter=https://sluice-exporter.slurm.svc:8080",
                        "--exporter-ca=/etc/sluice/exporter-ca/ca.crt",
                        "--exporter-token=/etc/sluice/exporter-auth/token",
                        "--exporter-cert=/etc/sluice/exporter-client/tls.crt",
                        "--exporter-key=/etc/sluice/exporter-client/tls.key");
        assertThat(Yaml.textsAt(OPEN.container("sluice-adapter"), "args"))
                .contains("--exporter=http://sluice-exporter.slurm:8080")
                .noneMatch(flag -> flag.startsWith("--exporter-"));
    }

    @Test
    void podsGetOnlyTheKeysOfTheSecretsThatTheyNeed() {
        assertThat(keys("sluice-exporter"))
                .containsEntry("access-tls", "exporter-certificate: tls.crt=tls.crt tls.key=tls.key")
                .containsEntry("access-clients", "clients-authority: ca.crt=ca.crt")
                .containsEntry("access-auth", "exporter-credentials: tokens=token password=password");
        assertThat(keys("sluice-adapter"))
                .containsEntry("exporter-ca", "exporter-certificate: ca.crt=ca.crt")
                .containsEntry("exporter-client", "adapter-client: tls.crt=tls.crt tls.key=tls.key")
                .containsEntry("exporter-auth", "exporter-credentials: token=token");
    }

    /** Returns the content of each Secret volume, such as {@code secret: key=file}. */
    private static Map<String, String> keys(String deployment) {
        Map<String, String> found = new TreeMap<>();
        for (Map<String, Object> volume :
                Yaml.listAt(PROTECTED.get("Deployment", deployment).pod(), "volumes")) {
            if (volume.containsKey("secret")) {
                String items = Yaml.listAt(volume, "secret", "items").stream()
                        .map(item -> item.get("key") + "=" + item.get("path"))
                        .collect(Collectors.joining(" "));
                found.put(Yaml.text(volume, "name"), Yaml.text(volume, "secret", "secretName") + ": " + items);
            }
        }
        return found;
    }

    @Test
    void prometheusIsToldTheSame() {
        Map<String, Object> endpoint = endpoint(PROTECTED, "PodMonitor", "podMetricsEndpoints", "sluice-exporter");

        assertThat(endpoint).containsEntry("scheme", "https").containsAllEntriesOf(Yaml.document("""
                        authorization: {type: Bearer, credentials: {name: exporter-credentials, key: token}}
                        tlsConfig:
                          serverName: sluice-exporter.slurm.svc
                          ca: {secret: {name: exporter-certificate, key: ca.crt}}
                          cert: {secret: {name: adapter-client, key: tls.crt}}
                          keySecret: {name: adapter-client, key: tls.key}
                        """));
        assertThat(endpoint(PROTECTED, "PodMonitor", "podMetricsEndpoints", "sluice-adapter"))
                .as("the adapter's own port is not concerned")
                .containsEntry("scheme", "http")
                .doesNotContainKeys("tlsConfig", "authorization");
        assertThat(endpoint(OPEN, "ServiceMonitor", "endpoints", "sluice-exporter"))
                .containsEntry("scheme", "http")
                .doesNotContainKeys("tlsConfig", "authorization");
    }

    private static Map<String, Object> endpoint(Installation installation, String kind, String endpoints, String name) {
        return Yaml.listAt(installation.get(kind, name).spec(), endpoints).get(0);
    }
}
