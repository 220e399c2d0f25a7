package dev.sluice.exporter.config.yaml;

import java.util.Locale;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/**
 * A single value.
 *
 * @param text as written, without its quotes
 * @param plain whether it stands without quotes, so that YAML decides by its looks what it is
 * @param position where it begins
 */
public record YamlScalar(String text, boolean plain, Position position) implements YamlNode {

    private static final Set<String> BOOLEAN_WORDS_OF_YAML_1_1 = Set.of("yes", "no", "on", "off", "y", "n");

    /** What a scalar is by YAML's JSON schema. */
    public enum Kind {
        TEXT,
        /** A text here, and something else in another of YAML's schemas: {@code yes}, {@code ~}, {@code 0x1F}. */
        AMBIGUOUS,
        INTEGER,
        DECIMAL,
        BOOLEAN,
        NOTHING
    }

    /** What the text is by YAML's JSON schema. */
    public Kind kind() {
        if (!plain) {
            return Kind.TEXT;
        }
        if (text.isEmpty()) {
            return Kind.NOTHING;
        }
        Tag tag = new JsonSchema().getScalarResolver().resolve(text, true);
        if (tag.equals(Tag.INT)) {
            return Kind.INTEGER;
        }
        if (tag.equals(Tag.FLOAT)) {
            // The library's JSON schema takes .inf and .nan for numbers, which JSON itself does not have.
            return Character.isLetter(text.charAt(text.length() - 1)) ? Kind.AMBIGUOUS : Kind.DECIMAL;
        }
        if (tag.equals(Tag.BOOL)) {
            return Kind.BOOLEAN;
        }
        if (tag.equals(Tag.NULL)) {
            return Kind.NOTHING;
        }
        return ambiguous(text) ? Kind.AMBIGUOUS : Kind.TEXT;
    }

    private static boolean ambiguous(String text) {
        return BOOLEAN_WORDS_OF_YAML_1_1.contains(text.toLowerCase(Locale.ROOT))
                || !new CoreSchema().getScalarResolver().resolve(text, true).equals(Tag.STR);
    }
}
