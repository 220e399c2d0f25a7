package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.FileTypes;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import dev.sluice.exporter.config.schema.Texts;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The keys of a header under {@code otlp}. */
final class OtlpHeaderSection {

    static final Key<OtlpConfig.Header, String> NAME = Key.required(
            "name",
            Texts.matching("name of a header", "[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}"),
            "Authorization",
            "Its name.",
            OtlpConfig.Header::name);

    private static final Key<OtlpConfig.Header, String> VALUE = Key.optional(
            "value",
            Texts.visible(1000),
            "see the next two",
            "research",
            "Its value, where that is no secret: the configuration is logged.",
            OtlpConfig.Header::value);

    private static final Key<OtlpConfig.Header, Path> VALUE_FILE = Key.optional(
            "valueFile",
            FileTypes.eventual(),
            "see the one above and the one below",
            "/var/run/secrets/otlp/authorization",
            "The file that holds its value, such as `Bearer ...`. It is read again before every request.",
            OtlpConfig.Header::valueFile);

    private static final Key<OtlpConfig.Header, String> VALUE_ENV = Key.optional(
            "valueEnv",
            Texts.environmentVariable(),
            "see the two above",
            "OTLP_AUTHORIZATION",
            "The environment variable that holds its value.",
            OtlpConfig.Header::valueEnv);

    static final Section<OtlpConfig.Header> SECTION = new Section<>(
            "A header of every request, with exactly one of `value`, `valueFile` and `valueEnv`.",
            List.of(NAME, VALUE, VALUE_FILE, VALUE_ENV),
            OtlpHeaderSection::bind);

    private OtlpHeaderSection() {}

    private static Optional<OtlpConfig.Header> bind(SectionReader in) {
        Optional<String> name = in.find(NAME);
        Optional<String> value = in.find(VALUE);
        Optional<Path> file = in.find(VALUE_FILE);
        Optional<String> variable = in.find(VALUE_ENV);
        if (Stream.of(VALUE, VALUE_FILE, VALUE_ENV).filter(in::has).count() != 1) {
            in.problem(NAME, "expected exactly one of value, valueFile and valueEnv beside it");
        }
        return name.map(found -> new OtlpConfig.Header(found, value, file, variable));
    }
}
