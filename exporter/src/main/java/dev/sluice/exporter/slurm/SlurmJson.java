package dev.sluice.exporter.slurm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;

/** JSON as slurmrestd writes it. */
final class SlurmJson {

    private static final int DEEPEST = 200;

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            // v0.0.40 and 41 send the bare word Infinity for the fair-share level of a user without usage.
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
            .build();

    private SlurmJson() {}

    /** A parser that is fed byte arrays as they arrive. */
    static JsonParser parser() {
        try {
            return FACTORY.createNonBlockingByteArrayParser();
        } catch (IOException e) {
            throw new IllegalStateException("no JSON parser", e);
        }
    }

    /** A parser of a short text that is here already. */
    static JsonParser parser(byte[] text) throws IOException {
        return FACTORY.createParser(text);
    }
}
