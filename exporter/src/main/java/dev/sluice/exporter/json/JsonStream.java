package dev.sluice.exporter.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.util.Optional;

/**
 * Parses a document into tokens as its bytes arrive. Replaces bytes that are not UTF-8.
 *
 * @param <E> failure of the visitor
 */
public final class JsonStream<E extends Exception> {

    private final Visitor<E> visitor;
    private final JsonFormat format;
    private final JsonMemory memory;
    private final JsonParser parser;
    private final ByteArrayFeeder feeder;
    private final Utf8Repair utf8 = new Utf8Repair();
    private Optional<MemberFilter> filter = Optional.empty();
    /** Number of open containers in the skipped value. */
    private int skipped;
    /** True if the current bytes completed a token. */
    private boolean completed;
    /** Bytes of the document so far. */
    private long fed;

    /**
     * Receives each token, in order.
     *
     * @param <E> failure of the visitor
     */
    public interface Visitor<E extends Exception> {

        /** Handles the parser's current token. */
        void accept(JsonToken token) throws IOException, UndecodableJson, E;
    }

    /**
     * @param memory counts the parser's own memory
     */
    public JsonStream(JsonFormat format, Visitor<E> visitor, JsonMemory memory) {
        this.format = format;
        this.visitor = visitor;
        this.memory = memory;
        this.parser = format.parser();
        this.feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
    }

    /** Passes only the bytes that a filter keeps to the parser. */
    public void filter(MemberFilter members) {
        filter = Optional.of(members);
    }

    /** Returns the parser, valid while the visitor handles a token. */
    public JsonParser parser() {
        return parser;
    }

    /** Skips the rest of the object or list that begins at the current token. */
    public void skip() {
        skipped = 1;
    }

    /** Returns true while a value is being skipped. */
    public boolean skipping() {
        return skipped > 0;
    }

    /** Parses the next bytes. The caller may overwrite the bytes afterwards. */
    public void feed(byte[] bytes, int offset, int length) throws UndecodableJson, E {
        try {
            fed += length;
            completed = false;
            if (filter.isPresent()) {
                filter(filter.get(), bytes, offset, offset + length);
            } else {
                parse(bytes, offset, length);
            }
            if (!completed) {
                memory.unfinished(length);
            }
        } catch (StreamConstraintsException e) {
            throw UndecodableJson.tooLarge("the response has " + format.limits() + ", at byte " + position());
        } catch (IOException e) {
            throw undecodable();
        }
    }

    private void filter(MemberFilter members, byte[] bytes, int offset, int end)
            throws IOException, UndecodableJson, E {
        int at = offset;
        while (at < end) {
            at = members.filter(bytes, at, end);
            parse(members.kept());
            if (members.completed()) {
                complete();
            }
        }
    }

    private void endFilter(MemberFilter members) throws IOException, UndecodableJson, E {
        boolean ended = false;
        while (!ended) {
            ended = members.end();
            parse(members.kept());
        }
    }

    private void parse(KeptBytes kept) throws IOException, UndecodableJson, E {
        parse(kept.bytes(), 0, kept.length());
    }

    private void parse(byte[] bytes, int offset, int length) throws IOException, UndecodableJson, E {
        int start = utf8.plainStart(bytes, offset, length);
        decode(bytes, offset, start);
        if (start < length) {
            int end = utf8.plainEnd(bytes, offset + start, length - start);
            byte[] repaired = utf8.repair(bytes, offset + start, length - start - end);
            decode(repaired, 0, repaired.length);
            decode(bytes, offset + length - end, end);
        }
    }

    /** Parses the end of the document. */
    public void end() throws UndecodableJson, E {
        try {
            if (filter.isPresent()) {
                endFilter(filter.get());
            }
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

    /** Returns the failure of a truncated document. */
    public UndecodableJson cutOff() {
        return new UndecodableJson("the response ends at byte " + fed + ", in the middle of its JSON");
    }

    /**
     * Returns the failure of a malformed document. The message has the position of the error, never the content,
     * because documents hold users' texts.
     */
    public UndecodableJson undecodable() {
        return new UndecodableJson("the response is not " + format.name() + ", from byte " + position() + " on");
    }

    private long position() {
        long parsed = parser.currentLocation().getByteOffset();
        return filter.isPresent() ? filter.get().position(parsed) : parsed;
    }

    private void decode(byte[] bytes, int offset, int length) throws IOException, UndecodableJson, E {
        feeder.feedInput(bytes, offset, offset + length);
        drain();
    }

    private void drain() throws IOException, UndecodableJson, E {
        for (JsonToken token = parser.nextToken();
                token != null && token != JsonToken.NOT_AVAILABLE;
                token = parser.nextToken()) {
            complete();
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

    private void complete() {
        if (!completed) {
            completed = true;
            memory.finishToken();
        }
    }
}
