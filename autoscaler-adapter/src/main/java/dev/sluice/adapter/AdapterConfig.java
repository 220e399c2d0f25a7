package dev.sluice.adapter;

import dev.sluice.adapter.demand.ExporterReader;
import dev.sluice.common.cli.ParsedArguments;
import dev.sluice.common.kubernetes.AccessSettings;
import dev.sluice.common.log.LogLayout;
import dev.sluice.common.tls.ClientTls;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/**
 * The adapter's configuration. Each setting is a flag on the command line, or an environment variable if the flag is
 * missing. Does not change after {@link #parse}.
 */
@Command(
        name = "sluice-adapter",
        description = "Serves the demand of Slurm to autoscalers through the Kubernetes API.",
        customSynopsis = {
            "sluice-adapter --exporter URL --tls-cert FILE --tls-key FILE [...]",
            "       sluice-adapter --exporter URL --tls-self-signed [...]",
            "       sluice-adapter --version | --help"
        },
        footer = {
            "",
            "A missing flag is read from the environment, such as SLUICE_ADAPTER_MAX_AGE for --max-age.",
            "Exit codes: 0 fine, 2 bad settings or arguments, 1 anything else."
        })
public final class AdapterConfig {

    private static final String CHECK = "--check";

    /** The clients that may read values. */
    enum AuthMode {
        KUBERNETES,
        OFF
    }

    @Option(
            names = "--exporter",
            paramLabel = "[NAME=]URL",
            split = ",",
            hideParamSyntax = true,
            description = "API of an exporter, such as http://sluice-exporter.slurm:8080; repeat the flag or separate"
                    + " with commas for several.")
    List<ExporterReader.Endpoint> exporters = new ArrayList<>();

    @Option(
            names = "--exporter-ca",
            paramLabel = "FILE",
            description = "Certificate authorities (PEM) of https exporters; without the flag those of Java.")
    Optional<Path> exporterCa = Optional.empty();

    @Option(
            names = "--exporter-token",
            paramLabel = "FILE",
            description = "Bearer token for the exporters, read before every request; the first line counts.")
    Optional<Path> exporterToken = Optional.empty();

    @Option(
            names = "--exporter-cert",
            paramLabel = "FILE",
            description = "Client certificate (PEM) for https exporters, read before every request.")
    Optional<Path> exporterCert = Optional.empty();

    @Option(names = "--exporter-key", paramLabel = "FILE", description = "Private key (PEM) of that certificate.")
    Optional<Path> exporterKey = Optional.empty();

    @Option(names = "--listen", paramLabel = "ADDRESS", description = "Address to listen on. Default: 0.0.0.0.")
    String host = "0.0.0.0";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port of the Kubernetes API, 0 for a free one. Default: 8443.")
    int port = 8443;

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description = "Port of /metrics, /livez and /readyz, 0 for a free one. Default: 9342.")
    int metricsPort = 9342;

    @Option(names = "--tls-cert", paramLabel = "FILE", description = "Certificate chain (PEM) of the Kubernetes API.")
    Optional<Path> tlsCert = Optional.empty();

    @Option(names = "--tls-key", paramLabel = "FILE", description = "Private key (PEM) of that certificate.")
    Optional<Path> tlsKey = Optional.empty();

    @Option(
            names = "--tls-self-signed",
            description = "Create a certificate at the start; the APIServices must not verify the certificate.")
    boolean selfSigned;

    @Option(names = "--insecure-http", description = "Serve plain HTTP, for a demo on one machine.")
    boolean insecureHttp;

    @Option(
            names = "--auth",
            paramLabel = "MODE",
            description = "Clients: kubernetes (only the API server, for its users) or off (all). Default: kubernetes.")
    AuthMode auth = AuthMode.KUBERNETES;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Kubeconfig of the Kubernetes API server, outside a cluster.")
    Optional<Path> kubeconfig = Optional.empty();

    @Option(
            names = "--interval",
            paramLabel = "DURATION",
            description = "Interval of requests to the exporters. Default: 5s.")
    Duration interval = Duration.ofSeconds(5);

    @Option(
            names = "--max-age",
            paramLabel = "DURATION",
            description = "Maximum age of demand, if its exporter gives none. Default: 90s.")
    Duration maxAge = Duration.ofSeconds(90);

    @Option(
            names = "--namespace-map",
            paramLabel = "NAMESPACE=CLUSTER",
            split = ",",
            hideParamSyntax = true,
            description = "Cluster that a namespace reads; repeat the flag or separate with commas for several.")
    private List<String> namespaceMap = new ArrayList<>();

    @Option(
            names = "--hpa-tolerance",
            paramLabel = "SHARE",
            description = "Correct the value for HPAs with this tolerance, such as 0.1, which would ignore a"
                    + " difference. Default: 0.")
    BigDecimal hpaTolerance = BigDecimal.ZERO;

    @Option(
            names = "--keda-port",
            paramLabel = "PORT",
            description = "Port of KEDA's external scaler (gRPC), 0 for a free one; disabled without the flag.")
    Optional<Integer> kedaPort = Optional.empty();

    @Option(names = "--keda-tls", description = "Serve KEDA over TLS, with the certificate of the Kubernetes API.")
    boolean kedaTls;

    @Option(
            names = "--drain",
            paramLabel = "DURATION",
            description = "Time of serving requests after SIGTERM. Default: 5s.")
    Duration drain = Duration.ofSeconds(5);

    @Option(names = "--log-format", paramLabel = "FORMAT", description = "text or json. Default: text.")
    LogLayout.Format logFormat = LogLayout.Format.TEXT;

    @Option(names = CHECK, description = "Validate the settings, and exit.")
    boolean check;

    private final CommandSpec specification = CommandSpec.forAnnotatedObject(this);
    private AccessSettings.InCluster inCluster = AccessSettings.inCluster(Map.of());

    /** Reads the settings; if the result is usable, this configuration is complete. */
    public ParsedArguments parse(Map<String, String> environment, String... arguments) {
        inCluster = AccessSettings.inCluster(environment);
        String[] all = Stream.concat(fromEnvironment(environment, arguments), Arrays.stream(arguments))
                .toArray(String[]::new);
        ParsedArguments parsed = ParsedArguments.parse(Converters.command(specification), AdapterMain.class, all);
        return parsed.usable() ? new ParsedArguments(Optional.empty(), problems()) : parsed;
    }

    /** Returns the variables without a flag. An empty variable counts as missing. */
    private Stream<String> fromEnvironment(Map<String, String> environment, String... arguments) {
        return specification.options().stream()
                .map(OptionSpec::longestName)
                .filter(flag -> Arrays.stream(arguments)
                        .noneMatch(argument -> argument.equals(flag) || argument.startsWith(flag + "=")))
                .flatMap(flag -> {
                    String value = environment
                            .getOrDefault(
                                    "SLUICE_ADAPTER_"
                                            + flag.substring(2)
                                                    .toUpperCase(Locale.ROOT)
                                                    .replace('-', '_'),
                                    "")
                            .strip();
                    Stream<String> values = specification.findOption(flag).isMultiValue()
                            ? Arrays.stream(value.split(",", -1)).map(String::strip)
                            : Stream.of(value);
                    return values.filter(one -> !one.isEmpty()).map(one -> flag + "=" + one);
                });
    }

    private List<String> problems() {
        List<String> problems = new ArrayList<>();
        Set<String> names = new HashSet<>();
        exporters.stream()
                .map(ExporterReader.Endpoint::name)
                .filter(name -> !names.add(name))
                .forEach(name ->
                        problems.add("--exporter: two have the name " + name + "; say NAME=URL with another name"));
        if (exporters.isEmpty()) {
            problems.add("--exporter is missing: set it to the exporter's URL");
        }
        if (exporterCert.isPresent() != exporterKey.isPresent()) {
            problems.add("--exporter-cert and --exporter-key only work together");
        }
        boolean certificate = tlsCert.isPresent() || tlsKey.isPresent();
        if (insecureHttp && (certificate || selfSigned)) {
            problems.add("--insecure-http and a certificate exclude each other");
        } else if (selfSigned && certificate) {
            problems.add("--tls-self-signed and --tls-cert exclude each other");
        } else if (!insecureHttp && !selfSigned && (tlsCert.isEmpty() || tlsKey.isEmpty())) {
            problems.add(
                    "--tls-cert and --tls-key are missing, or --tls-self-signed: the Kubernetes API is served over TLS"
                            + " (--insecure-http is for a demonstration on one machine)");
        }
        if (auth == AuthMode.KUBERNETES && insecureHttp) {
            problems.add("--insecure-http needs --auth off: the API server shows its certificate over TLS");
        }
        if (auth == AuthMode.KUBERNETES && kubeconfig.isEmpty() && !inCluster.known()) {
            problems.add("--auth kubernetes needs the Kubernetes API, and the adapter runs outside a cluster: set"
                    + " --kubeconfig (--auth off is for a demonstration on one machine)");
        }
        if (interval.isZero()) {
            problems.add("--interval must be longer than 0");
        }
        if (maxAge.compareTo(interval) <= 0) {
            problems.add("--max-age must be longer than --interval");
        }
        if (kedaTls && kedaPort.isEmpty()) {
            problems.add("--keda-tls is of no use without --keda-port");
        }
        if (kedaTls && kedaPort.isPresent() && insecureHttp) {
            problems.add("--keda-tls and --insecure-http exclude each other");
        }
        Map<String, String> clusters = new LinkedHashMap<>();
        namespaceMap.forEach(text -> {
            String[] pair = text.strip().split("=", 2);
            if (pair.length < 2 || pair[0].isEmpty() || pair[1].isEmpty()) {
                problems.add("--namespace-map must be NAMESPACE=CLUSTER, not " + text);
            } else if (clusters.put(pair[0], pair[1]) != null) {
                problems.add("--namespace-map has namespace " + pair[0] + " twice; a namespace reads one cluster");
            }
        });
        return problems;
    }

    ExporterReader.Access exporterAccess() {
        return new ExporterReader.Access(new ClientTls(exporterCa, exporterCert, exporterKey, true), exporterToken);
    }

    /** Returns the access to the API server; present if {@link #auth} needs the API server. */
    Optional<AccessSettings> kubernetes() {
        if (auth == AuthMode.OFF) {
            return Optional.empty();
        }
        return kubeconfig
                .<AccessSettings>map(file -> new AccessSettings.Kubeconfig(file, ""))
                .or(() -> Optional.of(inCluster));
    }

    /** Returns for each namespace the cluster whose values the namespace reads. */
    Map<String, String> namespaceMap() {
        return namespaceMap.stream()
                .map(text -> text.strip().split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    /** Returns the settings in effect, each in the syntax of the flags. */
    public List<String> describe() {
        return specification.options().stream()
                .filter(option -> !option.longestName().equals(CHECK))
                .flatMap(option ->
                        Converters.text(option.getValue()).map(value -> option.longestName() + " " + value).stream())
                .toList();
    }

    /** Returns warnings about settings that are suitable only for a demonstration. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (auth == AuthMode.OFF) {
            warnings.add("authentication is off: every client that reaches port " + port + " can read the demand");
        }
        if (insecureHttp) {
            warnings.add("plain HTTP: Kubernetes requires HTTPS, and others on the network can read all requests");
        }
        if (exporterToken.isPresent()
                && exporters.stream()
                        .anyMatch(exporter -> exporter.url().getScheme().equals("http"))) {
            warnings.add("the exporters' token is sent over plain HTTP");
        }
        return warnings;
    }
}
