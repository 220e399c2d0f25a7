package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Tests that all references point to existing objects: selectors, ports, accounts, volumes, roles and services. */
class WiringTest {

    private static final Set<String> ROLES_OF_EVERY_CLUSTER = Set.of("extension-apiserver-authentication-reader");

    @EachInstallation
    void namespacesAreSaidWhereThereAreAny(Installation installation) {
        assertThat(installation.manifests())
                .allSatisfy(manifest -> assertThat(manifest.namespace().isEmpty())
                        .as("%s", manifest)
                        .isNotEqualTo(manifest.isNamespaced()));
    }

    @EachInstallation
    void labelsAreThoseOfKubernetes(Installation installation) {
        assertThat(installation.manifests())
                .filteredOn(manifest -> !manifest.name().endsWith("-extra"))
                .allSatisfy(manifest -> assertThat(manifest.labels())
                        .as("%s", manifest)
                        .containsEntry("app.kubernetes.io/name", "sluice")
                        .containsEntry("app.kubernetes.io/instance", "sluice")
                        .containsEntry("app.kubernetes.io/managed-by", "Helm")
                        .containsKeys("helm.sh/chart", "app.kubernetes.io/version"));
    }

    @EachInstallation
    void selectorsFindExactlyOneDeployment(Installation installation) {
        for (Manifest manifest : installation.manifests()) {
            Map<String, Object> selector = switch (manifest.kind()) {
                case "Service" -> Yaml.mapAt(manifest.spec(), "selector");
                case "NetworkPolicy" -> Yaml.mapAt(manifest.spec(), "podSelector", "matchLabels");
                case "Deployment", "PodDisruptionBudget", "PodMonitor" ->
                    Yaml.mapAt(manifest.spec(), "selector", "matchLabels");
                default -> Map.of();
            };
            if (!selector.isEmpty()) {
                assertThat(installation.of("Deployment"))
                        .filteredOn(
                                deployment -> deployment.podLabels().entrySet().containsAll(selector.entrySet()))
                        .as("%s", manifest)
                        .hasSize(1);
            }
        }
    }

    @EachInstallation
    void servicesAndProbesNamePortsOfTheirContainers(Installation installation) {
        for (Manifest deployment : installation.of("Deployment")) {
            Map<String, Object> container = deployment.containers().get(0);
            List<Object> names = Yaml.listAt(container, "ports").stream()
                    .map(port -> port.get("name"))
                    .toList();
            for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
                assertThat(names).contains(Yaml.text(container, probe, "httpGet", "port"));
            }
            Manifest service = installation.get("Service", deployment.name());
            assertThat(Yaml.listAt(service.spec(), "ports"))
                    .extracting(port -> port.get("targetPort"))
                    .containsExactlyElementsOf(names);
        }
    }

    @EachInstallation
    void policiesLetInExactlyThePortsOfTheContainers(Installation installation) {
        for (Manifest policy : installation.of("NetworkPolicy")) {
            List<Object> names = Yaml.listAt(installation.container(policy.name()), "ports").stream()
                    .map(port -> port.get("name"))
                    .toList();
            assertThat(Yaml.listAt(policy.spec(), "ingress"))
                    .flatExtracting(rule -> Yaml.listAt(rule, "ports").stream()
                            .map(port -> port.get("port"))
                            .toList())
                    .containsExactlyInAnyOrderElementsOf(names);
            assertThat(Yaml.textsAt(policy.spec(), "policyTypes")).containsExactly("Ingress", "Egress");
        }
    }

    @EachInstallation
    void monitorsScrapeThePortOfMetricsInAJobThatAlertsFind(Installation installation) {
        for (String kind : List.of("ServiceMonitor", "PodMonitor")) {
            for (Manifest monitor : installation.of(kind)) {
                Map<String, Object> selector = Yaml.mapAt(monitor.spec(), "selector", "matchLabels");
                assertThat(installation.of("Service"))
                        .filteredOn(service -> service.labels().entrySet().containsAll(selector.entrySet()))
                        .singleElement()
                        .satisfies(service -> assertThat(Yaml.listAt(service.spec(), "ports"))
                                .anySatisfy(port -> assertThat(port).containsEntry("name", "metrics"))
                                .as("of the Service")
                                .isNotEmpty());
                assertThat(selector.get(Yaml.text(monitor.spec(), "jobLabel"))).isEqualTo("sluice");
                assertThat(Yaml.textsAt(monitor.spec(), "namespaceSelector", "matchNames"))
                        .containsExactly("slurm");
                String endpoints = kind.equals("PodMonitor") ? "podMetricsEndpoints" : "endpoints";
                assertThat(Yaml.listAt(monitor.spec(), endpoints))
                        .singleElement()
                        .satisfies(endpoint -> assertThat(endpoint)
                                .containsEntry("port", "metrics")
                                .containsEntry("honorLabels", true));
            }
        }
    }

    @EachInstallation
    void volumesAreMountedAndMountsHaveVolumes(Installation installation) {
        for (Manifest deployment : installation.of("Deployment")) {
            Set<Object> volumes = Yaml.listAt(deployment.pod(), "volumes").stream()
                    .map(volume -> Objects.requireNonNull(volume.get("name")))
                    .collect(Collectors.toSet());
            Set<Object> mounted = deployment.containers().stream()
                    .flatMap(container -> Yaml.listAt(container, "volumeMounts").stream())
                    .map(mount -> Objects.requireNonNull(mount.get("name")))
                    .collect(Collectors.toSet());
            assertThat(mounted).as("%s", deployment).isEqualTo(volumes);
            assertThat(Yaml.listAt(deployment.pod(), "volumes"))
                    .filteredOn(volume -> volume.containsKey("configMap"))
                    .allSatisfy(
                            volume -> assertThat(installation.find("ConfigMap", Yaml.text(volume, "configMap", "name")))
                                    .isPresent());
        }
    }

    @EachInstallation
    void bindingsHaveRolesAndAccounts(Installation installation) {
        for (String kind : List.of("Role", "ClusterRole")) {
            for (Manifest binding : installation.of(kind + "Binding")) {
                String role = Yaml.text(binding.tree(), "roleRef", "name");
                assertThat(Yaml.text(binding.tree(), "roleRef", "kind")).isEqualTo(kind);
                assertThat(ROLES_OF_EVERY_CLUSTER.contains(role)
                                || installation.find(kind, role).isPresent())
                        .as(role)
                        .isTrue();
                assertThat(Yaml.listAt(binding.tree(), "subjects"))
                        .singleElement()
                        .satisfies(subject -> assertThat(installation.of("Deployment"))
                                .anySatisfy(deployment -> assertThat(deployment.pod())
                                        .containsEntry("serviceAccountName", subject.get("name"))));
            }
        }
    }

    @EachInstallation
    void apiServicesLeadToAServiceWithACertificateForItsName(Installation installation) {
        for (Manifest api : installation.of("APIService")) {
            String service = Yaml.text(api.spec(), "service", "name");
            assertThat(Yaml.listAt(installation.get("Service", service).spec(), "ports"))
                    .anySatisfy(port -> assertThat(port).containsEntry("port", 443));
            assertThat(api.name()).isEqualTo(Yaml.text(api.spec(), "version") + "." + Yaml.text(api.spec(), "group"));
            boolean made = Boolean.TRUE.equals(api.spec().get("insecureSkipTLSVerify"));
            assertThat(Yaml.textsAt(installation.container(service), "args").contains("--tls-self-signed"))
                    .isEqualTo(made);
            boolean given = api.spec().containsKey("caBundle");
            boolean issued = Yaml.text(api.tree(), "metadata", "annotations", "cert-manager.io/inject-ca-from")
                    .equals("slurm/" + service);
            assertThat(List.of(made, given, issued)).containsOnlyOnce(true);
            if (issued) {
                assertThat(Yaml.textsAt(installation.get("Certificate", service).spec(), "dnsNames"))
                        .containsExactly(service + ".slurm.svc");
            }
        }
    }
}
