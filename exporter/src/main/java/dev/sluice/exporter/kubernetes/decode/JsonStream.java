package dev.sluice.exporter.kubernetes.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.sluice.exporter.json.JsonFormat;
import dev.sluice.exporter.json.UndecodableJson;
import java.io.IOException;

/**
 * Parses a document into tokens as its bytes arrive.
 *
 * @param <E> failure of the visitor
 */
final class JsonStream<E extends Exception> {

    private final Visitor<E> visitor;
    private final JsonFormat format;
    private final JsonParser parser;
    private final ByteArrayFeeder feeder;
    /** Number of open containers in the skipped value. */
    private int skipped;
    /** Bytes of the document so far. */
    private long fed;

    /**
     * Receives each token, in order.
     *
     * @param <E> failure of the visitor
     */
    interface Visitor<E extends Exception> {

        /** Handles the parser's current token. */
        void accept(JsonToken token) throws IOException, UndecodableJson, E;
    }

    JsonStream(JsonFormat format, Visitor<E> visitor) {
        this.format = format;
        this.visitor = visitor;
        try {
            this.parser = format.factory(Long.MAX_VALUE).createNonBlockingByteArrayParser();
        } catch (IOException e) {
            throw new IllegalStateException("cannot create a JSON parser", e);
        }
        this.feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
    }

    /** Returns the parser, valid while the visitor handles a token. */
    JsonParser parser() {
        return parser;
    }

    /** Skips the rest of the object or list that begins at the current token. */
    void skip() {
        skipped = 1;
    }

    /** Returns true while a value is being skipped. */
    boolean skipping() {
        return skipped > 0;
    }

    /** Parses the next bytes. The caller may overwrite the bytes afterwards. */
    void feed(byte[] bytes, int offset, int length) throws UndecodableJson, E {
        try {
            fed += length;
            feeder.feedInput(bytes, offset, offset + length);
            drain();
        } catch (StreamConstraintsException e) {
            throw UndecodableJson.tooLarge("the response has " + format.limits() + ", at byte " + position());
        } catch (IOException e) {
            throw undecodable();
        }
    }

    /** Parses the end of the document. */
    void end() throws UndecodableJson, E {
        try {
            feeder.endOfInput();
            drain();
        } catch (JsonEOFException e) {
            throw cutOff();
        } catch (IOException e) {
            throw undecodable();
        }
    }

    /** Returns the failure of a truncated document. */
    UndecodableJson cutOff() {
        return UndecodableJson.cutOff(fed);
    }

    /** Returns the failure of a malformed document. */
    UndecodableJson undecodable() {
        return UndecodableJson.malformed(format, position());
    }

    private long position() {
        return parser.currentLocation().getByteOffset();
    }

    private void drain() throws IOException, UndecodableJson, E {
        for (JsonToken token = parser.nextToken();
                token != null && token != JsonToken.NOT_AVAILABLE;
                token = parser.nextToken()) {
            if (skipped == 0) {
                visitor.accept(token);
            } else if (token.isStructStart()) {
                skipped++;
            } else if (token.isStructEnd()) {
                skipped--;
            }
        }
    }
}
