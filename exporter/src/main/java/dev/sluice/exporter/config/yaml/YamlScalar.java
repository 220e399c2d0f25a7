package dev.sluice.exporter.config.yaml;

import java.util.Locale;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/**
 * A single value.
 *
 * @param text text as in the file, without quotes
 * @param plain true if the file has the text without quotes, so that YAML infers the type
 * @param position start of the value
 */
public record YamlScalar(String text, boolean plain, Position position) implements YamlNode {

    private static final Set<String> BOOLEAN_WORDS_OF_YAML_1_1 = Set.of("yes", "no", "on", "off", "y", "n");

    /** The type of a scalar in YAML's JSON schema. */
    public enum Kind {
        TEXT,
        /**
         * A value that is a string in this schema, but has another type in other YAML schemas: {@code yes}, {@code ~},
         * {@code 0x1F}.
         */
        AMBIGUOUS,
        INTEGER,
        DECIMAL,
        BOOLEAN,
        NOTHING
    }

    /** Returns the type of this value in YAML's JSON schema. */
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
            // The library's JSON schema accepts .inf and .nan as numbers, which do not exist in JSON.
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
