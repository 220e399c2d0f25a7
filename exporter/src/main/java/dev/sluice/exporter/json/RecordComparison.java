package dev.sluice.exporter.json;

import java.util.Arrays;

/**
 * Compares each record with the record before it. slurmrestd writes the same members in the same order in all records of
 * a list, and neighboring jobs differ in a fifth of their members. Comparing two texts takes a small fraction of the time
 * for finding the ends of their values. The members of an object within the record count as members of the record.
 */
final class RecordComparison {

    /** Instead of an index: the record has other members than the record before it. */
    static final int DIFFERENT = -2;

    /** Maximum number of members of a record that is compared; slurmrestd's records have up to 150. */
    private static final int MAX_MEMBERS = 1_024;

    /** Maximum length of a record that is compared with a record of a later part of the document. */
    private static final int MAX_COPIED = 1 << 16;

    private Layout previous = new Layout();
    private Layout current = new Layout();

    /** What is done with each member's value. */
    private final FilterNode[] nodes = new FilterNode[MAX_MEMBERS];
    /** Number of bytes from each name to its value, and from the end of the value to the next name. */
    private final int[] values = new int[MAX_MEMBERS];

    private final int[] separators = new int[MAX_MEMBERS];
    /** Number of bytes from the beginning of each {@link NumberObject} to its digits; 0 for other values. */
    private final int[] digits = new int[MAX_MEMBERS];

    private int members;
    /** Whether the current record is read without a record before it, so that its members become known. */
    private boolean recording;
    /** The member that is compared or recorded. */
    private int member;
    /** Index after the last value. */
    private int valueEnd;
    /** Index of the next byte of the previous record. */
    private int previousAt;
    /** Index of the digits that differ; negative if more differs. */
    private int digitsAt;

    /** Returns true if a record can be compared with the record before it. */
    boolean possible() {
        return previous.complete();
    }

    /** Returns the number of bytes that the next record probably has. */
    int expectedLength() {
        return previous.length();
    }

    /** Compares the next record with no other record. */
    void forget() {
        recording = false;
        previous.clear();
    }

    /** Ends a part of the document, which the caller may overwrite. */
    void endPart() {
        previous.detach();
    }

    /** Begins a record whose members become known as it is read. */
    void record(byte[] bytes, int at) {
        current.begin(bytes, at);
        previous.clear();
        recording = true;
        member = -1;
    }

    /**
     * Adds a member to the record whose members become known.
     *
     * @param digitsAt index of the digits of a {@link NumberObject}; 0 for another value
     */
    void add(int nameAt, int valueAt, int end, FilterNode node, int digitsAt) {
        if (!recording) {
            return;
        }
        endMember(nameAt);
        if (member == MAX_MEMBERS) {
            forget();
            return;
        }
        nodes[member] = node;
        values[member] = valueAt - nameAt;
        digits[member] = digitsAt == 0 ? 0 : digitsAt - valueAt;
        valueEnd = end;
    }

    private void endMember(int nextName) {
        if (member >= 0) {
            separators[member] = nextName - valueEnd;
        }
        member++;
        current.name(member, nextName - current.start());
    }

    /** Ends a record, with which the next record is compared unless the record has too many members. */
    void end(int at) {
        if (recording) {
            endMember(at - 1);
            members = member;
            recording = false;
        } else if (!possible()) {
            return;
        }
        current.name(members + 1, Integer.MAX_VALUE);
        current.end(at);
        Layout ended = current;
        current = previous;
        previous = ended;
    }

    /** Begins a record that is compared with the record before it. */
    void compare(byte[] bytes, int at) {
        current.begin(bytes, at);
        member = 0;
        previousAt = 0;
    }

    /**
     * Skips what equals the record before. Returns the index of a value that differs, or the index after the record if
     * nothing more differs, or {@link ValueEnds#INCOMPLETE} or {@link #DIFFERENT}.
     */
    int next(byte[] bytes, int at, int end) {
        int left = previous.length() - previousAt;
        int compared = Math.min(left, end - at);
        int from = previous.start() + previousAt;
        int equal = Arrays.mismatch(previous.bytes(), from, from + compared, bytes, at, at + compared);
        if (equal < 0 && compared < left) {
            return ValueEnds.INCOMPLETE;
        }
        int differs = equal < 0 ? previous.length() : previousAt + equal;
        int distance = at - current.start() - previousAt;
        member = current.copyNames(previous, member, differs, distance);
        if (equal < 0) {
            return at + left;
        }
        if (member == members || differs < previous.name(member) + values[member]) {
            return DIFFERENT;
        }
        int value = previous.name(member) + values[member];
        digitsAt =
                digits[member] > 0 && differs >= value + digits[member] ? at + value + digits[member] - previousAt : -1;
        return at + value - previousAt;
    }

    /** Returns true if all members have been compared. */
    boolean ended() {
        return member == members;
    }

    /** Returns what is done with the value that differs. */
    FilterNode node() {
        return nodes[member];
    }

    /** Returns the index of the digits of a {@link NumberObject} that differs only from there on; otherwise -1. */
    int digitsAt() {
        return digitsAt;
    }

    /** Goes on after the digits of the value that differs. */
    void skipDigits() {
        byte[] bytes = previous.bytes();
        int from = previous.start() + previous.name(member) + values[member] + digits[member];
        previousAt = NumberObject.endOfDigits(bytes, from, previous.start() + previous.length()) - previous.start();
        member++;
    }

    /**
     * Goes on after the value that differs.
     *
     * @param digitsAt index of the digits of a {@link NumberObject}; 0 for another value
     */
    void skip(int valueAt, int digitsAt) {
        digits[member] = digitsAt == 0 ? 0 : digitsAt - valueAt;
        previousAt = previous.name(member + 1) - separators[member];
        member++;
    }

    /** The text of a record, and where the names of its members begin. Indexes are relative to the record's beginning. */
    private static final class Layout {

        /** The array that contains the record; the caller may overwrite it after the current part of the document. */
        private byte[] bytes = {};

        private byte[] copy = {};
        private int start;
        private int length;
        /** Index of each name, and of the record's last byte. */
        private int[] names = new int[256];

        private boolean complete;

        void begin(byte[] source, int at) {
            bytes = source;
            start = at;
            complete = false;
        }

        void end(int at) {
            length = at - start;
            complete = true;
        }

        /** Forgets the record. */
        void clear() {
            begin(copy, 0);
        }

        /** Makes the record independent of the array that contains it, or forgets the record if it is long. */
        void detach() {
            if (length > MAX_COPIED) {
                clear();
            } else if (complete && bytes != copy) {
                if (copy.length < length) {
                    copy = new byte[length + length / 4];
                }
                System.arraycopy(bytes, start, copy, 0, length);
                bytes = copy;
                start = 0;
            }
        }

        /** Sets the index of a member's name. */
        void name(int member, int index) {
            if (member == names.length) {
                names = Arrays.copyOf(names, 2 * names.length);
            }
            names[member] = index;
        }

        /**
         * Copies names from another record, at a distance from their indexes there. Returns the first member that does not end
         * before an index of the other record.
         */
        int copyNames(Layout other, int member, int index, int distance) {
            if (names.length < other.names.length) {
                names = Arrays.copyOf(names, other.names.length);
            }
            int[] from = other.names;
            int[] to = names;
            int next = member;
            to[next] = from[next] + distance;
            while (from[next + 1] <= index) {
                next++;
                to[next] = from[next] + distance;
            }
            return next;
        }

        /** Returns true if the whole record is known. */
        boolean complete() {
            return complete;
        }

        byte[] bytes() {
            return bytes;
        }

        int start() {
            return start;
        }

        int length() {
            return length;
        }

        /** Returns the index of a member's name; after the last member, of the record's last byte. */
        int name(int member) {
            return names[member];
        }
    }
}
