package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;

/** Limits of the documents that slurmrestd may send. A parser within these limits needs little memory. */
public final class JsonLimits {

    private static final int MAX_DEPTH = 200;
    /** Maximum characters of the name of a member: the parser remembers up to 50,000 names, read or skipped. */
    private static final int MAX_NAME = 512;

    /** Twice slurmctld's own limit for a submit line, which is the longest string in slurmctld. */
    private static final int MAX_TEXT = 1 << 22;

    /** What exceeds the limits, for messages. */
    public static final String TEXT = "a text of more than " + MAX_TEXT + " characters, deeper nesting than "
            + MAX_DEPTH + " levels, or a name of more than " + MAX_NAME + " characters";

    private JsonLimits() {}

    /**
     * Returns a parser of slurmrestd's JSON. v0.0.40 and v0.0.41 send the bare word Infinity for the fair-share level
     * of a user without usage. U+FFFD replaces invalid UTF-8: slurmrestd passes on every byte of the job names,
     * comments and reasons that users typed. Each document has its own factory: parsers of one factory would share a
     * cache of member names, which grows with hostile input.
     *
     * @param maxLength maximum number of characters
     */
    public static JsonParser parser(InputStream document, long maxLength) throws IOException {
        return new JsonFactoryBuilder()
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxStringLength(MAX_TEXT)
                        .maxNameLength(MAX_NAME)
                        .maxDocumentLength(maxLength)
                        .build())
                .build()
                .createParser(new InputStreamReader(document, UTF_8));
    }
}
