package dev.sluice.exporter.config.sink;

import dev.sluice.exporter.config.network.TlsConfig;
import dev.sluice.exporter.config.schema.Check;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.config.schema.type.BadValue;
import dev.sluice.exporter.config.schema.type.ChoiceType;
import dev.sluice.exporter.config.schema.type.Place;
import dev.sluice.exporter.config.schema.type.TextType;
import dev.sluice.exporter.config.schema.type.VariableType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is pushed by OTLP, and where to. */
@Section(
        value = "Metrics that are pushed to an OTLP receiver, beside `/metrics`. See [the guide](guides/otlp.md).",
        removed =
                @Section.Removed(
                        key = "traces",
                        message = "removed: polls are not pushed as spans any more; remove the key, and see"
                                + " sluice_source_poll_seconds for how long polls take"))
public record OtlpConfig(
        @Key(meaning = "Whether metrics are pushed.", byDefault = "false")
        boolean enabled,

        @Key(
                meaning = "The receiver's base URL; `/v1/metrics` is added. Without a port, http means 80 and https"
                        + " means 443.",
                absent = "required where `enabled`",
                example = "https://otel-collector.monitoring:4318",
                type = OtlpEndpoint.Type.class)
        Optional<OtlpEndpoint> endpoint,

        @Key(
                meaning = "OTLP/HTTP with protobuf, which most receivers serve at port 4318.",
                byDefault = "http",
                type = ProtocolType.class)
        String protocol,

        @Key(meaning = "From one push to the next.", byDefault = "1m", range = "1s to 1h")
        Duration interval,

        @Key(meaning = "How long one request may take.", byDefault = "10s", range = "1s to 5m")
        Duration timeout,

        @Key(meaning = "How requests are compressed.", byDefault = "gzip")
        Compression compression,

        @Key(
                meaning = "Data points in one request, at most. CloudWatch refuses more than 1000.",
                byDefault = "1000",
                range = "1 to 1000")
        int maxPoints,

        @Key(meaning = "Headers of every request.", absent = "none")
        List<Header> headers,

        @Key(meaning = "Attributes of the resource.", absent = "the three of `service.*`")
        List<Attribute> resource,

        @Key(meaning = "How the connection is checked. Only for https URLs.", absent = "see below")
        Optional<TlsConfig> tls,

        @Key(meaning = "How requests are signed.") Signing sigv4) {

    /** What holds unless the file says otherwise. */
    public static final OtlpConfig DEFAULTS = SectionType.of(OtlpConfig.class).defaults();

    /** With TLS where the endpoint is https, and only there. */
    public OtlpConfig {
        headers = List.copyOf(headers);
        resource = List.copyOf(resource);
        boolean encrypted = endpoint.filter(OtlpEndpoint::tls).isPresent();
        tls = encrypted ? tls.or(() -> Optional.of(TlsConfig.DEFAULTS)) : Optional.empty();
    }

    @Check
    static void endpointAndTls(SectionValues in) {
        if (in.value("enabled", Boolean.class) && !in.has("endpoint")) {
            in.problem("endpoint", "missing; expected the receiver's " + new OtlpEndpoint.Type().description());
        }
        if (in.has("tls")
                && in.find("endpoint", OtlpEndpoint.class)
                        .filter(found -> !found.tls())
                        .isPresent()) {
            in.problem(
                    "tls", "only for an https URL, and this endpoint's is not; remove the section or change the URL");
        }
    }

    /** How requests are compressed. */
    public enum Compression {
        GZIP,
        NONE
    }

    /** The protocol, of which there is only one. */
    static final class ProtocolType implements TextType<String> {

        @Override
        public String description() {
            return "http";
        }

        @Override
        public String parse(String text, Place place) throws BadValue {
            if (text.equals("grpc")) {
                throw new BadValue("grpc was removed; write http, and in `endpoint` the receiver's port for OTLP/HTTP"
                        + " (most receivers: 4318 in place of 4317)");
            }
            return new ChoiceType<>(List.of("http")).parse(text, place);
        }
    }

    /** A header. */
    @Section("A header of every request, with exactly one of `value`, `valueFile` and `valueEnv`.")
    public record Header(
            @Key(
                    meaning = "Its name.",
                    example = "Authorization",
                    pattern = "[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}",
                    expected = "name of a header")
            String name,

            @Key(
                    meaning = "Its value, where that is no secret: the configuration is logged.",
                    absent = "see the next two",
                    example = "research",
                    maxLength = 1000)
            Optional<String> value,

            @Key(
                    meaning = "The file that holds its value, such as `Bearer ...`. It is read again before every"
                            + " request.",
                    absent = "see the one above and the one below",
                    example = "/var/run/secrets/otlp/authorization")
            Optional<Path> valueFile,

            @Key(
                    meaning = "The environment variable that holds its value.",
                    absent = "see the two above",
                    example = "OTLP_AUTHORIZATION",
                    type = VariableType.class)
            Optional<String> valueEnv) {

        @Check
        static void oneValue(SectionValues in) {
            if (Stream.of("value", "valueFile", "valueEnv").filter(in::has).count() != 1) {
                in.problem("name", "expected exactly one of value, valueFile and valueEnv beside it");
            }
        }
    }

    /** An attribute of the resource. */
    @Section(
            "An attribute of the resource that all metrics belong to. Where points are paid for by size, each costs with"
                    + " every point.")
    public record Attribute(
            @Key(
                    meaning =
                            "Its name. `service.name`, `service.version` and `service.instance.id` are given where they"
                                    + " are not named.",
                    example = "k8s.cluster.name",
                    word = "name of an attribute")
            String name,

            @Key(meaning = "Its value.", example = "research", maxLength = 1000)
            String value) {}

    /** AWS Signature Version 4. */
    @Section("AWS Signature Version 4, for CloudWatch's own OTLP endpoint. Credentials come from the standard chain:"
            + " environment, web identity (IRSA), container (EKS Pod Identity), profile, instance.")
    public record Signing(
            @Key(meaning = "Whether requests are signed.", byDefault = "false")
            boolean enabled,

            @Key(
                    meaning = "The region of the endpoint.",
                    absent = "required where `enabled`",
                    example = "eu-west-1",
                    pattern = "[a-z0-9-]{1,50}",
                    expected = "name of a region")
            Optional<String> region,

            @Key(
                    meaning = "The service that the signature is for; CloudWatch's is `monitoring`.",
                    byDefault = "monitoring",
                    pattern = "[a-z0-9-]{1,50}",
                    expected = "name of a service")
            String service) {

        @Check
        static void regionOfEndpoint(SectionValues in) {
            if (in.value("enabled", Boolean.class) && !in.has("region")) {
                in.problem("region", "missing; expected the region of the endpoint");
            }
        }
    }
}
