package dev.sluice.exporter.config;

import dev.sluice.exporter.config.network.HttpUrl;
import dev.sluice.exporter.config.network.ListenConfig;
import dev.sluice.exporter.config.network.ServerAuthConfig;
import dev.sluice.exporter.config.network.ServerTlsConfig;
import dev.sluice.exporter.config.network.TlsConfig;
import dev.sluice.exporter.config.schema.BadValue;
import dev.sluice.exporter.config.schema.Check;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Place;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.config.schema.TextType;
import java.nio.file.Path;
import java.util.Optional;

/** The address of the metrics server, and the Prometheus that knows the utilization of GPUs. */
@Section("Address of `/metrics`, and a Prometheus to read.")
public record PrometheusConfig(
        @Key(meaning = ListenConfig.HOST, byDefault = "0.0.0.0", word = "host name or address")
        String host,

        @Key(meaning = ListenConfig.PORT, byDefault = "9341", range = "0 to 65535")
        int port,

        @Key(meaning = "Serves HTTPS instead of HTTP.", absent = "plain HTTP")
        Optional<ServerTlsConfig> tls,

        @Key(meaning = "Credentials of clients.", absent = "no credentials required")
        Optional<ServerAuthConfig> auth,

        @Key(
                meaning = "Prometheus with Sluice's rules for dcgm-exporter, read each minute for the utilization of "
                        + "GPUs.",
                absent = "not known",
                example = "https://prometheus.monitoring:9090",
                type = UrlType.class)
        Optional<HttpUrl> url,

        @Key(
                meaning = "File with a bearer token for `url`.",
                absent = "no token",
                example = "/var/run/secrets/prometheus/token")
        Optional<Path> urlTokenFile,

        @Key(meaning = "TLS settings for `url`.", absent = "see below")
        Optional<TlsConfig> urlTls) {

    /** Uses TLS only for a URL with https. */
    public PrometheusConfig {
        boolean encrypted = url.filter(HttpUrl::tls).isPresent();
        urlTls = encrypted ? urlTls.or(() -> Optional.of(TlsConfig.DEFAULTS)) : Optional.empty();
    }

    /** Creates a server that reads no utilization. */
    public PrometheusConfig(ListenConfig listen) {
        this(
                listen.host(),
                listen.port(),
                listen.tls(),
                listen.auth(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Check
    static void tokenAndTlsOfTheUrl(SectionValues in) {
        Optional<HttpUrl> url = in.find("url", HttpUrl.class);
        if (in.has("urlTokenFile") && url.isEmpty()) {
            in.problem("urlTokenFile", "has no effect without url; expected the URL of a Prometheus");
        }
        if (in.has("urlTls") && url.filter(found -> !found.tls()).isPresent()) {
            in.problem("urlTls", "only for an https URL; remove the section or change the URL");
        }
    }

    public ListenConfig listen() {
        return new ListenConfig(host, port, tls, auth);
    }

    /** The URL of the Prometheus. */
    static final class UrlType implements TextType<HttpUrl> {

        @Override
        public String description() {
            return HttpUrl.DESCRIPTION;
        }

        @Override
        public HttpUrl parse(String text, Place place) throws BadValue {
            return HttpUrl.parse(text, "/api/v1/query", "urlTokenFile");
        }
    }
}
