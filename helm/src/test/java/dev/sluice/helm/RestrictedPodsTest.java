package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;

/** Tests that pods follow the level "restricted" of Kubernetes' Pod Security Standards, and some additional rules. */
class RestrictedPodsTest {

    private static final Set<String> VOLUMES = Set.of(
            "configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim", "projected", "secret");

    @EachInstallation
    void podsAreRestricted(Installation installation) {
        for (Manifest deployment : installation.of("Deployment")) {
            Map<String, Object> pod = deployment.pod();
            assertThat(pod).as("%s", deployment).doesNotContainKeys("hostNetwork", "hostPID", "hostIPC");
            assertThat(Yaml.at(pod, "securityContext", "runAsNonRoot")).contains(true);
            assertThat(Yaml.text(pod, "securityContext", "runAsUser"))
                    .isEqualTo(installation.name().equals("other-sites") ? "" : "65532");
            assertThat(Yaml.text(pod, "securityContext", "seccompProfile", "type"))
                    .isEqualTo("RuntimeDefault");
            assertThat(Yaml.listAt(pod, "volumes"))
                    .allSatisfy(volume -> assertThat(volume.keySet())
                            .filteredOn(key -> !key.equals("name"))
                            .isSubsetOf(VOLUMES));
            assertThat(deployment.containers()).isNotEmpty().allSatisfy(RestrictedPodsTest::isRestricted);
        }
    }

    static void isRestricted(Map<String, Object> container) {
        Map<String, Object> context = Yaml.mapAt(container, "securityContext");
        assertThat(context)
                .containsEntry("allowPrivilegeEscalation", false)
                .containsEntry("readOnlyRootFilesystem", true)
                .containsEntry("runAsNonRoot", true)
                .doesNotContainKey("privileged");
        assertThat(Yaml.textsAt(context, "capabilities", "drop")).containsExactly("ALL");
        assertThat(Yaml.at(context, "capabilities", "add")).isEmpty();
        assertThat(Yaml.listAt(container, "ports"))
                .allSatisfy(port -> assertThat(port).doesNotContainKey("hostPort"));
    }

    @EachInstallation
    void ourContainersHaveLimitsProbesPinnedImagesAndTemporarySpace(Installation installation) {
        for (Manifest deployment : installation.of("Deployment")) {
            Map<String, Object> container = deployment.containers().get(0);
            assertThat(Yaml.at(container, "resources", "limits", "memory")).isPresent();
            assertThat(Yaml.at(container, "resources", "requests", "cpu")).isPresent();
            assertThat(container).containsKeys("startupProbe", "livenessProbe", "readinessProbe");
            assertThat(Yaml.text(container, "image")).matches(".+(:[0-9]+\\.[0-9]+\\.[0-9]+|@sha256:[0-9a-f]{64})");
            assertThat(Yaml.listAt(container, "volumeMounts"))
                    .anySatisfy(mount -> assertThat(mount).containsEntry("mountPath", "/tmp"))
                    // With a subPath mount, the files would never change after the start of the pod.
                    .allSatisfy(mount -> assertThat(mount).doesNotContainKey("subPath"));
        }
    }

    @EachInstallation
    void tokensOfServiceAccountsAreMountedOnlyWhereTheyAreUsed(Installation installation) {
        assertThat(installation.of("ServiceAccount"))
                .allSatisfy(account -> assertThat(account.tree()).containsEntry("automountServiceAccountToken", false));
        boolean reads = installation.render().contains("kubernetes:\n          enabled: true");
        assertThat(installation.exporter("Deployment").pod()).containsEntry("automountServiceAccountToken", reads);
    }
}
