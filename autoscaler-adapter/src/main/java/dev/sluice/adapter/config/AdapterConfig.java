package dev.sluice.adapter.config;

import dev.sluice.common.kubernetes.AccessSettings;
import dev.sluice.common.log.LogFormat;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The adapter's configuration.
 *
 * @param exporters at least one exporter, with unique names
 * @param exporterAccess access to the exporters
 * @param host address or host name to listen on
 * @param port port of the Kubernetes API; 0 for a free port
 * @param metricsPort port of metrics and health; 0 for a free port
 * @param tls TLS settings; empty for plain HTTP
 * @param kubernetes access to the API server; present if {@code auth} needs the API server
 * @param interval interval of the requests to an exporter
 * @param maxAge maximum age of trusted demand if the exporter sends no maximum age
 * @param namespaceMap for each namespace, the cluster whose values the namespace reads
 * @param hpaTolerance tolerance of the HPAs; the adapter corrects values by this tolerance; zero for no correction
 * @param keda settings of KEDA's external scaler; empty if disabled
 * @param drain time for which the adapter serves requests after SIGTERM
 */
public record AdapterConfig(
        List<ExporterEndpoint> exporters,
        ExporterAccess exporterAccess,
        String host,
        int port,
        int metricsPort,
        Optional<TlsSettings> tls,
        AuthMode auth,
        Optional<AccessSettings> kubernetes,
        Duration interval,
        Duration maxAge,
        Map<String, String> namespaceMap,
        BigDecimal hpaTolerance,
        Optional<KedaSettings> keda,
        Duration drain,
        LogFormat logFormat) {

    public AdapterConfig {
        exporters = List.copyOf(exporters);
        namespaceMap = Map.copyOf(namespaceMap);
    }

    /** Returns one setting per line, in the syntax of the flags. */
    public String describe() {
        return settings().entrySet().stream()
                .map(setting -> "--" + setting.getKey() + " " + setting.getValue() + "\n")
                .collect(Collectors.joining());
    }

    /** Returns the settings on one line, for the log. */
    public String describeOnOneLine() {
        return settings().entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining(" "));
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(
                "exporter",
                exporters.stream()
                        .map(exporter -> exporter.name() + "=" + exporter.url())
                        .collect(Collectors.joining(",")));
        exporterAccess.tls().caFile().ifPresent(file -> settings.put("exporter-ca", file.toString()));
        exporterAccess.tokenFile().ifPresent(file -> settings.put("exporter-token", file.toString()));
        exporterAccess.tls().certFile().ifPresent(file -> settings.put("exporter-cert", file.toString()));
        exporterAccess.tls().keyFile().ifPresent(file -> settings.put("exporter-key", file.toString()));
        settings.put("listen", host);
        settings.put("port", Integer.toString(port));
        settings.put("metrics-port", Integer.toString(metricsPort));
        tls.ifPresent(from -> {
            if (from instanceof TlsSettings.Files files) {
                settings.put("tls-cert", files.certFile().toString());
                settings.put("tls-key", files.keyFile().toString());
            } else {
                settings.put("tls-self-signed", "true");
            }
        });
        settings.put("insecure-http", Boolean.toString(tls.isEmpty()));
        settings.put("auth", auth.name().toLowerCase(Locale.ROOT));
        kubernetes.ifPresent(way -> {
            if (way instanceof AccessSettings.Kubeconfig kubeconfig) {
                settings.put("kubeconfig", kubeconfig.file().toString());
            }
        });
        settings.put("interval", interval.toMillis() + "ms");
        settings.put("max-age", maxAge.toMillis() + "ms");
        if (!namespaceMap.isEmpty()) {
            settings.put(
                    "namespace-map",
                    namespaceMap.entrySet().stream()
                            .map(entry -> entry.getKey() + "=" + entry.getValue())
                            .sorted()
                            .collect(Collectors.joining(",")));
        }
        settings.put("hpa-tolerance", hpaTolerance.toPlainString());
        keda.ifPresent(scaler -> {
            settings.put("keda-port", Integer.toString(scaler.port()));
            settings.put("keda-tls", Boolean.toString(scaler.tls()));
        });
        settings.put("drain", drain.toMillis() + "ms");
        settings.put("log-format", logFormat.name().toLowerCase(Locale.ROOT));
        return settings;
    }

    /** Returns warnings about settings that are suitable only for a demonstration. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (auth == AuthMode.OFF) {
            warnings.add("authentication is off: every client that reaches port " + port + " can read the demand");
        }
        if (tls.isEmpty()) {
            warnings.add("plain HTTP: Kubernetes requires HTTPS, and others on the network can read all requests");
        }
        if (exporterAccess.tokenFile().isPresent()
                && exporters.stream()
                        .anyMatch(exporter -> exporter.url().getScheme().equals("http"))) {
            warnings.add("the exporters' token is sent over plain HTTP");
        }
        return warnings;
    }
}
