package dev.sluice.adapter.config;

import java.util.Locale;

/** The settings by name: a flag on the command line, and a variable of the environment where there is no such flag. */
public enum Setting {
    EXPORTER(
            "[NAME=]URL",
            "An exporter's API, such as http://sluice-exporter.slurm:8080; several by repetition or with commas between"
                    + " them."),
    EXPORTER_CA("FILE", "Authorities (PEM) to trust at https exporters; without it, those that Java trusts."),
    EXPORTER_TOKEN("FILE", "A bearer token for the exporters, read before every request; of several lines the first."),
    EXPORTER_CERT("FILE", "A client certificate (PEM) for https exporters that want one, read before every request."),
    EXPORTER_KEY("FILE", "Private key (PEM) of that certificate."),
    LISTEN("ADDRESS", "Address to listen on. Default: 0.0.0.0."),
    PORT("PORT", "Port of the Kubernetes API, 0 for a free one. Default: 8443."),
    METRICS_PORT("PORT", "Port of /metrics, /livez and /readyz, 0 for a free one. Default: 9342."),
    TLS_CERT("FILE", "Certificate chain (PEM) of the Kubernetes API."),
    TLS_KEY("FILE", "Private key (PEM, PKCS #8) of that certificate."),
    TLS_SELF_SIGNED(
            "NAMESPACE/SERVICE",
            "Make the certificate instead, for that Service, and register its authority with the Kubernetes API."),
    API_GROUPS(
            "GROUPS",
            "The API groups that lead to the adapter, external and custom or none: --tls-self-signed reads and"
                    + " changes only their APIServices. Default: external,custom."),
    INSECURE_HTTP("", "Serve plain HTTP instead, for a demonstration on one machine."),
    AUTH("MODE", "Who may ask: kubernetes (whom its API server allows it) or off (everybody). Default: kubernetes."),
    KUBECONFIG("FILE", "The way to the Kubernetes API server, outside of a cluster."),
    INTERVAL("DURATION", "How often exporters are asked. Default: 5s."),
    MAX_AGE("DURATION", "How old demand may be to be trusted where its exporter does not say. Default: 90s."),
    NAMESPACE_MAP(
            "NAMESPACE=CLUSTER",
            "The one cluster that a namespace reads; several by repetition or with commas between them."),
    HPA_TOLERANCE(
            "SHARE",
            "Publish a little more where an HPA with that tolerance, such as 0.1, would ignore the wish. Default: 0."),
    KEDA_PORT("PORT", "Port of KEDA's external scaler (gRPC), 0 for a free one; without it there is none."),
    KEDA_TLS("", "Serve KEDA over TLS, with the certificate of the Kubernetes API."),
    DRAIN("DURATION", "How long requests are still answered after SIGTERM, 0s for not at all. Default: 5s."),
    LOG_FORMAT("FORMAT", "text or json. Default: text.");

    private static final String VARIABLE_PREFIX = "SLUICE_ADAPTER_";

    private final String parameter;
    private final String description;

    Setting(String parameter, String description) {
        this.parameter = parameter;
        this.description = description;
    }

    /** Such as {@code --max-age}. */
    public String flag() {
        return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Such as {@code SLUICE_ADAPTER_MAX_AGE}. */
    public String variable() {
        return VARIABLE_PREFIX + name();
    }

    /** What stands behind the flag; empty where nothing does. */
    public String parameter() {
        return parameter;
    }

    public String description() {
        return description;
    }

    /** Whether it may be given several times. */
    public boolean repeats() {
        return this == EXPORTER || this == NAMESPACE_MAP || this == API_GROUPS;
    }
}
