package dev.sluice.exporter.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;

/**
 * JSON as one kind of server writes it, and the limits of what is read of it.
 *
 * @param name the format in a message, such as {@code the JSON that slurmrestd sends}
 * @param maxDepth levels of nesting
 * @param maxText characters of one text
 * @param maxName characters of the name of a member
 * @param bareNumbers whether the bare words NaN and Infinity are numbers
 */
public record JsonFormat(String name, int maxDepth, int maxText, int maxName, boolean bareNumbers) {

    /**
     * A parser that is fed byte arrays as they arrive. It has a factory of its own: parsers of one factory remember the
     * names of members for each other, thousands of them, whoever sent them.
     */
    public JsonParser parser() {
        try {
            return factory().createNonBlockingByteArrayParser();
        } catch (IOException e) {
            throw new IllegalStateException("no JSON parser", e);
        }
    }

    /** A parser of a short text that is here already. */
    public JsonParser parser(byte[] text) throws IOException {
        return factory().createParser(text);
    }

    private JsonFactory factory() {
        return new JsonFactoryBuilder()
                .configure(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS, bareNumbers)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxStringLength(maxText)
                        .maxNameLength(maxName)
                        .build())
                .build();
    }

    /** The limits, as a message names them. */
    String limits() {
        return "a text of more than " + maxText + " characters, deeper nesting than " + maxDepth
                + " levels, or a name of more than " + maxName + " characters";
    }
}
