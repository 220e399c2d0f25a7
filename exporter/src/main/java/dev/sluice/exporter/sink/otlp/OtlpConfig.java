package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.access.TlsConfig;
import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.HttpUrl;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Location;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.config.schema.TextType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The metrics that are pushed with OTLP, and the receiver of the metrics. */
@ConfigSection(
        value = "In addition to `/metrics`. See [the guide](guides/otlp.md).",
        removed = {
            @ConfigSection.Removed(
                    key = "traces",
                    message = "removed: the exporter no longer pushes polls as spans; remove the key and use"
                            + " sluice_source_poll_seconds for the duration of polls"),
            @ConfigSection.Removed(
                    key = "sigv4",
                    message = "removed: the exporter no longer signs requests; remove the section and let an"
                            + " OpenTelemetry collector sign (docs/guides/otlp.md)")
        })
public record OtlpConfig(
        @Key(meaning = "Pushes metrics.", byDefault = "false")
        boolean enabled,

        @Key(
                meaning = "Base URL of the receiver; the exporter appends `/v1/metrics`.",
                absent = "required if `enabled`",
                example = "https://otel-collector.monitoring:4318",
                type = EndpointType.class)
        Optional<HttpUrl> endpoint,

        @Key(
                meaning = "OTLP/HTTP with protobuf, on port 4318 of most receivers.",
                byDefault = "http",
                oneOf = "http",
                expected = "http (not grpc, which was removed; the OTLP/HTTP port in `endpoint` is usually 4318"
                        + " instead of 4317)")
        String protocol,

        @Key(meaning = "Time between the starts of two pushes.", byDefault = "1m", range = "1s to 1h")
        Duration interval,

        @Key(meaning = "Timeout of one request.", byDefault = "10s", range = "1s to 5m")
        Duration timeout,

        @Key(
                meaning = "Compression of requests.",
                byDefault = "gzip",
                oneOf = {"gzip", "none"})
        String compression,

        @Key(meaning = "Maximum number of data points in one request.", byDefault = "1000", range = "1 to 1000")
        int maxPoints,

        @Key(meaning = "Headers of every request.", absent = "none")
        List<Header> headers,

        @Key(meaning = "Resource attributes.", absent = "the three of `service.*`")
        List<Attribute> resource,

        @Key(meaning = "TLS settings. Only for https URLs.", absent = "see below")
        Optional<TlsConfig> tls) {

    /** Uses TLS only for endpoints with https. */
    public OtlpConfig {
        headers = List.copyOf(headers);
        resource = List.copyOf(resource);
        boolean encrypted = endpoint.filter(HttpUrl::tls).isPresent();
        tls = encrypted ? tls.or(() -> Optional.of(TlsConfig.DEFAULTS)) : Optional.empty();
    }

    @ConfigSection.Check
    static void endpointAndTls(SectionValues in) {
        if (in.value("enabled", Boolean.class) && !in.has("endpoint")) {
            in.problem("endpoint", "missing; expected the receiver's URL: " + HttpUrl.SHAPES);
        }
        if (in.has("tls")
                && in.find("endpoint", HttpUrl.class)
                        .filter(found -> !found.tls())
                        .isPresent()) {
            in.problem("tls", "only for an https URL; remove the section or change the URL");
        }
        if (in.find("tls", TlsConfig.class).filter(tls -> !tls.verifyHost()).isPresent()) {
            in.problem(
                    "tls",
                    "verifyHost is always true for OTLP; expected a host of the receiver's certificate in"
                            + " endpoint");
        }
    }

    static final class EndpointType implements TextType<HttpUrl> {

        @Override
        public String description() {
            return "URL: " + HttpUrl.SHAPES;
        }

        @Override
        public HttpUrl parse(String text, Location location) throws BadValue {
            HttpUrl url = HttpUrl.parse(text, HttpUrl.SHAPES, "a header");
            if (url.path().endsWith("/v1/metrics")) {
                throw new BadValue("expected the base URL without /v1/metrics, which is appended");
            }
            return url;
        }
    }

    @ConfigSection("Each has exactly one of `value`, `valueFile` and `valueEnv`.")
    public record Header(
            @Key(
                    meaning = "Name.",
                    example = "Authorization",
                    pattern = "[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}",
                    expected = "name of a header")
            String name,

            @Key(
                    meaning = "Value. Not for secrets: the configuration is logged.",
                    absent = "none",
                    example = "research",
                    maxLength = 1000)
            Optional<String> value,

            @Key(
                    meaning = "File with the value, such as `Bearer ...`, read before every request.",
                    absent = "none",
                    example = "/var/run/secrets/otlp/authorization")
            Optional<Path> valueFile,

            @Key(
                    meaning = "Environment variable with the value.",
                    absent = "none",
                    example = "OTLP_AUTHORIZATION",
                    pattern = Key.VARIABLE,
                    expected = "name of an environment variable",
                    nameOfSecret = true)
            Optional<String> valueEnv) {

        @ConfigSection.Check
        static void oneValue(SectionValues in) {
            if (Stream.of("value", "valueFile", "valueEnv").filter(in::has).count() != 1) {
                in.problem("name", "expected exactly one of value, valueFile and valueEnv");
            }
        }
    }

    @ConfigSection("Each attribute adds cost if the receiver charges by size.")
    public record Attribute(
            @Key(
                    meaning = "Name. `service.name`, `service.version` and `service.instance.id` have default values.",
                    example = "k8s.cluster.name",
                    word = "name of an attribute")
            String name,

            @Key(meaning = "Value.", example = "research", maxLength = 1000)
            String value) {}
}
