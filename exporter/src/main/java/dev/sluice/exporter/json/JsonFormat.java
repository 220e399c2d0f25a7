package dev.sluice.exporter.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;

/**
 * The JSON of one kind of server, with the limits for reading it.
 *
 * @param name format name in messages, such as {@code the JSON that slurmrestd sends}
 * @param maxDepth maximum levels of nesting
 * @param maxText maximum characters of one text
 * @param maxName maximum characters of a member's name
 * @param bareNumbers true to accept the bare words NaN and Infinity as numbers
 */
public record JsonFormat(String name, int maxDepth, int maxText, int maxName, boolean bareNumbers) {

    /**
     * Returns a parser that takes byte arrays as they arrive. Each parser has a separate factory, because parsers of
     * one factory share a cache of member names. The cache grows to thousands of names, and to more names with hostile
     * input.
     */
    public JsonParser parser() {
        try {
            return factory().createNonBlockingByteArrayParser();
        } catch (IOException e) {
            throw new IllegalStateException("cannot create a JSON parser", e);
        }
    }

    /** Returns a parser of a short text in memory. */
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

    /** Returns the limits as text for messages. */
    String limits() {
        return "a text of more than " + maxText + " characters, deeper nesting than " + maxDepth
                + " levels, or a name of more than " + maxName + " characters";
    }
}
