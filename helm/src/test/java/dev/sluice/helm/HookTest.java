package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import dev.sluice.exporter.terminal.AnswersMain;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the pod of {@code helm test}. Helm does not render hooks. The test therefore renders a copy of the chart
 * without the hook annotations.
 */
class HookTest {

    private static final Path TEMPLATE = Path.of("templates", "tests", "answers.yaml");
    private static final String HOOK = "\"helm.sh/hook\" \"test\" ";

    @TempDir
    Path copy;

    static List<Installation> all() {
        return Installation.all();
    }

    @Test
    void onlyHelmTestMakesThePod() throws IOException {
        assertThat(Installation.defaults().of("Pod")).isEmpty();
        assertThat(Files.readString(Installation.chart().resolve(TEMPLATE))).containsOnlyOnce(HOOK);
    }

    @ParameterizedTest
    @MethodSource("all")
    void podIsValidAndRestricted(Installation installation) throws Exception {
        Manifest pod = pod(installation);

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
                .isEqualTo(installation.of("Deployment").stream()
                        .filter(deployment -> deployment.name().endsWith("-exporter"))
                        .flatMap(deployment -> deployment.containers().stream())
                        .map(each -> Yaml.text(each, "image"))
                        .filter(image -> image.contains("sluice-exporter"))
                        .findFirst()
                        .orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("all")
    void itBelongsToNoServiceAndNoPolicy(Installation installation) throws Exception {
        Manifest pod = pod(installation);

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

    @ParameterizedTest
    @MethodSource("all")
    void itAsksServicesThatAreThereAndApisThatAreRegistered(Installation installation) throws Exception {
        Manifest pod = pod(installation);
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
    @ParameterizedTest
    @MethodSource("all")
    void policiesOfTheExporterLetItIn(Installation installation) throws Exception {
        Map<String, Object> labels = pod(installation).labels();
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
        List<String> command = Yaml.textsAt(container(pod(Installation.defaults())), "command");
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
        assertThat(Yaml.textsAt(container(pod(Installation.defaults())), "args").subList(0, 6))
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
        Manifest pod = pod(Installation.with("protected"));

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

    private Manifest pod(Installation installation) throws IOException {
        try (Stream<Path> files = Files.walk(Installation.chart())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = copy.resolve(Installation.chart().relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.write(to, Files.readAllBytes(file));
            }
        }
        Path template = copy.resolve(TEMPLATE);
        Files.writeString(template, Files.readString(template).replace(HOOK, ""));
        TemplateCommand command = new Helm(copy)
                .template()
                .withName("sluice")
                .withNamespace("slurm")
                .withKubeVersion(installation.kubernetes());
        installation.values().ifPresent(command::withValuesFile);
        installation.clusterName().ifPresent(name -> command.set("cluster.name", name));
        List<Manifest> pods = Yaml.documents(command.call()).stream()
                .map(Manifest::new)
                .filter(manifest -> manifest.kind().equals("Pod"))
                .toList();
        assertThat(pods).hasSize(1);
        return pods.get(0);
    }
}
