package dev.sluice.adapter.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.common.kubernetes.AccessSettings;
import dev.sluice.common.log.LogFormat;
import dev.sluice.common.tls.ClientTls;
import dev.sluice.common.tls.Pem;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the configuration from the command line and the environment, and reports all problems together. */
public final class SettingsReader {

    private static final int MAX_PORT = 65_535;
    private static final Pattern NAMED = Pattern.compile("([A-Za-z0-9._-]+)=(.*)", Pattern.DOTALL);
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
    private static final Map<String, ChronoUnit> UNITS =
            Map.of("ms", ChronoUnit.MILLIS, "s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS);

    private final Map<Setting, List<String>> flags;
    private final Map<String, String> environment;
    private final List<String> problems = new ArrayList<>();

    private SettingsReader(Map<Setting, List<String>> flags, Map<String, String> environment) {
        this.flags = flags;
        this.environment = environment;
    }

    /**
     * Returns the configuration.
     *
     * @param flags flags of the command line; an empty list for a flag that takes no value
     * @param environment environment variables of the process
     * @throws SettingsException if a setting is missing or invalid
     */
    public static AdapterConfig read(Map<Setting, List<String>> flags, Map<String, String> environment)
            throws SettingsException {
        return new SettingsReader(flags, environment).read();
    }

    private AdapterConfig read() throws SettingsException {
        List<ExporterEndpoint> exporters = exporters();
        AuthMode auth = choice(Setting.AUTH, AuthMode.KUBERNETES, AuthMode.OFF);
        Optional<TlsSettings> tls = tls(auth);
        AdapterConfig config = new AdapterConfig(
                exporters,
                exporterAccess(),
                one(Setting.LISTEN).orElse("0.0.0.0"),
                port(Setting.PORT, 8443),
                port(Setting.METRICS_PORT, 9342),
                tls,
                auth,
                kubernetes(auth),
                duration(Setting.INTERVAL, Duration.ofSeconds(5)),
                duration(Setting.MAX_AGE, Duration.ofSeconds(90)),
                namespaceMap(),
                share(Setting.HPA_TOLERANCE),
                keda(),
                one(Setting.DRAIN).filter("0s"::equals).isPresent()
                        ? Duration.ZERO
                        : duration(Setting.DRAIN, Duration.ofSeconds(5)),
                choice(Setting.LOG_FORMAT, LogFormat.TEXT, LogFormat.JSON));
        if (config.maxAge().compareTo(config.interval()) <= 0) {
            problems.add(Setting.MAX_AGE.flag() + " must be longer than " + Setting.INTERVAL.flag());
        }
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
        return config;
    }

    private Stream<String> all(Setting setting) {
        List<String> given = flags.getOrDefault(setting, List.of());
        Stream<String> values =
                given.isEmpty() ? Optional.ofNullable(environment.get(setting.variable())).stream() : given.stream();
        return setting.repeats()
                ? values.flatMap(value -> Stream.of(value.split(",", -1)))
                        .map(String::strip)
                        .filter(value -> !value.isEmpty())
                : values.map(String::strip);
    }

    /** An empty variable counts as missing, because the chart writes an empty variable for an unset value. */
    private Optional<String> one(Setting setting) {
        Optional<String> value = all(setting).findFirst();
        if (value.filter(String::isEmpty).isEmpty()) {
            return value;
        }
        if (flags.containsKey(setting)) {
            problems.add(setting.flag() + " is empty");
        }
        return Optional.empty();
    }

    private List<ExporterEndpoint> exporters() {
        List<ExporterEndpoint> exporters = new ArrayList<>();
        Set<String> names = new HashSet<>();
        all(Setting.EXPORTER).map(this::exporter).flatMap(Optional::stream).forEach(exporter -> {
            if (!names.add(exporter.name())) {
                problems.add("--exporter: two have the name " + exporter.name() + "; say NAME=URL with another name");
            }
            exporters.add(exporter);
        });
        if (exporters.isEmpty() && problems.isEmpty()) {
            problems.add("--exporter is missing: set it to the exporter's URL");
        }
        return exporters;
    }

    private Optional<ExporterEndpoint> exporter(String text) {
        Matcher named = NAMED.matcher(text);
        String address = named.matches() ? named.group(2) : text;
        try {
            URI url = new URI(address);
            Optional<String> flaw = flaw(url);
            if (flaw.isPresent()) {
                problems.add("--exporter: " + flaw.get());
                return Optional.empty();
            }
            String path = url.getRawPath().replaceFirst("/+$", "");
            String origin = url.getScheme() + "://" + url.getRawAuthority();
            String name = named.matches() ? named.group(1) : url.getRawAuthority();
            return Optional.of(new ExporterEndpoint(name, new URI(origin + path)));
        } catch (URISyntaxException e) {
            problems.add("--exporter: not a URL: " + e.getReason());
            return Optional.empty();
        }
    }

    private static Optional<String> flaw(URI url) {
        if (url.getScheme() == null || !Set.of("http", "https").contains(url.getScheme())) {
            return Optional.of("the URL must start with http:// or https://, as http://sluice-exporter.slurm:8080");
        }
        if (url.getRawUserInfo() != null) {
            return Optional.of("the URL must not have a user or a password; use --exporter-token");
        }
        if (url.getHost() == null) {
            return Optional.of("the URL " + url + " has no host");
        }
        if (url.getRawQuery() != null || url.getRawFragment() != null) {
            return Optional.of("the URL " + url + " must not have a query or a fragment");
        }
        return Optional.empty();
    }

    private Optional<Path> file(Setting setting) {
        return one(setting).flatMap(name -> {
            try {
                Path file = Path.of(name);
                if (Files.isReadable(file) && !Files.isDirectory(file)) {
                    return Optional.of(file);
                }
            } catch (InvalidPathException e) {
                // The reader reports the problem like a missing file.
            }
            problems.add(setting.flag() + ": the file " + name + " cannot be read");
            return Optional.empty();
        });
    }

    /** Returns a file with certificates. Reads only regular files, because reading other files could block. */
    private Optional<Path> authorities(Setting setting) {
        Optional<Path> file = file(setting);
        if (file.isPresent()) {
            try {
                String text = Files.isRegularFile(file.get()) ? Files.readString(file.get(), ISO_8859_1) : "";
                Pem.certificates(text);
            } catch (IOException | CertificateException e) {
                problems.add(setting.flag() + ": the file " + file.get()
                        + " has no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----");
            }
        }
        return file;
    }

    private ExporterAccess exporterAccess() {
        Optional<Path> ca = authorities(Setting.EXPORTER_CA);
        Optional<Path> token = file(Setting.EXPORTER_TOKEN);
        ClientTls tls = new ClientTls(ca, file(Setting.EXPORTER_CERT), file(Setting.EXPORTER_KEY), true);
        if (one(Setting.EXPORTER_CERT).isPresent() != one(Setting.EXPORTER_KEY).isPresent()) {
            problems.add("--exporter-cert and --exporter-key only work together");
        }
        return new ExporterAccess(tls, token);
    }

    private Optional<TlsSettings> tls(AuthMode auth) {
        boolean files =
                one(Setting.TLS_CERT).isPresent() || one(Setting.TLS_KEY).isPresent();
        boolean selfSigned = flag(Setting.TLS_SELF_SIGNED);
        if (flag(Setting.INSECURE_HTTP)) {
            if (files || selfSigned) {
                problems.add("--insecure-http and a certificate exclude each other");
            }
            if (auth == AuthMode.KUBERNETES) {
                problems.add("--insecure-http needs --auth off: tokens must not cross the network in the clear");
            }
            return Optional.empty();
        }
        if (selfSigned) {
            if (files) {
                problems.add("--tls-self-signed and --tls-cert exclude each other");
            }
            return Optional.of(new TlsSettings.SelfSigned());
        }
        if (one(Setting.TLS_CERT).isEmpty() || one(Setting.TLS_KEY).isEmpty()) {
            problems.add(
                    "--tls-cert and --tls-key are missing, or --tls-self-signed: the Kubernetes API is served over TLS"
                            + " (--insecure-http is for a demonstration on one machine)");
            return Optional.empty();
        }
        Optional<Path> cert = file(Setting.TLS_CERT);
        Optional<Path> key = file(Setting.TLS_KEY);
        return cert.flatMap(certFile -> key.map(keyFile -> new TlsSettings.Files(certFile, keyFile)));
    }

    private Optional<AccessSettings> kubernetes(AuthMode auth) {
        Optional<Path> kubeconfig = file(Setting.KUBECONFIG);
        if (auth == AuthMode.OFF) {
            return Optional.empty();
        }
        if (one(Setting.KUBECONFIG).isPresent()) {
            return kubeconfig.map(file -> new AccessSettings.Kubeconfig(file, ""));
        }
        AccessSettings.InCluster inCluster = AccessSettings.inCluster(environment);
        if (!inCluster.known()) {
            problems.add(
                    "--auth kubernetes needs the Kubernetes API, and the adapter runs outside a cluster: set --kubeconfig"
                            + " (--auth off is for a demonstration on one machine)");
            return Optional.empty();
        }
        return Optional.of(inCluster);
    }

    private boolean flag(Setting setting) {
        if (flags.containsKey(setting)) {
            return true;
        }
        String value = one(setting).orElse("false").toLowerCase(Locale.ROOT);
        if (!Set.of("true", "false").contains(value)) {
            problems.add(setting.variable() + " must be true or false");
        }
        return value.equals("true");
    }

    private int port(Setting setting, int otherwise) {
        return one(setting)
                .map(text -> {
                    int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : -1;
                    if (port < 0 || port > MAX_PORT) {
                        problems.add(setting.flag() + " must be a number from 0 to " + MAX_PORT);
                    }
                    return port;
                })
                .orElse(otherwise);
    }

    private Duration duration(Setting setting, Duration otherwise) {
        return one(setting)
                .map(text -> {
                    Matcher duration = DURATION.matcher(text);
                    if (!duration.matches() || Long.parseLong(duration.group(1)) == 0) {
                        problems.add(setting.flag() + " must be a duration such as 500ms, 5s or 2m");
                        return otherwise;
                    }
                    return Duration.of(Long.parseLong(duration.group(1)), UNITS.get(duration.group(2)));
                })
                .orElse(otherwise);
    }

    private BigDecimal share(Setting setting) {
        return one(setting)
                .map(text -> {
                    if (text.matches("0(\\.[0-9]{1,6})?")) {
                        return new BigDecimal(text);
                    }
                    problems.add(setting.flag() + " must be a share such as 0.1, less than 1");
                    return BigDecimal.ZERO;
                })
                .orElse(BigDecimal.ZERO);
    }

    private Optional<KedaSettings> keda() {
        boolean wantsTls = flag(Setting.KEDA_TLS);
        if (one(Setting.KEDA_PORT).isEmpty()) {
            if (wantsTls) {
                problems.add("--keda-tls is of no use without --keda-port");
            }
            return Optional.empty();
        }
        if (wantsTls && flag(Setting.INSECURE_HTTP)) {
            problems.add("--keda-tls and --insecure-http exclude each other");
        }
        return Optional.of(new KedaSettings(port(Setting.KEDA_PORT, 0), wantsTls));
    }

    private Map<String, String> namespaceMap() {
        Map<String, String> clusters = new LinkedHashMap<>();
        all(Setting.NAMESPACE_MAP).forEach(text -> {
            int equals = text.indexOf('=');
            if (equals <= 0 || equals == text.length() - 1) {
                problems.add("--namespace-map must be NAMESPACE=CLUSTER, not " + text);
            } else if (clusters.put(text.substring(0, equals), text.substring(equals + 1)) != null) {
                problems.add("--namespace-map has namespace " + text.substring(0, equals)
                        + " twice; a namespace reads one cluster");
            }
        });
        return clusters;
    }

    /** Returns the constant with the given name in lower case; if the setting is missing or invalid, the first one. */
    private <E extends Enum<E>> E choice(Setting setting, E first, E second) {
        String text = one(setting).orElse(label(first));
        if (!Set.of(label(first), label(second)).contains(text)) {
            problems.add(setting.flag() + " must be " + label(first) + " or " + label(second));
        }
        return text.equals(label(second)) ? second : first;
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
