package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Choices;
import dev.sluice.exporter.config.schema.Durations;
import dev.sluice.exporter.config.schema.FlagType;
import dev.sluice.exporter.config.schema.IntegerType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.ListOf;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys under {@code otlp}. */
final class OtlpSection {

    private static final OtlpConfig DEFAULTS = OtlpConfig.DEFAULTS;

    private static final Key<OtlpConfig, Boolean> ENABLED = Key.withDefault(
            "enabled", new FlagType(), DEFAULTS.enabled(), "Whether metrics are pushed.", OtlpConfig::enabled);

    private static final Key<OtlpConfig, OtlpEndpoint> ENDPOINT = Key.optional(
            "endpoint",
            OtlpEndpoint.type(),
            "required where `enabled`",
            "https://otel-collector.monitoring:4318",
            "The receiver's base URL; `/v1/metrics` is added for `protocol: http`. Without a port, http means 80 and"
                    + " https means 443.",
            OtlpConfig::endpoint);

    private static final Key<OtlpConfig, OtlpConfig.Protocol> PROTOCOL = Key.withDefault(
            "protocol",
            Choices.of(OtlpConfig.Protocol.values()),
            DEFAULTS.protocol(),
            "`http` is OTLP/HTTP with protobuf (most receivers: port 4318), `grpc` is OTLP/gRPC (4317).",
            OtlpConfig::protocol);

    private static final Key<OtlpConfig, Duration> INTERVAL = Key.withDefault(
            "interval",
            Durations.between(Duration.ofSeconds(1), Duration.ofHours(1)),
            DEFAULTS.interval(),
            "From one push to the next.",
            OtlpConfig::interval);

    private static final Key<OtlpConfig, Duration> TIMEOUT = Key.withDefault(
            "timeout",
            Durations.between(Duration.ofSeconds(1), Duration.ofMinutes(5)),
            DEFAULTS.timeout(),
            "How long one request may take.",
            OtlpConfig::timeout);

    private static final Key<OtlpConfig, OtlpConfig.Compression> COMPRESSION = Key.withDefault(
            "compression",
            Choices.of(OtlpConfig.Compression.values()),
            DEFAULTS.compression(),
            "How requests are compressed.",
            OtlpConfig::compression);

    private static final Key<OtlpConfig, Integer> MAX_POINTS = Key.withDefault(
            "maxPoints",
            new IntegerType(1, 1000),
            DEFAULTS.maxPoints(),
            "Data points in one request, at most. CloudWatch refuses more than 1000.",
            OtlpConfig::maxPoints);

    private static final Key<OtlpConfig, List<OtlpConfig.Header>> HEADERS = Key.optional(
            "headers",
            new ListOf<>(OtlpHeaderSection.SECTION, OtlpHeaderSection.NAME),
            "none",
            "",
            "Headers of every request.",
            otlp -> Optional.of(otlp.headers()).filter(headers -> !headers.isEmpty()));

    private static final Key<OtlpConfig, List<OtlpConfig.Attribute>> RESOURCE = Key.optional(
            "resource",
            new ListOf<>(OtlpAttributeSection.SECTION, OtlpAttributeSection.NAME),
            "the three of `service.*`",
            "",
            "Attributes of the resource.",
            otlp -> Optional.of(otlp.resource()).filter(attributes -> !attributes.isEmpty()));

    private static final Key<OtlpConfig, TlsConfig> TLS = Key.optional(
            "tls",
            TlsSection.SECTION,
            "see below",
            "",
            "How the connection is checked. Only for https URLs.",
            otlp -> Optional.of(otlp.tls())
                    .filter(tls -> otlp.endpoint().filter(OtlpEndpoint::tls).isPresent()));

    private static final Key<OtlpConfig, OtlpConfig.Signing> SIGV4 = Key.withDefault(
            "sigv4", OtlpSigningSection.SECTION, DEFAULTS.sigv4(), "How requests are signed.", OtlpConfig::sigv4);

    private static final Key<OtlpConfig, Boolean> TRACES = Key.withDefault(
            "traces",
            new FlagType(),
            DEFAULTS.traces(),
            "Whether each poll of Slurm is pushed as a span, too; `/v1/traces` for `protocol: http`. Not with `sigv4`.",
            OtlpConfig::traces);

    static final Section<OtlpConfig> SECTION = new Section<>(
            "Metrics that are pushed to an OTLP receiver, beside `/metrics`. See [the guide](guides/otlp.md).",
            List.of(
                    ENABLED,
                    ENDPOINT,
                    PROTOCOL,
                    INTERVAL,
                    TIMEOUT,
                    COMPRESSION,
                    MAX_POINTS,
                    HEADERS,
                    RESOURCE,
                    TLS,
                    SIGV4,
                    TRACES),
            OtlpSection::bind);

    private OtlpSection() {}

    private static Optional<OtlpConfig> bind(SectionReader in) {
        boolean enabled = in.value(ENABLED);
        Optional<OtlpEndpoint> endpoint = in.find(ENDPOINT);
        OtlpConfig.Protocol protocol = in.value(PROTOCOL);
        OtlpConfig.Signing sigv4 = in.value(SIGV4);
        if (enabled && !in.has(ENDPOINT)) {
            in.problem(
                    ENDPOINT,
                    "missing; expected the receiver's " + OtlpEndpoint.type().description());
        }
        if (in.has(TLS) && endpoint.filter(found -> !found.tls()).isPresent()) {
            in.problem(TLS, "only for an https URL, and this endpoint's is not; remove the section or change the URL");
        }
        if (protocol == OtlpConfig.Protocol.GRPC
                && endpoint.filter(found -> !found.path().isEmpty()).isPresent()) {
            in.problem(ENDPOINT, "expected no path, because gRPC has its own");
        }
        if (protocol == OtlpConfig.Protocol.GRPC && sigv4.enabled()) {
            in.problem(SIGV4, "only with protocol: http");
        }
        if (in.value(TRACES) && sigv4.enabled()) {
            in.problem(TRACES, "not together with sigv4, because CloudWatch takes traces at another endpoint");
        }
        return Optional.of(new OtlpConfig(
                enabled,
                endpoint,
                protocol,
                in.value(INTERVAL),
                in.value(TIMEOUT),
                in.value(COMPRESSION),
                in.value(MAX_POINTS),
                in.find(HEADERS).orElse(List.of()),
                in.find(RESOURCE).orElse(List.of()),
                in.find(TLS).orElse(TlsConfig.DEFAULTS),
                sigv4,
                in.value(TRACES)));
    }
}
