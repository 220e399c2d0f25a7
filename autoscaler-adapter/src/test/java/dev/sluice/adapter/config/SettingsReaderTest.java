package dev.sluice.adapter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.common.kubernetes.AccessSettings;
import dev.sluice.common.log.LogFormat;
import dev.sluice.common.tls.ClientTls;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsReaderTest {

    private static final Map<Setting, List<String>> LEAST = Map.of(
            Setting.EXPORTER, List.of("http://sluice:8080"),
            Setting.INSECURE_HTTP, List.of(),
            Setting.AUTH, List.of("off"));

    @Test
    void hasTheDefaultsOfTheContract() throws SettingsException {
        AdapterConfig config = SettingsReader.read(LEAST, Map.of());

        assertThat(config)
                .isEqualTo(new AdapterConfig(
                        List.of(new ExporterEndpoint("sluice:8080", URI.create("http://sluice:8080"))),
                        new ExporterAccess(ClientTls.DEFAULTS, Optional.empty()),
                        "0.0.0.0",
                        8443,
                        9342,
                        Optional.empty(),
                        AuthMode.OFF,
                        Optional.empty(),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(90),
                        Map.of(),
                        BigDecimal.ZERO,
                        Optional.empty(),
                        Duration.ofSeconds(5),
                        LogFormat.TEXT));
    }

    @Test
    void readsTheEnvironmentWhereThereIsNoFlag(@TempDir Path folder) throws IOException, SettingsException {
        String cert = Files.writeString(folder.resolve("tls.crt"), "").toString();
        String key = Files.writeString(folder.resolve("tls.key"), "").toString();
        AdapterConfig config = SettingsReader.read(
                Map.of(Setting.PORT, List.of("6443")),
                Map.ofEntries(
                        Map.entry("SLUICE_ADAPTER_EXPORTER", "r=http://r:8080/, https://t.example/sluice/"),
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
                        Map.entry("SLUICE_ADAPTER_LOG_FORMAT", "json")));

        assertThat(config)
                .isEqualTo(new AdapterConfig(
                        List.of(
                                new ExporterEndpoint("r", URI.create("http://r:8080")),
                                new ExporterEndpoint("t.example", URI.create("https://t.example/sluice"))),
                        new ExporterAccess(
                                new ClientTls(
                                        Optional.of(Path.of("src/test/resources/tls/ca.pem")),
                                        Optional.of(Path.of(cert)),
                                        Optional.of(Path.of(key)),
                                        true),
                                Optional.empty()),
                        "127.0.0.1",
                        6443,
                        0,
                        Optional.of(new TlsSettings.Files(Path.of(cert), Path.of(key))),
                        AuthMode.OFF,
                        Optional.empty(),
                        Duration.ofMillis(500),
                        Duration.ofMinutes(2),
                        Map.of("slurm", "research", "lab", "teaching"),
                        new BigDecimal("0.1"),
                        Optional.of(new KedaSettings(9090, true)),
                        Duration.ZERO,
                        LogFormat.JSON));
        assertThat(config.warnings())
                .containsExactly("authentication is off: every client that reaches port 6443 can read the demand");
    }

    @Test
    void reportsAllProblemsTogether() {
        assertThat(problems(Map.of(
                        Setting.EXPORTER, List.of("ftp://a"),
                        Setting.PORT, List.of("70000"),
                        Setting.INTERVAL, List.of("soon"),
                        Setting.TLS_CERT, List.of("/no/such/file"),
                        Setting.TLS_KEY, List.of("/no/such/key"),
                        Setting.AUTH, List.of("off"))))
                .containsExactly(
                        "--exporter: the URL must start with http:// or https://, as http://sluice-exporter.slurm:8080",
                        "--tls-cert: the file /no/such/file cannot be read",
                        "--tls-key: the file /no/such/key cannot be read",
                        "--port must be a number from 0 to 65535",
                        "--interval must be a duration such as 500ms, 5s or 2m");
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
    @CsvSource(
            delimiter = '|',
            value = {
                "EXPORTER|http://user:secret@a|must not have a user or a password; use --exporter-token",
                "EXPORTER|http://a?b=c|must not have a query or a fragment",
                "EXPORTER|http://|--exporter: not a URL",
                "EXPORTER|a b|--exporter: not a URL",
                "EXPORTER|a=http://a,a=http://b|two have the name a",
                "LISTEN|''|--listen is empty",
                "PORT|-1|--port must be a number",
                "METRICS_PORT|x|--metrics-port must be a number",
                "MAX_AGE|0s|--max-age must be a duration",
                "MAX_AGE|5s|--max-age must be longer than --interval",
                "MAX_AGE|99999999999s|--max-age must be a duration",
                "NAMESPACE_MAP|slurm|must be NAMESPACE=CLUSTER, not slurm",
                "NAMESPACE_MAP|a=b,a=c|has namespace a twice",
                "HPA_TOLERANCE|10%|--hpa-tolerance must be a share such as 0.1, less than 1",
                "HPA_TOLERANCE|1.5|--hpa-tolerance must be a share such as 0.1, less than 1",
                "HPA_TOLERANCE|-0.1|--hpa-tolerance must be a share such as 0.1, less than 1",
                "KEDA_PORT|70000|--keda-port must be a number",
                "KEDA_TLS|''|--keda-tls is of no use without --keda-port",
                "DRAIN|5|--drain must be a duration",
                "LOG_FORMAT|xml|--log-format must be text or json",
                "TLS_SELF_SIGNED|''|--insecure-http and a certificate exclude each other",
                "KUBECONFIG|/no/such/file|--kubeconfig: the file /no/such/file cannot be read",
                "EXPORTER_CERT|/dev/null|--exporter-cert and --exporter-key only work together",
                "EXPORTER_CA|/no/such/file|--exporter-ca: the file /no/such/file cannot be read",
                "EXPORTER_CA|pom.xml|--exporter-ca: the file pom.xml has no certificate in PEM",
                "EXPORTER_CA|/dev/zero|--exporter-ca: the file /dev/zero has no certificate in PEM",
                "TLS_CERT|/no/such/file|--insecure-http and a certificate exclude each other",
            })
    void saysWhatIsWrongWithASetting(Setting setting, String value, String complaint) {
        Map<Setting, List<String>> flags = new EnumMap<>(LEAST);
        flags.put(setting, List.of(value));

        assertThat(problems(flags))
                .singleElement()
                .asString()
                .contains(complaint)
                .doesNotContain("secret");
    }

    @Test
    void kedaHasNoTlsWhereNothingHas() {
        Map<Setting, List<String>> flags = new EnumMap<>(LEAST);
        flags.put(Setting.KEDA_PORT, List.of("9090"));
        flags.put(Setting.KEDA_TLS, List.of());

        assertThat(problems(flags)).containsExactly("--keda-tls and --insecure-http exclude each other");
    }

    @Test
    void asksKubernetesUnlessToldOtherwise(@TempDir Path folder) throws IOException, SettingsException {
        Map<Setting, List<String>> flags =
                Map.of(Setting.EXPORTER, List.of("http://a"), Setting.TLS_SELF_SIGNED, List.of());
        Map<String, String> inside = Map.of("KUBERNETES_SERVICE_HOST", "10.96.0.1", "KUBERNETES_SERVICE_PORT", "443");
        AdapterConfig config = SettingsReader.read(flags, inside);

        assertThat(config.auth()).isEqualTo(AuthMode.KUBERNETES);
        assertThat(config.tls()).hasValue(new TlsSettings.SelfSigned());
        assertThat(config.kubernetes())
                .hasValue(new AccessSettings.InCluster(
                        "10.96.0.1", 443, Path.of("/var/run/secrets/kubernetes.io/serviceaccount")));
        assertThat(config.warnings()).isEmpty();

        Path kubeconfig = Files.writeString(folder.resolve("config"), "");
        Map<Setting, List<String>> outside = new EnumMap<>(flags);
        outside.put(Setting.KUBECONFIG, List.of(kubeconfig.toString()));
        assertThat(SettingsReader.read(outside, inside).kubernetes())
                .hasValue(new AccessSettings.Kubeconfig(kubeconfig, ""));
    }

    @Test
    void doesNotMixWhatExcludesEachOther(@TempDir Path folder) throws IOException {
        String file = Files.writeString(folder.resolve("file"), "").toString();
        List<String> exporter = List.of("http://a");

        assertThat(problems(Map.of(
                        Setting.EXPORTER, exporter,
                        Setting.INSECURE_HTTP, List.of(),
                        Setting.KUBECONFIG, List.of(file))))
                .containsExactly("--insecure-http needs --auth off: tokens must not cross the network in the clear");
        assertThat(problems(Map.of(
                        Setting.EXPORTER, exporter,
                        Setting.TLS_SELF_SIGNED, List.of(),
                        Setting.TLS_CERT, List.of(file),
                        Setting.AUTH, List.of("on"),
                        Setting.KUBECONFIG, List.of(file))))
                .containsExactly(
                        "--auth must be kubernetes or off", "--tls-self-signed and --tls-cert exclude each other");
    }

    private static List<String> problems(Map<Setting, List<String>> flags) {
        return Objects.requireNonNull(
                        catchThrowableOfType(SettingsException.class, () -> SettingsReader.read(flags, Map.of())))
                .problems();
    }
}
