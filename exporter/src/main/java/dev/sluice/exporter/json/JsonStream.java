package dev.sluice.exporter.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;

/**
 * The tokens of a document as its bytes arrive. Bytes that are not UTF-8 are replaced on the way.
 *
 * @param <E> the failure of the visitor
 */
public final class JsonStream<E extends Exception> {

    private final Visitor<E> visitor;
    private final JsonFormat format;
    private final JsonMemory memory;
    private final JsonParser parser;
    private final ByteArrayFeeder feeder;
    private final Utf8Repair utf8 = new Utf8Repair();
    /** How many containers of the value that is skipped are open. */
    private int skipped;
    /** Whether the bytes at hand have completed a token. */
    private boolean completed;

    /**
     * Takes each token, in order.
     *
     * @param <E> the failure of the visitor
     */
    public interface Visitor<E extends Exception> {

        /** The parser stands on the token. */
        void accept(JsonToken token) throws IOException, UndecodableJson, E;
    }

    /**
     * The stream of one document.
     *
     * @param memory counts what the parser itself holds
     */
    public JsonStream(JsonFormat format, Visitor<E> visitor, JsonMemory memory) {
        this.format = format;
        this.visitor = visitor;
        this.memory = memory;
        this.parser = format.parser();
        this.feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
    }

    /** The parser, of use while the visitor has a token. */
    public JsonParser parser() {
        return parser;
    }

    /** Skips the object or list whose first token the visitor has: it is not shown the others. */
    public void skip() {
        skipped = 1;
    }

    /** Whether a value that is skipped has not ended. */
    public boolean skipping() {
        return skipped > 0;
    }

    /** Reads the next bytes; they may be overwritten afterwards. */
    public void feed(byte[] bytes, int offset, int length) throws UndecodableJson, E {
        completed = false;
        try {
            int start = utf8.plainStart(bytes, offset, length);
            decode(bytes, offset, start);
            if (start < length) {
                int end = utf8.plainEnd(bytes, offset + start, length - start);
                byte[] repaired = utf8.repair(bytes, offset + start, length - start - end);
                decode(repaired, 0, repaired.length);
                decode(bytes, offset + length - end, end);
            }
            if (!completed) {
                memory.unfinished(length);
            }
        } catch (StreamConstraintsException e) {
            throw UndecodableJson.tooLarge("the answer has " + format.limits() + ", at byte " + position());
        } catch (IOException e) {
            throw undecodable();
        }
    }

    /** Reads what the last bytes complete. */
    public void end() throws UndecodableJson, E {
        try {
            feeder.endOfInput();
            drain();
        } catch (JsonEOFException e) {
            throw cutOff();
        } catch (IOException e) {
            throw undecodable();
        }
        if (utf8.unfinished()) {
            throw cutOff();
        }
    }

    /** The failure of a document that ends too early. */
    public UndecodableJson cutOff() {
        return new UndecodableJson("the answer ends at byte " + position() + ", before its JSON does");
    }

    /** The failure of a document that is not of its format. Says where, never what: a document holds users' texts. */
    public UndecodableJson undecodable() {
        return new UndecodableJson("the answer is not " + format.name() + ", from byte " + position() + " on");
    }

    private long position() {
        return parser.currentLocation().getByteOffset();
    }

    private void decode(byte[] bytes, int offset, int length) throws IOException, UndecodableJson, E {
        feeder.feedInput(bytes, offset, offset + length);
        drain();
    }

    private void drain() throws IOException, UndecodableJson, E {
        for (JsonToken token = parser.nextToken();
                token != null && token != JsonToken.NOT_AVAILABLE;
                token = parser.nextToken()) {
            if (!completed) {
                completed = true;
                memory.finishToken();
            }
            if (token == JsonToken.FIELD_NAME) {
                memory.name(parser.currentName());
            }
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
