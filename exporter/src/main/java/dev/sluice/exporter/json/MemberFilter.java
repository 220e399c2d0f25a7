package dev.sluice.exporter.json;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.util.function.Predicate;

/**
 * Removes unwanted members from the records of a document, before a parser reads the document. Most members of
 * slurmrestd's records are unwanted, and finding the end of a value takes a fraction of the time for parsing the value.
 * Checks what it removes, so that a malformed document is refused as without the filter.
 *
 * <p>The document is an object with a list of records. The other members of the object, elements of the list that are not
 * objects, and members whose names contain escapes are kept.
 */
public final class MemberFilter {

    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    /** The part of the document that comes next. */
    private enum State {
        BEGIN,
        FIRST_NAME,
        NEXT_NAME,
        NAME,
        COLON,
        FIRST_ELEMENT,
        VALUE,
        TEXT,
        SCALAR,
        END_OF_VALUE,
        /** The document has ended, or is not an object. */
        REST
    }

    private final FilterNode document;
    private final KeptBytes kept = new KeptBytes();
    private final NumberObject number = new NumberObject();
    private final RemovedValue removed = new RemovedValue();

    private State state = State.BEGIN;

    /** Nodes of the open objects and lists. */
    private final FilterNode[] frames;

    private final boolean[] lists;
    /** Whether a member of the open object has been kept, so that a comma must precede the next member. */
    private final boolean[] separate;

    private int frame = -1;

    /** The beginning of a name that contains an escape, or whose end is in a later part of the document. */
    private final byte[] name;

    private int nameLength;
    private boolean nameEscaped;

    /** The node of the current value. */
    private FilterNode value = FilterNode.KEPT;

    private boolean completed;

    /** Position of the error in the document; negative without an error. */
    private long error = -1;

    /**
     * @param list name of the list of records
     * @param record wanted members of a record
     * @param numbers the fields that contain numbers, as a number or as Slurm's object of a number; the object of an
     *     unset or infinite number becomes null
     * @param limits maximum levels of nesting, and maximum length of a name
     */
    public <F> MemberFilter(String list, WantedMembers<F> record, Predicate<F> numbers, JsonFormat limits) {
        this.name = new byte[limits.maxName()];
        int maxDepth = limits.maxDepth();
        this.document = FilterNode.document(list, record, numbers);
        this.frames = new FilterNode[maxDepth];
        this.lists = new boolean[maxDepth];
        this.separate = new boolean[maxDepth];
    }

    /** Returns what is kept of the next bytes, valid until the next call. */
    KeptBytes filter(byte[] bytes, int offset, int length) throws IOException {
        kept.next(bytes, offset, length);
        completed = false;
        int end = offset + length;
        int at = offset;
        while (at < end) {
            at = state == State.NEXT_NAME ? member(bytes, at, end) : step(bytes, at, end);
        }
        return kept;
    }

    /** Returns true if the last bytes completed a name or value. */
    boolean completed() {
        return completed;
    }

    /** Returns the position of the error, or the position of a kept byte. */
    long position(long keptByte) {
        return error >= 0 ? error : kept.positionOfKept(keptByte);
    }

    private int step(byte[] bytes, int at, int end) throws IOException {
        return switch (state) {
            case NAME -> name(bytes, at, end);
            case TEXT -> text(bytes, at, end);
            case SCALAR -> scalar(bytes, at, end);
            case REST -> keep(at, end);
            default -> {
                int next = JsonBytes.endOfSpace(bytes, at, end);
                yield next == end ? end : structure(bytes, next, end);
            }
        };
    }

    /** Returns the index after the bytes. */
    private int keep(int from, int to) {
        if (value != FilterNode.REMOVED) {
            kept.add(from, to);
        }
        return to;
    }

    /** Reads a member that follows a comma; usually, most of the member is in the same part of the document. */
    private int member(byte[] bytes, int from, int end) throws IOException {
        int at = JsonBytes.endOfSpace(bytes, from, end);
        if (at == end) {
            return end;
        }
        expect(bytes[at] == '"', at);
        nameLength = 0;
        nameEscaped = false;
        state = State.NAME;
        at = name(bytes, at + 1, end);
        if (state != State.COLON || at == end || bytes[at] != ':') {
            return at;
        }
        keep(at, at + 1);
        state = State.VALUE;
        at = JsonBytes.endOfSpace(bytes, at + 1, end);
        return at == end ? end : beginValue(bytes, at, end);
    }

    private int structure(byte[] bytes, int at, int end) throws IOException {
        byte next = bytes[at];
        switch (state) {
            case BEGIN -> {
                if (next != '{') {
                    state = State.REST;
                    return at;
                }
                value = document;
                open(at, false);
            }
            case FIRST_NAME -> {
                if (next != '}') {
                    return member(bytes, at, end);
                }
                close(at);
            }
            case COLON -> {
                expect(next == ':', at);
                keep(at, at + 1);
                state = State.VALUE;
            }
            case FIRST_ELEMENT -> {
                if (next != ']') {
                    return beginValue(bytes, at, end);
                }
                close(at);
            }
            case VALUE -> {
                return beginValue(bytes, at, end);
            }
            default -> endOfValue(next, at);
        }
        return at + 1;
    }

    /** Opens the current value, which is an object or a list. */
    private void open(int at, boolean list) throws IOException {
        if (frame + 1 == frames.length) {
            throw tooLarge("deep nesting", at);
        }
        keep(at, at + 1);
        frame++;
        frames[frame] = value;
        lists[frame] = list;
        separate[frame] = false;
        value = value.element();
        state = list ? State.FIRST_ELEMENT : State.FIRST_NAME;
    }

    private void close(int at) {
        value = frames[frame];
        keep(at, at + 1);
        completed = true;
        frame--;
        state = frame < 0 ? State.REST : State.END_OF_VALUE;
    }

    private void endOfValue(byte next, int at) throws IOException {
        boolean list = lists[frame];
        if (next != ',') {
            expect(next == (list ? ']' : '}'), at);
            close(at);
        } else if (list) {
            value = frames[frame].element();
            keep(at, at + 1);
            state = State.VALUE;
        } else {
            state = State.NEXT_NAME;
        }
    }

    private int name(byte[] bytes, int from, int end) throws IOException {
        int plain = endOfEscape(bytes, from, end);
        int at = JsonBytes.endOfPlainText(bytes, plain, end);
        if (at == end) {
            addToName(bytes, from, end);
            return end;
        }
        if (bytes[at] == '"') {
            endOfName(bytes, from, at);
        } else {
            beginEscape(bytes, at);
            addToName(bytes, from, at + 1);
            nameEscaped = true;
        }
        return at + 1;
    }

    private void beginEscape(byte[] bytes, int at) throws IOException {
        expect(bytes[at] == '\\', at);
        removed.beginEscape();
    }

    /** Returns the index after the bytes of an escape that has begun. */
    private int endOfEscape(byte[] bytes, int from, int end) throws IOException {
        int at = removed.escaping() ? removed.escape(bytes, from, end) : from;
        expect(at >= 0, from);
        return at;
    }

    private void addToName(byte[] bytes, int from, int to) throws IOException {
        checkName(nameLength + to - from, to);
        System.arraycopy(bytes, from, name, nameLength, to - from);
        nameLength += to - from;
    }

    private void checkName(int length, int at) throws IOException {
        if (length > name.length) {
            throw tooLarge("long name", at);
        }
    }

    private void endOfName(byte[] bytes, int from, int to) throws IOException {
        boolean whole = nameLength == 0;
        if (!whole) {
            addToName(bytes, from, to);
        }
        checkName(to - from, to);
        FilterNode outer = frames[frame];
        FilterNode node = whole ? outer.member(bytes, from, to) : outer.member(name, 0, nameLength);
        // A name with an escape can be a wanted one.
        value = nameEscaped && outer != FilterNode.REMOVED ? FilterNode.KEPT : node;
        state = State.COLON;
        completed = true;
        if (value == FilterNode.REMOVED) {
            return;
        }
        if (separate[frame]) {
            kept.add(',', to);
        }
        separate[frame] = true;
        kept.add('"', to);
        if (whole) {
            kept.add(from, to + 1);
        } else {
            kept.add(name, 0, nameLength, to);
            kept.add('"', to);
        }
    }

    private int beginValue(byte[] bytes, int at, int end) throws IOException {
        byte next = bytes[at];
        if (next == '"') {
            keep(at, at + 1);
            state = State.TEXT;
            return text(bytes, at + 1, end);
        }
        if (next == '{' && value.number() && number.read(bytes, at, end)) {
            if (value == FilterNode.NUMBER && number.given()) {
                kept.add(number.digits(), number.endOfDigits());
            } else if (value == FilterNode.NUMBER) {
                kept.add(NULL, 0, NULL.length, at);
            }
            return afterValue(bytes, number.end(), end);
        }
        if (next == '{' || next == '[') {
            value = value.opened(next == '[');
            open(at, next == '[');
            return at + 1;
        }
        expect(RemovedValue.scalar(next), at);
        removed.beginScalar();
        state = State.SCALAR;
        return scalar(bytes, at, end);
    }

    /** Ends the value, and reads a comma that follows immediately. */
    private int afterValue(byte[] bytes, int at, int end) throws IOException {
        state = State.END_OF_VALUE;
        completed = true;
        if (at < end && bytes[at] == ',') {
            endOfValue(bytes[at], at);
            return at + 1;
        }
        return at;
    }

    private int scalar(byte[] bytes, int from, int end) throws IOException {
        int at = from;
        while (at < end && RemovedValue.scalar(bytes[at])) {
            at++;
        }
        if (value != FilterNode.REMOVED) {
            kept.add(from, at);
        } else {
            removed.addScalar(bytes, from, at);
            expect(at == end || removed.validScalar(), from);
        }
        return at < end ? afterValue(bytes, at, end) : end;
    }

    private int text(byte[] bytes, int from, int end) throws IOException {
        int at = JsonBytes.endOfPlainText(bytes, endOfEscape(bytes, from, end), end);
        if (at == end) {
            return keep(from, end);
        }
        keep(from, at + 1);
        if (bytes[at] == '"') {
            return afterValue(bytes, at + 1, end);
        }
        beginEscape(bytes, at);
        return at + 1;
    }

    private StreamConstraintsException tooLarge(String what, int at) {
        error = kept.position(at);
        return new StreamConstraintsException(what);
    }

    private void expect(boolean good, int at) throws IOException {
        if (!good) {
            error = kept.position(at);
            throw new IOException("malformed");
        }
    }
}
