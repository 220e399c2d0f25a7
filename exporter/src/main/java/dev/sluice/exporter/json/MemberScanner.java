package dev.sluice.exporter.json;

import java.io.IOException;

/**
 * Finds the members of a document for a {@link MemberFilter}, and checks the text of all values. Reads a record, and each
 * other member of the document, only as a whole, or keeps the record or member if it is long.
 */
final class MemberScanner {

    /** Number of objects and lists around a record. */
    private static final int RECORD_DEPTH = 2;

    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    /** The part of the document that comes next. */
    private enum State {
        BEGIN,
        FIRST_NAME,
        NAME,
        END_OF_MEMBER,
        FIRST_ELEMENT,
        ELEMENT,
        END_OF_ELEMENT,
        LONG_MEMBER,
        LONG_ELEMENT,
        /** The document has ended, or is not an object. */
        REST
    }

    private final FilterNode document;
    private final FilterNode record;
    private final ValueEnds values;
    private final KeptBytes kept;
    private final RecordChanges<?> changes;
    private final PlainValue plain;
    private final RecordComparison comparison = new RecordComparison();
    private final NumberObject number = new NumberObject();
    private final LongValue longValue = new LongValue();

    private State state = State.BEGIN;
    /** Whether a comma must precede the next kept element of the list of records. */
    private boolean separate;

    private boolean completed;
    private boolean incomplete;

    MemberScanner(String list, FilterNode record, RecordChanges<?> changes, JsonFormat limits, KeptBytes kept) {
        this.document = FilterNode.document(list, record);
        this.record = record;
        this.changes = changes;
        this.plain = new PlainValue(changes);
        this.values = new ValueEnds(limits);
        this.kept = kept;
    }

    /**
     * Keeps what is wanted of the next part of the document. Returns the index after the part, the index of a value whose
     * end is missing, or the index of a record before which the kept bytes must be parsed.
     */
    int scan(byte[] bytes, int from, int end) throws IOException, UndecodableJson {
        completed = false;
        incomplete = false;
        if (state == State.REST) {
            return keep(from, end, State.REST);
        }
        boolean inLongValue = state == State.LONG_MEMBER || state == State.LONG_ELEMENT;
        int at = inLongValue ? longValue(bytes, from, end) : from;
        at = JsonBytes.endOfSpace(bytes, at, end);
        while (at < end && !mustParse(bytes[at])) {
            int after = part(bytes, at, end);
            incomplete = after == ValueEnds.INCOMPLETE;
            if (incomplete) {
                break;
            }
            completed = true;
            at = JsonBytes.endOfSpace(bytes, after, end);
        }
        comparison.endPart();
        return at;
    }

    /** Keeps the next value, which begins at an index and whose end is missing. */
    void keepLongValue(int from) {
        comparison.forget();
        longValue.begin();
        if (inRecords()) {
            separate(from);
            state = State.LONG_ELEMENT;
        } else {
            state = State.LONG_MEMBER;
        }
    }

    private int longValue(byte[] bytes, int from, int end) {
        int at = longValue.end(bytes, from, end);
        State after = state == State.LONG_ELEMENT ? State.END_OF_ELEMENT : State.END_OF_MEMBER;
        return keep(from, at, at < end ? after : state);
    }

    /** Returns true if the next value is an element of the list of records. */
    boolean inRecords() {
        return state == State.ELEMENT || state == State.FIRST_ELEMENT;
    }

    /** Returns true if the next value is incomplete. */
    boolean incomplete() {
        return incomplete;
    }

    /** Returns the number of bytes that the next record probably has. */
    int expectedLength() {
        return comparison.expectedLength();
    }

    /** Returns true if the last bytes completed a part of the document. */
    boolean completed() {
        return completed;
    }

    /** Returns the position of the error, or the position of a kept byte. */
    long position(long keptByte) {
        return values.errorAt() >= 0 ? kept.position(values.errorAt()) : kept.positionOfKept(keptByte);
    }

    /** Returns true before a record that is compared with a record that has not been parsed. */
    private boolean mustParse(byte next) {
        return inRecords() && next == '{' && comparison.possible() && kept.length() > 0;
    }

    private int part(byte[] bytes, int at, int end) throws IOException, UndecodableJson {
        byte next = bytes[at];
        return switch (state) {
            case BEGIN -> keep(at, next == '{' ? at + 1 : end, next == '{' ? State.FIRST_NAME : State.REST);
            case FIRST_NAME -> next == '}' ? keep(at, at + 1, State.REST) : member(bytes, at, end);
            case NAME -> member(bytes, at, end);
            case END_OF_MEMBER -> {
                values.expect(next == ',' || next == '}', at);
                yield keep(at, at + 1, next == ',' ? State.NAME : State.REST);
            }
            case FIRST_ELEMENT -> next == ']' ? keep(at, at + 1, State.END_OF_MEMBER) : element(bytes, at, end);
            case ELEMENT -> element(bytes, at, end);
            case END_OF_ELEMENT -> {
                values.expect(next == ',' || next == ']', at);
                state = State.ELEMENT;
                yield next == ',' ? at + 1 : keep(at, at + 1, State.END_OF_MEMBER);
            }
            case LONG_MEMBER, LONG_ELEMENT, REST -> keep(at, end, state);
        };
    }

    private int keep(int from, int to, State after) {
        kept.add(from, to);
        state = after;
        return to;
    }

    /** Reads a member of the document; of the list of records, only the beginning. */
    private int member(byte[] bytes, int at, int end) throws IOException {
        int nameEnd = values.endOfName(bytes, at, end);
        int value = values.beginOfValue(bytes, nameEnd, end);
        if (value < 0) {
            return value;
        }
        if (bytes[value] == '[' && !values.escaped() && document.member(bytes, at + 1, nameEnd - 1) == record) {
            separate = false;
            return keep(at, value + 1, State.FIRST_ELEMENT);
        }
        int after = values.endOfValue(bytes, value, end, 1);
        return after < 0 ? after : keep(at, after, State.END_OF_MEMBER);
    }

    private int element(byte[] bytes, int at, int end) throws IOException, UndecodableJson {
        int after;
        if (bytes[at] == '{') {
            after = record(bytes, at, end);
        } else {
            after = values.endOfValue(bytes, at, end, RECORD_DEPTH);
            if (after >= 0) {
                separate(at);
                kept.add(at, after);
            }
        }
        if (after >= 0) {
            state = State.END_OF_ELEMENT;
        }
        return after;
    }

    private void separate(int at) {
        if (separate) {
            kept.add(',', at);
        }
        separate = true;
    }

    private int record(byte[] bytes, int at, int end) throws IOException, UndecodableJson {
        if (comparison.possible() && changes.possible()) {
            int after = compare(bytes, at, end);
            if (after != RecordComparison.DIFFERENT) {
                return after;
            }
        }
        boolean separated = separate;
        kept.mark();
        separate(at);
        comparison.record(bytes, at);
        int after = object(bytes, at, end, record, RECORD_DEPTH);
        if (after >= 0) {
            comparison.end(after);
        } else {
            comparison.forget();
            kept.reset();
            separate = separated;
        }
        return after;
    }

    /**
     * Passes the wanted members that differ from the members of the record before. Returns the index after the record,
     * {@link ValueEnds#INCOMPLETE} or {@link RecordComparison#DIFFERENT}.
     */
    private int compare(byte[] bytes, int from, int end) throws IOException, UndecodableJson {
        comparison.compare(bytes, from);
        int at = comparison.next(bytes, from, end);
        while (at >= 0 && !comparison.ended()) {
            at = difference(bytes, at, end);
            if (at >= 0) {
                at = comparison.next(bytes, at, end);
            }
        }
        if (at >= 0) {
            comparison.end(at);
            changes.endRecord();
        }
        return at;
    }

    /** Reads a value that differs. Returns the index after the value, or the same as {@link #compare}. */
    private int difference(byte[] bytes, int from, int end) throws IOException, UndecodableJson {
        FilterNode node = comparison.node();
        boolean removed = node == FilterNode.REMOVED;
        if (!removed && !node.beginField()) {
            return RecordComparison.DIFFERENT;
        }
        int digits = comparison.digitsAt();
        if (digits >= 0) {
            comparison.skipDigits();
            return removed ? PlainValue.digits(bytes, digits, end) : plain.number(bytes, digits, end);
        }
        int after;
        if (removed) {
            boolean object = bytes[from] == '{' && number.read(bytes, from, end);
            after = object ? number.end() : values.endOfValue(bytes, from, end, RECORD_DEPTH + 1);
            digits = object ? number.digits() : 0;
        } else {
            after = plain.read(bytes, from, end, node.onlyNumber());
            digits = plain.digits();
        }
        comparison.skip(from, digits);
        return after;
    }

    /** Keeps the wanted members of an object. Returns the index after the object. */
    private int object(byte[] bytes, int from, int end, FilterNode node, int depth) throws IOException {
        values.checkDepth(depth, from);
        if (node != FilterNode.REMOVED) {
            kept.add(from, from + 1);
        }
        int at = JsonBytes.endOfSpace(bytes, from + 1, end);
        boolean ended = at < end && bytes[at] == '}';
        boolean empty = true;
        while (at < end && !ended) {
            int nameEnd = values.endOfName(bytes, at, end);
            int value = values.beginOfValue(bytes, nameEnd, end);
            if (value < 0) {
                return value;
            }
            FilterNode member = values.escaped() ? node.unknownMember() : node.member(bytes, at + 1, nameEnd - 1);
            if (member != FilterNode.REMOVED && !empty) {
                kept.add(',', at);
            }
            empty &= member == FilterNode.REMOVED;
            at = member(bytes, at, value, end, member, depth + 1);
            at = at < 0 ? end : JsonBytes.endOfSpace(bytes, at, end);
            ended = at < end && bytes[at] == '}';
            if (at < end && !ended) {
                values.expect(bytes[at] == ',', at);
                at = JsonBytes.endOfSpace(bytes, at + 1, end);
            }
        }
        if (at == end) {
            return ValueEnds.INCOMPLETE;
        }
        if (node != FilterNode.REMOVED) {
            kept.add(at, at + 1);
        }
        return at + 1;
    }

    /** Keeps a member of a record, or of an object in a record, if it is wanted. Returns the index after its value. */
    private int member(byte[] bytes, int from, int value, int end, FilterNode node, int depth) throws IOException {
        boolean object = bytes[value] == '{';
        if (object && node.number() && number.read(bytes, value, end)) {
            boolean digits = number.given() || node == FilterNode.REMOVED;
            comparison.add(from, value, number.end(), node, digits ? number.digits() : 0);
            if (node.onlyNumber() && number.given()) {
                kept.add(from, value);
                kept.add(number.digits(), number.endOfDigits());
            } else if (node.onlyNumber()) {
                kept.add(from, value);
                kept.add(NULL, 0, NULL.length, value);
            }
            return number.end();
        }
        if (object && node.object()) {
            if (node != FilterNode.REMOVED) {
                kept.add(from, value);
            }
            return object(bytes, value, end, node, depth);
        }
        int after = values.endOfValue(bytes, value, end, depth);
        if (after >= 0) {
            comparison.add(from, value, after, node, 0);
            if (node != FilterNode.REMOVED) {
                kept.add(from, after);
            }
        }
        return after;
    }

    /**
     * Finds the end of a member of an object, or of an element of a list, that arrives in many parts of a document. Does not
     * check the text, which a parser reads.
     */
    private static final class LongValue {

        /** Number of open objects and lists. */
        private int depth;

        private boolean inText;
        private boolean afterBackslash;

        /** Begins before the name of a member, or before an element. */
        void begin() {
            depth = 0;
            inText = false;
            afterBackslash = false;
        }

        /** Returns the index of the byte after the value; the end of the part if the value goes on. */
        int end(byte[] bytes, int from, int end) {
            for (int at = from; at < end; at++) {
                byte next = bytes[at];
                if (inText) {
                    inText = afterBackslash || next != '"';
                    afterBackslash = !afterBackslash && next == '\\';
                } else if (depth == 0 && (next == ',' || next == '}' || next == ']')) {
                    return at;
                } else {
                    inText = next == '"';
                    depth += opened(next);
                }
            }
            return end;
        }

        private static int opened(byte next) {
            return switch (next) {
                case '{', '[' -> 1;
                case '}', ']' -> -1;
                default -> 0;
            };
        }
    }
}
