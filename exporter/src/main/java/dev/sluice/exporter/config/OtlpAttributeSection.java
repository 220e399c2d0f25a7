package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import dev.sluice.exporter.config.schema.Texts;
import java.util.List;
import java.util.Optional;

/** The keys of an attribute under {@code otlp.resource}. */
final class OtlpAttributeSection {

    static final Key<OtlpConfig.Attribute, String> NAME = Key.required(
            "name",
            Texts.word("name of an attribute"),
            "k8s.cluster.name",
            "Its name. `service.name`, `service.version` and `service.instance.id` are given where they are not named.",
            OtlpConfig.Attribute::name);

    private static final Key<OtlpConfig.Attribute, String> VALUE =
            Key.required("value", Texts.visible(1000), "research", "Its value.", OtlpConfig.Attribute::value);

    static final Section<OtlpConfig.Attribute> SECTION = new Section<>(
            "An attribute of the resource that all metrics belong to. Where points are paid for by size, each costs with"
                    + " every point.",
            List.of(NAME, VALUE),
            OtlpAttributeSection::bind);

    private OtlpAttributeSection() {}

    private static Optional<OtlpConfig.Attribute> bind(SectionReader in) {
        Optional<String> value = in.find(VALUE);
        return in.find(NAME).flatMap(name -> value.map(found -> new OtlpConfig.Attribute(name, found)));
    }
}
