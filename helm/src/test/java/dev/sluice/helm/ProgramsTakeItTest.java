package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.adapter.AdapterConfig;
import dev.sluice.exporter.config.ConfigLoader;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.config.SlurmConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the exporter and the adapter accept the configuration that the chart renders. */
class ProgramsTakeItTest {

    @TempDir
    Path directory;

    /**
     * Returns all installations except the installation with CloudWatch and OTLP: the exporter's own tests check these
     * sections.
     */
    static List<Installation> all() {
        return Installation.all().stream()
                .filter(installation -> !installation.name().equals("where-metrics-go"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("all")
    void exporterLoadsItsFile(Installation installation) throws Exception {
        assertThatCode(() -> load(installation)).doesNotThrowAnyException();
    }

    @Test
    void valuesArriveInTheExporter() throws Exception {
        ExporterConfig config = load(Installation.preset("everything"));

        assertThat(config.describe())
                .contains("name: research", "name: teaching", "topUsers: 20", "userNames: hash", "spares: 1")
                .contains("url: https://teaching.example.org:6820", "format: json", "level: debug")
                .contains("gres: gpu:h100:8");
    }

    @Test
    void squeueGetsTheServerAndTheExporterMovesToItsImage() throws Exception {
        Installation installation = Installation.with("jobs-from-squeue");
        SlurmConfig slurm = load(installation).clusters().get(0).slurm();
        Manifest deployment = installation.get("Deployment", "sluice-exporter");

        assertThat(slurm.squeue()).contains(Path.of("/usr/bin/squeue"));
        assertThat(slurm.squeueServer()).contains("slurm-controller.slurm:6817");
        assertThat(deployment.containers())
                .extracting(container -> Yaml.text(container, "image"))
                .satisfiesExactly(
                        main -> assertThat(main).isEqualTo("registry.example.org/slurm-login:26.5.5"),
                        copying -> assertThat(copying).contains("sluice-project/sluice-exporter:"));
        assertThat(Yaml.listAt(
                        installation.get("NetworkPolicy", "sluice-exporter").spec(), "egress"))
                .as("slurmctld is reachable")
                .anySatisfy(rule -> assertThat(String.valueOf(rule)).contains("port=6817"));
        assertThat(Installation.defaults().container("sluice-exporter"))
                .as("the image's own command")
                .doesNotContainKey("command");
    }

    private ExporterConfig load(Installation installation) throws Exception {
        // Certificates must be readable at startup. In the test, the certificates are in another folder.
        Path tls = Files.createDirectories(directory.resolve("tls-1"));
        for (String file : List.of(
                "tls-0/ca.crt",
                "tls-1/ca.crt",
                "tls-1/tls.crt",
                "tls-1/tls.key",
                "access-tls/tls.crt",
                "access-tls/tls.key",
                "access-clients/ca.crt",
                "access-auth/token",
                "access-auth/password")) {
            Files.createDirectories(tls.resolveSibling(file).getParent());
            Files.writeString(tls.resolveSibling(file), "a certificate\n");
        }
        String text = installation.exporterFile().replace("/etc/sluice/", directory + "/");
        return ConfigLoader.load(Files.writeString(directory.resolve("exporter.yaml"), text));
    }

    @ParameterizedTest
    @MethodSource("all")
    void adapterTakesItsFlags(Installation installation) throws Exception {
        for (Manifest deployment : installation.of("Deployment")) {
            if (deployment.name().endsWith("-adapter")) {
                List<String> flags =
                        new ArrayList<>(Yaml.textsAt(deployment.containers().get(0), "args"));
                // Files must be readable. In the test, all files are in one other folder.
                flags.replaceAll(
                        flag -> flag.replaceFirst("/etc/sluice/(tls|exporter-(ca|auth|client))/", directory + "/"));
                assertThat(check(flags)).as("%s", flags).isEmpty();
            }
        }
    }

    @Test
    void aFlagThatTheAdapterDoesNotKnowWouldBeFound() throws Exception {
        assertThat(check(List.of("--exporter=http://x:8080", "--kedaport=1"))).contains("--kedaport");
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = ProgramsTakeItTest.class.getResourceAsStream("/" + name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    /** Returns the adapter's error for the given flags; empty if the adapter accepts the flags. */
    private String check(List<String> flags) throws IOException {
        Files.writeString(directory.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: here
                contexts: [{name: here, context: {cluster: here, user: me}}]
                clusters: [{name: here, cluster: {server: "https://127.0.0.1:1"}}]
                users: [{name: me, user: {token: t}}]
                """);
        Files.writeString(directory.resolve("tls.crt"), "not looked at by --check\n");
        Files.writeString(directory.resolve("tls.key"), "not looked at by --check\n");
        Files.write(directory.resolve("ca.crt"), resource("authority.pem"));
        Files.writeString(directory.resolve("token"), "not looked at by --check\n");
        List<String> all = new ArrayList<>(flags);
        all.add("--check");
        all.add("--kubeconfig=" + directory.resolve("kubeconfig"));
        AdapterConfig config = new AdapterConfig();
        List<String> problems =
                config.parse(Map.of(), all.toArray(String[]::new)).problems();
        assertThat(config.describe()).isNotEmpty();
        return String.join("\n", problems);
    }
}
