package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the optional access to the status page from outside the cluster. */
class PageOutsideTest {

    private static final Installation OUTSIDE = Installation.with("behind-an-ingress");

    @Test
    void anIngressLeadsItsHostToTheApi() {
        Manifest ingress = OUTSIDE.get("Ingress", "sluice-exporter");

        // Only the status page and the API are available from outside, never the metrics port.
        assertThat(ingress.spec()).isEqualTo(Yaml.document("""
                ingressClassName: nginx
                tls: [{hosts: [slurm.example.org], secretName: slurm-page}]
                rules:
                  - host: slurm.example.org
                    http:
                      paths:
                        - {path: /, pathType: Prefix, backend: {service: {name: sluice-exporter, port: {name: api}}}}
                """));
        assertThat(Yaml.mapAt(ingress.tree(), "metadata", "annotations"))
                .isEqualTo(Map.of("cert-manager.io/cluster-issuer", "letsencrypt"));
    }

    @Test
    void anHttpRouteLeadsAGatewaysRequestsToTheApi() {
        assertThat(OUTSIDE.get("HTTPRoute", "sluice-exporter").spec()).isEqualTo(Yaml.document("""
                parentRefs: [{name: internal, namespace: gateways}]
                hostnames: [slurm.internal.example.org]
                rules: [{backendRefs: [{name: sluice-exporter, port: 8080}]}]
                """));
    }

    @Test
    void theBackendIsAPortOfTheService() {
        List<Map<String, Object>> ports =
                Yaml.listAt(OUTSIDE.get("Service", "sluice-exporter").tree(), "spec", "ports");

        assertThat(ports)
                .anySatisfy(
                        port -> assertThat(port).containsEntry("name", "api").containsEntry("port", 8080));
    }

    @Test
    void theExporterTrustsTheHeadersOfTheProxy() {
        assertThat(Yaml.mapAt(OUTSIDE.exporterConfig(), "api")).containsEntry("proxy", Yaml.document("""
                userHeader: X-Auth-Request-Preferred-Username
                groupsHeader: X-Auth-Request-Groups
                addresses: 10.244.0.0/16
                operatorGroups: hpc-admins
                ownJobsOnly: false
                """));
        assertThat(Yaml.mapAt(Installation.defaults().exporterConfig(), "api")).doesNotContainKey("proxy");
    }

    @Test
    void nothingIsOutsideByDefault() {
        assertThat(Installation.defaults().of("Ingress")).isEmpty();
        assertThat(Installation.defaults().of("HTTPRoute")).isEmpty();
    }
}
