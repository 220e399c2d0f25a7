package dev.sluice.adapter.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Writes JSON documents of the Kubernetes API. */
final class JsonDocument {

    private static final JsonMapper JSON = new JsonMapper(new JsonFactory().setCharacterEscapes(new AsGo()));

    /** Escapes HTML characters, as Go does, so that responses never look like HTML. */
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

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ObjectNode object(String kind, String apiVersion) {
        return object().put("kind", kind).put("apiVersion", apiVersion);
    }

    /** Returns the JSON of a record or a tree. */
    static byte[] bytes(Object document) {
        try {
            return JSON.writeValueAsBytes(document);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
