package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.FlagType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import dev.sluice.exporter.config.schema.Texts;
import java.util.List;
import java.util.Optional;

/** The keys under {@code otlp.sigv4}. */
final class OtlpSigningSection {

    private static final Key<OtlpConfig.Signing, Boolean> ENABLED = Key.withDefault(
            "enabled",
            new FlagType(),
            OtlpConfig.DEFAULTS.sigv4().enabled(),
            "Whether requests are signed. Only with `protocol: http`.",
            OtlpConfig.Signing::enabled);

    private static final Key<OtlpConfig.Signing, String> REGION = Key.optional(
            "region",
            Texts.matching("name of a region", "[a-z0-9-]{1,50}"),
            "required where `enabled`",
            "eu-west-1",
            "The region of the endpoint.",
            OtlpConfig.Signing::region);

    private static final Key<OtlpConfig.Signing, String> SERVICE = Key.withDefault(
            "service",
            Texts.matching("name of a service", "[a-z0-9-]{1,50}"),
            OtlpConfig.DEFAULTS.sigv4().service(),
            "The service that the signature is for; CloudWatch's is `monitoring`.",
            OtlpConfig.Signing::service);

    static final Section<OtlpConfig.Signing> SECTION = new Section<>(
            "AWS Signature Version 4, for CloudWatch's own OTLP endpoint. Credentials come from the standard chain:"
                    + " environment, web identity (IRSA), container (EKS Pod Identity), profile, instance.",
            List.of(ENABLED, REGION, SERVICE),
            OtlpSigningSection::bind);

    private OtlpSigningSection() {}

    private static Optional<OtlpConfig.Signing> bind(SectionReader in) {
        boolean enabled = in.value(ENABLED);
        if (enabled && !in.has(REGION)) {
            in.problem(REGION, "missing; expected the region of the endpoint");
        }
        return Optional.of(new OtlpConfig.Signing(enabled, in.find(REGION), in.value(SERVICE)));
    }
}
