package dev.sluice.exporter.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;

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
     * Returns a factory for one document. Parsers of one factory would share a cache of member names, which grows with
     * hostile input.
     *
     * @param maxBytes maximum size of the document
     */
    public JsonFactory factory(long maxBytes) {
        return new JsonFactoryBuilder()
                .configure(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS, bareNumbers)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxStringLength(maxText)
                        .maxNameLength(maxName)
                        .maxDocumentLength(maxBytes)
                        .build())
                .build();
    }

    /** Returns the limits as text for messages. */
    public String limits() {
        return "a text of more than " + maxText + " characters, deeper nesting than " + maxDepth
                + " levels, or a name of more than " + maxName + " characters";
    }
}
