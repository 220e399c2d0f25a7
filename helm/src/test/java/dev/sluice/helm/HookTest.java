package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.terminal.AnswersMain;
import dev.sluice.fixtures.GoldenFile;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the pod of {@code helm test}. */
class HookTest {

    @EachInstallation
    void podIsValidAndRestricted(Installation installation) throws Exception {
        Manifest pod = installation.testPod();

        assertThat(ManifestSchemaTest.problems(pod)).isEmpty();
        assertThat(pod.spec())
                .containsEntry("restartPolicy", "Never")
                .containsKey("activeDeadlineSeconds")
                .doesNotContainKeys("hostNetwork", "hostPID", "hostIPC", "serviceAccountName");
        assertThat(Yaml.at(pod.spec(), "securityContext", "runAsNonRoot")).contains(true);
        assertThat(Yaml.text(pod.spec(), "securityContext", "seccompProfile", "type"))
                .isEqualTo("RuntimeDefault");
        Map<String, Object> container = container(pod);
        RestrictedPodsTest.isRestricted(container);
        assertThat(Yaml.at(container, "resources", "limits", "memory")).isPresent();
        assertThat(container.get("image"))
                .isEqualTo(installation.exporter("Deployment").containers().stream()
                        .map(each -> Yaml.text(each, "image"))
                        .filter(image -> image.contains("sluice-exporter"))
                        .findFirst()
                        .orElseThrow());
    }

    @EachInstallation
    void itBelongsToNoServiceAndNoPolicy(Installation installation) throws Exception {
        Manifest pod = installation.testPod();

        for (Manifest manifest : installation.manifests()) {
            Map<String, Object> selector = manifest.kind().equals("Service")
                    ? Yaml.mapAt(manifest.spec(), "selector")
                    : Yaml.mapAt(manifest.spec(), "podSelector", "matchLabels");
            if (!selector.isEmpty()) {
                assertThat(pod.labels().entrySet().containsAll(selector.entrySet()))
                        .as("%s", manifest)
                        .isFalse();
            }
        }
    }

    @EachInstallation
    void itAsksServicesThatAreThereAndApisThatAreRegistered(Installation installation) throws Exception {
        Manifest pod = installation.testPod();
        List<String> apis = installation.of("APIService").stream()
                .map(api -> Yaml.text(api.spec(), "group") + "/" + Yaml.text(api.spec(), "version"))
                .toList();
        List<URI> urls = urls(pod);

        assertThat(urls.stream()
                        .filter(url -> url.getHost().startsWith("kubernetes."))
                        .map(url -> url.getHost() + url.getPath()))
                .containsExactlyElementsOf(apis.stream()
                        .map(api -> "kubernetes.default.svc/apis/" + api)
                        .toList());
        assertThat(pod.spec()).containsEntry("automountServiceAccountToken", !apis.isEmpty());
        List<URI> ours = urls.stream()
                .filter(url -> !url.getHost().startsWith("kubernetes."))
                .toList();
        // These paths require a client certificate, but the pod has no client certificate.
        assertThat(ours)
                .extracting(URI::getPath)
                .isEqualTo(
                        installation.render().contains("clientCaFile")
                                ? List.of("/readyz")
                                : List.of("/readyz", "/metrics"));
        for (URI url : ours) {
            String[] host = url.getHost().split("\\.", -1);
            assertThat(host[1]).isEqualTo(pod.namespace());
            assertThat(Yaml.listAt(installation.get("Service", host[0]).spec(), "ports"))
                    .anySatisfy(port -> assertThat(port).containsEntry("port", url.getPort()));
        }
    }

    /** If a network policy lists the clients, the policy must also list this pod. */
    @EachInstallation
    void policiesOfTheExporterLetItIn(Installation installation) throws Exception {
        Map<String, Object> labels = installation.testPod().labels();
        for (Manifest policy : installation.of("NetworkPolicy")) {
            if (policy.name().endsWith("-exporter")) {
                assertThat(Yaml.listAt(policy.spec(), "ingress")).hasSize(2).allSatisfy(rule -> {
                    List<Map<String, Object>> from = Yaml.listAt(rule, "from");
                    assertThat(from.isEmpty()
                                    || from.stream()
                                            .filter(peer -> peer.containsKey("podSelector")
                                                    && !peer.containsKey("namespaceSelector"))
                                            .map(peer -> Yaml.mapAt(peer, "podSelector", "matchLabels"))
                                            .anyMatch(
                                                    wanted -> labels.entrySet().containsAll(wanted.entrySet())))
                            .as("%s", rule)
                            .isTrue();
                });
            }
        }
    }

    @Test
    void itRunsWhatIsInTheImage() throws Exception {
        List<String> command = Yaml.textsAt(container(Installation.defaults().testPod()), "command");
        String root = Files.readString(GoldenFile.repositoryRoot().resolve("pom.xml"))
                .replaceFirst("(?s).*<appRoot>(.*)</appRoot>.*", "$1");

        assertThat(command)
                .startsWith("java")
                .endsWith("-cp", "@" + root + "/jib-classpath-file", AnswersMain.class.getName());
    }

    private static Map<String, Object> container(Manifest pod) {
        return Yaml.listAt(pod.spec(), "containers").get(0);
    }

    @Test
    void anOpenExporterIsAskedWithoutKeys() throws Exception {
        assertThat(Yaml.textsAt(container(Installation.defaults().testPod()), "args")
                        .subList(0, 6))
                .containsExactly(
                        "http://sluice-exporter.slurm:8080/readyz",
                        "ready",
                        "",
                        "http://sluice-exporter.slurm:9341/metrics",
                        "sluice_build_info",
                        "");
    }

    /**
     * The exporter requires client certificates, and the pod has no client certificate. Only the endpoints of the
     * probes are available to the pod.
     */
    @Test
    void aProtectedExporterIsAskedWithItsAuthorityAndTheToken() throws Exception {
        Manifest pod = Installation.with("protected").testPod();

        assertThat(Yaml.textsAt(container(pod), "args"))
                .startsWith("https://sluice-exporter.slurm.svc:8080/readyz", "ready", "/etc/sluice/exporter-keys")
                .noneMatch(argument -> argument.contains("/metrics"));
        assertThat(Yaml.listAt(container(pod), "volumeMounts"))
                .anySatisfy(mount -> assertThat(mount)
                        .containsEntry("name", "exporter-keys")
                        .containsEntry("mountPath", "/etc/sluice/exporter-keys"));
        Map<String, Object> keys = Yaml.listAt(pod.spec(), "volumes").stream()
                .filter(volume -> "exporter-keys".equals(volume.get("name")))
                .findFirst()
                .orElseThrow();
        assertThat(Yaml.listAt(Yaml.mapAt(keys, "projected"), "sources").stream()
                        .map(source -> Yaml.text(source, "secret", "name") + ": "
                                + Yaml.text(
                                        Yaml.listAt(Yaml.mapAt(source, "secret"), "items")
                                                .get(0),
                                        "path")))
                .containsExactly("exporter-certificate: ca.crt", "exporter-credentials: token");
    }

    /** Returns the first of every three arguments. */
    private static List<URI> urls(Manifest pod) {
        List<String> arguments = Yaml.textsAt(container(pod), "args");
        assertThat(arguments.size() % 3).isZero();
        return IntStream.range(0, arguments.size() / 3)
                .mapToObj(i -> URI.create(arguments.get(3 * i)))
                .toList();
    }
}
