package dev.sluice.exporter.slurm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;

/** JSON as slurmrestd writes it. */
final class SlurmJson {

    private static final int MAX_DEPTH = 200;

    /** Characters of one text: slurmctld's own limit of the longest, a submit line, is half as many. */
    private static final int MAX_TEXT = 1 << 22;

    /** Characters of the name of a member. */
    private static final int MAX_NAME = 4_096;

    /** What a text, a name or a structure beyond these is refused with. */
    static final String TOO_LARGE = "nested deeper than " + MAX_DEPTH + " levels, or a text longer than " + MAX_TEXT
            + " or a name longer than " + MAX_NAME + " characters";

    private static final JsonFactoryBuilder FACTORY = new JsonFactoryBuilder()
            // v0.0.40 and 41 send the bare word Infinity for the fair-share level of a user without usage.
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_TEXT)
                    .maxNameLength(MAX_NAME)
                    .build());

    private SlurmJson() {}

    /**
     * A parser that is fed byte arrays as they arrive. It has a factory of its own: parsers of one factory remember the
     * names of members for each other, thousands of them, whoever sent them.
     */
    static JsonParser parser() {
        try {
            return FACTORY.build().createNonBlockingByteArrayParser();
        } catch (IOException e) {
            throw new IllegalStateException("no JSON parser", e);
        }
    }

    /** A parser of a short text that is here already. */
    static JsonParser parser(byte[] text) throws IOException {
        return FACTORY.build().createParser(text);
    }
}
