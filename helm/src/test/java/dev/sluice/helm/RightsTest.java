package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that the chart grants exactly the permissions that the documents list. */
class RightsTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+) \\| ([^|]+) \\| list, watch \\| .*");

    @Test
    void exporterMayReadWhatTheDocumentsSay() throws IOException {
        Set<String> documented = new TreeSet<>();
        Matcher rows = ROW.matcher(Files.readString(GoldenFile.repositoryRoot().resolve("docs/security.md")));
        while (rows.find()) {
            for (String group : rows.group(1).split(",", -1)) {
                documented.add(
                        (group.replace("`", "").trim() + "/" + rows.group(2).replace("`", "")).replace("core/", "/"));
            }
        }

        Installation installation = Installation.preset("gke-statefulset");
        assertThat(rights(installation.of("Role"), "-exporter")).containsOnlyOnceElementsOf(Set.of("/pods"));
        Set<String> granted = new TreeSet<>(rights(installation.of("Role"), "-exporter"));
        granted.addAll(rights(installation.of("ClusterRole"), "-exporter-nodes"));
        assertThat(granted).isEqualTo(documented);
        assertThat(rights(installation.of("ClusterRole"), "-exporter-nodes")).containsExactly("/nodes");
    }

    private static Set<String> rights(List<Manifest> roles, String ending) {
        return roles.stream()
                .filter(role -> role.name().endsWith(ending))
                .flatMap(role -> Yaml.listAt(role.tree(), "rules").stream())
                .peek(rule -> assertThat(Yaml.textsAt(rule, "verbs")).containsExactly("list", "watch"))
                .flatMap(rule -> Yaml.textsAt(rule, "apiGroups").stream()
                        .flatMap(group ->
                                Yaml.textsAt(rule, "resources").stream().map(name -> group + "/" + name)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Each value enables its own permissions. Without the value, the chart does not grant these permissions. */
    @Test
    void exporterHasNoRightOfAFeatureThatIsOff() throws IOException {
        String security = Files.readString(GoldenFile.repositoryRoot().resolve("docs/security.md"));
        assertThat(security)
                .contains(
                        "| `cluster.kubernetes.enabled` |",
                        "| `cluster.kubernetes.enabled` and `cluster.kubernetes.nodes` |",
                        "| core | `pods` | list, watch | the cluster | `cluster.kubernetes.machineGpus.enabled` |");
        for (Installation installation : Installation.all()) {
            if (!installation.exporterFile().contains("kubernetes:")) {
                assertThat(rights(installation.of("Role"), "-exporter")).isEmpty();
                assertThat(rights(installation.of("ClusterRole"), "-exporter")).isEmpty();
                assertThat(rights(installation.of("ClusterRole"), "-exporter-nodes"))
                        .isEmpty();
            }
        }
    }

    @Test
    void podsOfAllNamespacesAreReadOnlyForTheOwnersOfGpus() {
        for (Installation installation : Installation.all()) {
            boolean wanted = installation.exporterFile().contains("machineGpus:");
            assertThat(rights(installation.of("ClusterRole"), "-exporter-pods"))
                    .isEqualTo(wanted ? Set.of("/pods") : Set.of());
        }
        assertThat(Installation.preset("everything").exporterFile()).contains("machineGpus:\n        enabled: true");
    }

    @Test
    void statefulSetsAreReadOnlyWhereSomeAreNamed() {
        assertThat(rights(Installation.defaults().of("Role"), "-exporter")).doesNotContain("apps/statefulsets");
        assertThat(rights(Installation.with("every-namespace").of("ClusterRole"), "-exporter"))
                .contains("/pods")
                .doesNotContain("apps/statefulsets", "/nodes");
        assertThat(rights(Installation.with("every-namespace").of("Role"), "-exporter"))
                .contains("apps/statefulsets");
    }

    /**
     * The endpoints from which the AWS SDK gets credentials: STS for IRSA, and the agent for Pod Identity. The agent
     * runs on the same machine as the pod.
     */
    @Test
    void exporterReachesWhereItsAwsCredentialsComeFrom() {
        Installation publisher = Installation.with("cloudwatch");
        assertThat(Yaml.listAt(publisher.get("NetworkPolicy", "sluice-exporter").spec(), "egress"))
                .extracting(String::valueOf)
                .anyMatch(rule -> rule.contains("169.254.170.23/32")
                        && rule.contains("fd00:ec2::23/128")
                        && rule.contains("port=80"))
                .anyMatch(rule -> rule.contains("port=443") && !rule.contains("to="));
        assertThat(Installation.defaults().render()).doesNotContain("169.254.170.23");
        assertThat(publisher.get("ServiceAccount", "sluice-exporter").tree().toString())
                .contains("eks.amazonaws.com/role-arn=arn:aws:iam::111122223333:role/sluice-cloudwatch");
    }

    @Test
    void nobodyMayReadSecretsOrChangeApiServices() {
        for (Installation installation : Installation.all()) {
            for (Manifest role : installation.manifests()) {
                for (Map<String, Object> rule : Yaml.listAt(role.tree(), "rules")) {
                    assertThat(Yaml.textsAt(rule, "resources")).as("%s", role).doesNotContain("secrets", "apiservices");
                }
            }
        }
    }

    @Test
    void adapterMayOnlyReadTheFrontProxysAuthority() {
        assertThat(Installation.with("own-hpas").manifests())
                .filteredOn(manifest -> manifest.kind().endsWith("Binding"))
                .filteredOn(manifest -> manifest.name().contains("adapter"))
                .extracting(manifest -> Yaml.text(manifest.tree(), "roleRef", "name"))
                .containsExactly("extension-apiserver-authentication-reader");
    }

    private static final String NAMED = "^(slurm_[a-z_]+|[*]/slurm_nodeset_[a-z_]+)$";

    /** Disabled API groups can belong to another server, so the chart grants no permissions for these groups. */
    @Test
    void everyRightToMetricsNamesWhatIsSwitchedOn() {
        for (Installation installation : Installation.all()) {
            Set<String> on =
                    installation.of("APIService").stream().map(Manifest::name).collect(Collectors.toSet());
            for (Manifest role : installation.manifests()) {
                for (Map<String, Object> rule : Yaml.listAt(role.tree(), "rules")) {
                    List<String> groups = Yaml.textsAt(rule, "apiGroups");
                    for (String group : groups) {
                        if (group.endsWith(".metrics.k8s.io")) {
                            assertThat(on).as("%s", role).anyMatch(name -> name.endsWith("." + group));
                            assertThat(Yaml.textsAt(rule, "resources")).allMatch(name -> name.matches(NAMED));
                        }
                    }
                }
            }
        }
    }

    @Test
    void viewersReadTheMetricsOfThisAdapterByName() {
        assertThat(metricsReader(Installation.with("own-hpas")))
                .containsExactly(
                        "slurm_nodeset_desired_replicas",
                        "slurm_nodeset_pending_nodes",
                        "slurm_partition_pending_nodes");
        assertThat(metricsReader(Installation.preset("everything")))
                .contains("*/slurm_nodeset_desired_replicas", "*/slurm_nodeset_pending_nodes")
                .doesNotContain("*");
    }

    private static List<String> metricsReader(Installation installation) {
        return Yaml.listAt(
                        installation
                                .get("ClusterRole", "slurm:sluice-adapter:metrics-reader")
                                .tree(),
                        "rules")
                .stream()
                .flatMap(rule -> Yaml.textsAt(rule, "resources").stream())
                .toList();
    }
}
