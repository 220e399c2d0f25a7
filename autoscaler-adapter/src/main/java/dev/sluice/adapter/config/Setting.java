package dev.sluice.adapter.config;

import java.util.Locale;

/** The settings. Each setting is a flag on the command line, or an environment variable if the flag is missing. */
public enum Setting {
    EXPORTER(
            "[NAME=]URL",
            "API of an exporter, such as http://sluice-exporter.slurm:8080; repeat the flag or separate with commas for"
                    + " several."),
    EXPORTER_CA("FILE", "Certificate authorities (PEM) of https exporters; without the flag those of Java."),
    EXPORTER_TOKEN("FILE", "Bearer token for the exporters, read before every request; the first line counts."),
    EXPORTER_CERT("FILE", "Client certificate (PEM) for https exporters, read before every request."),
    EXPORTER_KEY("FILE", "Private key (PEM) of that certificate."),
    LISTEN("ADDRESS", "Address to listen on. Default: 0.0.0.0."),
    PORT("PORT", "Port of the Kubernetes API, 0 for a free one. Default: 8443."),
    METRICS_PORT("PORT", "Port of /metrics, /livez and /readyz, 0 for a free one. Default: 9342."),
    TLS_CERT("FILE", "Certificate chain (PEM) of the Kubernetes API."),
    TLS_KEY("FILE", "Private key (PEM, PKCS #8) of that certificate."),
    TLS_SELF_SIGNED("", "Create a certificate at the start; the APIServices must not verify the certificate."),
    INSECURE_HTTP("", "Serve plain HTTP, for a demo on one machine."),
    AUTH("MODE", "Authorization of clients: kubernetes (by its API server) or off (all). Default: kubernetes."),
    KUBECONFIG("FILE", "Kubeconfig of the Kubernetes API server, outside a cluster."),
    INTERVAL("DURATION", "Interval of requests to the exporters. Default: 5s."),
    MAX_AGE("DURATION", "Maximum age of demand, if its exporter gives none. Default: 90s."),
    NAMESPACE_MAP(
            "NAMESPACE=CLUSTER",
            "Cluster that a namespace reads; repeat the flag or separate with commas for several."),
    HPA_TOLERANCE(
            "SHARE",
            "Correct the value for HPAs with this tolerance, such as 0.1, which would ignore a difference. Default: 0."),
    KEDA_PORT("PORT", "Port of KEDA's external scaler (gRPC), 0 for a free one; disabled without the flag."),
    KEDA_TLS("", "Serve KEDA over TLS, with the certificate of the Kubernetes API."),
    DRAIN("DURATION", "Time of serving requests after SIGTERM. Default: 5s."),
    LOG_FORMAT("FORMAT", "text or json. Default: text.");

    private static final String VARIABLE_PREFIX = "SLUICE_ADAPTER_";

    private final String parameter;
    private final String description;

    Setting(String parameter, String description) {
        this.parameter = parameter;
        this.description = description;
    }

    /** Returns the flag, such as {@code --max-age}. */
    public String flag() {
        return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the environment variable, such as {@code SLUICE_ADAPTER_MAX_AGE}. */
    String variable() {
        return VARIABLE_PREFIX + name();
    }

    /** Returns the placeholder of the flag's value; empty for a flag without a value. */
    public String parameter() {
        return parameter;
    }

    public String description() {
        return description;
    }

    /** Returns true if the flag may be given several times. */
    public boolean repeats() {
        return this == EXPORTER || this == NAMESPACE_MAP;
    }
}
