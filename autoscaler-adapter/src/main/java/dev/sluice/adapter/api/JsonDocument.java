package dev.sluice.adapter.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** How documents of the Kubernetes API are written. */
final class JsonDocument {

    private static final JsonFactory FACTORY = new JsonFactory().setCharacterEscapes(new AsGo());

    /** Go escapes what could be taken for HTML, too, so that answers of API servers never look like it. */
    private static final class AsGo extends CharacterEscapes {

        private static final long serialVersionUID = 1;
        private static final int[] ASCII = CharacterEscapes.standardAsciiEscapesForJSON();

        static {
            for (char c : new char[] {'<', '>', '&'}) {
                ASCII[c] = ESCAPE_STANDARD;
            }
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ASCII.clone();
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return null;
        }
    }

    private JsonDocument() {}

    /** What stands in a document, between its braces. */
    @FunctionalInterface
    interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    static byte[] object(Members members) {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.writeStartObject();
            members.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static byte[] object(String kind, String apiVersion, Members members) {
        return object(json -> {
            json.writeStringField("kind", kind);
            json.writeStringField("apiVersion", apiVersion);
            members.write(json);
        });
    }

    static void member(JsonGenerator json, String name, Members members) throws IOException {
        json.writeObjectFieldStart(name);
        members.write(json);
        json.writeEndObject();
    }

    /** The metadata that a document has and says nothing in. */
    static void noMetadata(JsonGenerator json) throws IOException {
        member(json, "metadata", unused -> {});
    }

    /** RFC 3339 to the second, as metav1.Time. */
    static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
