package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.common.kubernetes.AccessSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class AdapterConfigTest {

    private static final List<String> LEAST = List.of("--exporter=http://sluice:8080", "--insecure-http", "--auth=off");

    @Test
    void hasTheDefaultsOfTheContract() {
        assertThat(AdapterFixture.config(Map.of(), LEAST).describe())
                .containsExactly(
                        "--exporter sluice:8080=http://sluice:8080",
                        "--listen 0.0.0.0",
                        "--port 8443",
                        "--metrics-port 9342",
                        "--tls-self-signed false",
                        "--insecure-http true",
                        "--auth off",
                        "--interval 5000ms",
                        "--max-age 90000ms",
                        "--hpa-tolerance 0",
                        "--keda-tls false",
                        "--drain 5000ms",
                        "--log-format text");
    }

    @Test
    void readsTheEnvironmentWhereThereIsNoFlag(@TempDir Path folder) throws IOException {
        String cert = Files.writeString(folder.resolve("tls.crt"), "").toString();
        String key = Files.writeString(folder.resolve("tls.key"), "").toString();
        AdapterConfig config = AdapterFixture.config(
                Map.ofEntries(
                        Map.entry("SLUICE_ADAPTER_EXPORTER", "r=http://r:8080, https://t.example/sluice/,"),
                        Map.entry("SLUICE_ADAPTER_EXPORTER_CA", "src/test/resources/tls/ca.pem"),
                        Map.entry("SLUICE_ADAPTER_EXPORTER_TOKEN", ""),
                        Map.entry("SLUICE_ADAPTER_EXPORTER_CERT", cert),
                        Map.entry("SLUICE_ADAPTER_EXPORTER_KEY", key),
                        Map.entry("SLUICE_ADAPTER_LISTEN", "127.0.0.1"),
                        Map.entry("SLUICE_ADAPTER_PORT", "1"),
                        Map.entry("SLUICE_ADAPTER_METRICS_PORT", "0"),
                        Map.entry("SLUICE_ADAPTER_TLS_CERT", cert),
                        Map.entry("SLUICE_ADAPTER_TLS_KEY", key),
                        Map.entry("SLUICE_ADAPTER_INSECURE_HTTP", "false"),
                        Map.entry("SLUICE_ADAPTER_AUTH", "off"),
                        Map.entry("SLUICE_ADAPTER_INTERVAL", "500ms"),
                        Map.entry("SLUICE_ADAPTER_MAX_AGE", "2m"),
                        Map.entry("SLUICE_ADAPTER_NAMESPACE_MAP", "slurm=research,lab=teaching"),
                        Map.entry("SLUICE_ADAPTER_HPA_TOLERANCE", "0.1"),
                        Map.entry("SLUICE_ADAPTER_KEDA_PORT", "9090"),
                        Map.entry("SLUICE_ADAPTER_KEDA_TLS", "true"),
                        Map.entry("SLUICE_ADAPTER_DRAIN", "0s"),
                        Map.entry("SLUICE_ADAPTER_LOG_FORMAT", "json")),
                List.of("--port", "6443"));

        assertThat(config.describe())
                .containsExactly(
                        "--exporter r=http://r:8080,t.example=https://t.example/sluice",
                        "--exporter-ca src/test/resources/tls/ca.pem",
                        "--exporter-cert " + cert,
                        "--exporter-key " + key,
                        "--listen 127.0.0.1",
                        "--port 6443",
                        "--metrics-port 0",
                        "--tls-cert " + cert,
                        "--tls-key " + key,
                        "--tls-self-signed false",
                        "--insecure-http false",
                        "--auth off",
                        "--interval 500ms",
                        "--max-age 120000ms",
                        "--namespace-map slurm=research,lab=teaching",
                        "--hpa-tolerance 0.1",
                        "--keda-port 9090",
                        "--keda-tls true",
                        "--drain 0ms",
                        "--log-format json");
        assertThat(config.namespaceMap()).isEqualTo(Map.of("slurm", "research", "lab", "teaching"));
        assertThat(config.tlsCert).hasValue(Path.of(cert));
        assertThat(config.tlsKey).hasValue(Path.of(key));
        assertThat(config.kubernetes()).isEmpty();
        assertThat(config.warnings())
                .containsExactly("authentication is off: every client that reaches port 6443 can read the demand");
    }

    @Test
    void reportsAllProblemsTogether() {
        List<String> expected = List.of(
                "Invalid value for option '--exporter' ([NAME=]URL): the URL must start with http:// or https://, as"
                        + " http://sluice-exporter.slurm:8080",
                "Invalid value for option '--port': must be a number from 0 to 65535, not '70000'",
                "Invalid value for option '--tls-cert': the file /no/such/file cannot be read",
                "Invalid value for option '--interval': must be a duration such as 500ms, 5s or 2m, not" + " 'soon'");

        assertThat(problems(
                        Map.of(), "--exporter=ftp://a", "--port=70000", "--tls-cert=/no/such/file", "--interval=soon"))
                .containsExactlyElementsOf(expected);
        assertThat(problems(Map.of(
                        "SLUICE_ADAPTER_EXPORTER", "ftp://a",
                        "SLUICE_ADAPTER_PORT", "70000",
                        "SLUICE_ADAPTER_TLS_CERT", "/no/such/file",
                        "SLUICE_ADAPTER_INTERVAL", "soon")))
                .containsExactlyElementsOf(expected);
    }

    @Test
    void asksForWhatIsMissing() {
        assertThat(problems(Map.of()))
                .containsExactly(
                        "--exporter is missing: set it to the exporter's URL",
                        "--tls-cert and --tls-key are missing, or --tls-self-signed: the Kubernetes API is served over"
                                + " TLS (--insecure-http is for a demonstration on one machine)",
                        "--auth kubernetes needs the Kubernetes API, and the adapter runs outside a cluster: set"
                                + " --kubeconfig (--auth off is for a demonstration on one machine)");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/wrong-settings.csv", delimiter = '|', quoteCharacter = '`')
    void saysWhatIsWrongWithASetting(String argument, String complaint) {
        List<String> arguments = new ArrayList<>(LEAST);
        arguments.removeIf(least -> least.split("=", 2)[0].equals(argument.split("=", 2)[0]));
        arguments.add(argument);

        assertThat(problems(Map.of(), arguments.toArray(String[]::new)))
                .singleElement()
                .asString()
                .contains(complaint)
                .doesNotContain("secret");
    }

    @Test
    void asksKubernetesUnlessToldOtherwise(@TempDir Path folder) throws IOException {
        List<String> flags = List.of("--exporter=http://a", "--tls-self-signed");
        Map<String, String> inside = Map.of("KUBERNETES_SERVICE_HOST", "10.96.0.1", "KUBERNETES_SERVICE_PORT", "443");
        AdapterConfig config = AdapterFixture.config(inside, flags);

        assertThat(config.auth).isEqualTo(AdapterConfig.AuthMode.KUBERNETES);
        assertThat(config.selfSigned).isTrue();
        assertThat(config.kubernetes())
                .hasValue(new AccessSettings.InCluster(
                        "10.96.0.1", 443, Path.of("/var/run/secrets/kubernetes.io/serviceaccount")));
        assertThat(config.warnings()).isEmpty();

        Path kubeconfig = Files.writeString(folder.resolve("config"), "");
        List<String> outside = new ArrayList<>(flags);
        outside.add("--kubeconfig=" + kubeconfig);
        assertThat(AdapterFixture.config(inside, outside).kubernetes())
                .hasValue(new AccessSettings.Kubeconfig(kubeconfig, ""));
    }

    @Test
    void doesNotMixWhatExcludesEachOther(@TempDir Path folder) throws IOException {
        String kubeconfig = "--kubeconfig=" + Files.writeString(folder.resolve("file"), "");

        assertThat(problems(
                        Map.of(), "--exporter=http://a", "--insecure-http", kubeconfig, "--keda-port=0", "--keda-tls"))
                .containsExactly(
                        "--insecure-http needs --auth off: the API server shows its certificate over TLS",
                        "--keda-tls and --insecure-http exclude each other");
        assertThat(problems(Map.of(), "--exporter=http://a", "--tls-self-signed", "--tls-cert=/dev/null", kubeconfig))
                .containsExactly("--tls-self-signed and --tls-cert exclude each other");
    }

    private static List<String> problems(Map<String, String> environment, String... arguments) {
        IllegalArgumentException refused = catchThrowableOfType(
                IllegalArgumentException.class, () -> AdapterFixture.config(environment, List.of(arguments)));
        return String.valueOf(Objects.requireNonNull(refused).getMessage())
                .lines()
                .toList();
    }
}
