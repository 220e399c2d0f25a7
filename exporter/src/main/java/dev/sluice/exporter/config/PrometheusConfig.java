package dev.sluice.exporter.config;

import dev.sluice.exporter.access.ListenConfig;
import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import java.util.Optional;

/** The address of the metrics server. */
@ConfigSection(
        value = "Address of `/metrics`.",
        removed = {
            @ConfigSection.Removed(key = "url", message = PrometheusConfig.NOT_READ),
            @ConfigSection.Removed(key = "urlTokenFile", message = PrometheusConfig.NOT_READ),
            @ConfigSection.Removed(key = "urlTls", message = PrometheusConfig.NOT_READ)
        })
public record PrometheusConfig(
        @Key(meaning = ListenConfig.HOST, byDefault = "0.0.0.0", word = "host name or address")
        String host,

        @Key(meaning = ListenConfig.PORT, byDefault = "9341", range = "0 to 65535")
        int port,

        @Key(meaning = "Serves HTTPS instead of HTTP.", absent = "plain HTTP")
        Optional<ListenConfig.Tls> tls,

        @Key(meaning = "Credentials of clients.", absent = "no credentials required")
        Optional<ListenConfig.Auth> auth) {

    static final String NOT_READ = "removed: the exporter no longer queries Prometheus; remove the key, load"
            + " alerts/gpus-dcgm.yml into Prometheus and use the dashboard GPU efficiency";

    public ListenConfig listen() {
        return new ListenConfig(host, port, tls, auth);
    }
}
