package dev.sluice.exporter.json;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;

/** Finds the ends of values in a part of a document, and checks their text. */
final class ValueEnds {

    /** Instead of an index: the end of the value is not in the part of the document. */
    static final int INCOMPLETE = -1;

    private final JsonFormat limits;
    /** Whether the last text contains an escape. */
    private boolean escaped;
    /** Index of the error; negative without an error. */
    private int errorAt = -1;

    ValueEnds(JsonFormat limits) {
        this.limits = limits;
    }

    /** Returns true if the last name or text contains an escape. */
    boolean escaped() {
        return escaped;
    }

    /** Returns the index of the error; negative without an error. */
    int errorAt() {
        return errorAt;
    }

    /** Returns the index after the value that begins at an index. */
    int endOfValue(byte[] bytes, int at, int end, int depth) throws IOException {
        return switch (bytes[at]) {
            case '"' -> endOfText(bytes, at, end);
            case '{' -> endOfContainer(bytes, at, end, depth);
            case '[' -> endOfContainer(bytes, at, end, depth);
            default -> endOfScalar(bytes, at, end);
        };
    }

    private int endOfContainer(byte[] bytes, int from, int end, int depth) throws IOException {
        checkDepth(depth, from);
        boolean object = bytes[from] == '{';
        int close = object ? '}' : ']';
        int at = JsonBytes.endOfSpace(bytes, from + 1, end);
        boolean ended = at < end && bytes[at] == close;
        while (at < end && !ended) {
            int value = object ? beginOfValue(bytes, endOfName(bytes, at, end), end) : at;
            int after = value < 0 ? value : endOfValue(bytes, value, end, depth + 1);
            if (after < 0) {
                return after;
            }
            at = JsonBytes.endOfSpace(bytes, after, end);
            ended = at < end && bytes[at] == close;
            if (at < end && !ended) {
                expect(bytes[at] == ',', at);
                at = JsonBytes.endOfSpace(bytes, at + 1, end);
            }
        }
        return at < end ? at + 1 : INCOMPLETE;
    }

    private int endOfScalar(byte[] bytes, int from, int end) throws IOException {
        int at = JsonScalar.end(bytes, from, end);
        if (at == end) {
            return INCOMPLETE;
        }
        expect(JsonScalar.valid(bytes, from, at), from);
        return at;
    }

    /** Returns the index after the name that begins at an index. */
    int endOfName(byte[] bytes, int from, int end) throws IOException {
        expect(bytes[from] == '"', from);
        int after = endOfText(bytes, from, end);
        if (after - from > limits.maxName()) {
            throw tooLarge("long name", from);
        }
        return after;
    }

    /** Returns the index of the value after a name that ends before an index. */
    int beginOfValue(byte[] bytes, int nameEnd, int end) throws IOException {
        int colon = nameEnd < 0 ? end : JsonBytes.endOfSpace(bytes, nameEnd, end);
        if (colon == end) {
            return INCOMPLETE;
        }
        expect(bytes[colon] == ':', colon);
        int value = JsonBytes.endOfSpace(bytes, colon + 1, end);
        return value < end ? value : INCOMPLETE;
    }

    /** Returns the index after the text that begins with the quote at an index. */
    private int endOfText(byte[] bytes, int from, int end) throws IOException {
        escaped = false;
        int at = JsonBytes.endOfPlainText(bytes, from + 1, end);
        while (at < end && bytes[at] != '"') {
            expect(bytes[at] == '\\', at);
            escaped = true;
            int after = JsonBytes.endOfEscape(bytes, at, end);
            expect(after >= 0, at);
            at = JsonBytes.endOfPlainText(bytes, after, end);
        }
        return at < end ? at + 1 : INCOMPLETE;
    }

    /** Fails if as many objects and lists are open as the format allows. */
    void checkDepth(int depth, int at) throws IOException {
        if (depth >= limits.maxDepth()) {
            throw tooLarge("deep nesting", at);
        }
    }

    private StreamConstraintsException tooLarge(String what, int at) {
        errorAt = at;
        return new StreamConstraintsException(what);
    }

    /** Fails if the byte at an index is unexpected. */
    void expect(boolean good, int at) throws IOException {
        if (!good) {
            errorAt = at;
            throw new IOException("malformed");
        }
    }
}
