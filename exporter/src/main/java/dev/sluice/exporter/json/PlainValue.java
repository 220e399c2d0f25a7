package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/** Reads values of the usual forms: numbers, words, short ASCII texts, and lists of such texts. */
final class PlainValue {

    private static final byte[] TRUE = "true".getBytes(US_ASCII);
    private static final byte[] FALSE = "false".getBytes(US_ASCII);
    private static final byte[] NULL = "null".getBytes(US_ASCII);

    /** Maximum length of a {@link NumberObject} with white space, except that a text can have any indentation. */
    private static final int MAX_OBJECT = 160;

    /** Maximum length of a text in UTF-16 units, so that the memory of each reader is small. */
    private static final int MAX_TEXT = 1 << 16;

    /** The characters of {@link JsonBytes#ESCAPES}. */
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";

    private final NumberObject object = new NumberObject();
    private final RecordChanges<?> changes;
    private int digits;
    private char[] text = new char[512];

    PlainValue(RecordChanges<?> changes) {
        this.changes = changes;
    }

    /**
     * Passes a value. Returns the index after the value, {@link ValueEnds#INCOMPLETE}, or
     * {@link RecordComparison#DIFFERENT} for a value of another form.
     *
     * @param number whether the value can be a {@link NumberObject}
     */
    int read(byte[] bytes, int at, int end, boolean number) throws UndecodableJson {
        digits = 0;
        byte first = bytes[at];
        if (first == '"') {
            return text(bytes, at + 1, end);
        }
        if (first == '[') {
            changes.list();
            return list(bytes, at + 1, end);
        }
        if (first >= '0' && first <= '9') {
            return number(bytes, at, end);
        }
        if (first == '{') {
            return number ? numberObject(bytes, at, end) : RecordComparison.DIFFERENT;
        }
        return word(bytes, at, end);
    }

    /** Passes a number that begins at an index. Returns the same as {@link #read}. */
    int number(byte[] bytes, int from, int end) {
        int at = digits(bytes, from, end);
        if (at >= 0) {
            changes.number(amount(bytes, from, at));
        }
        return at;
    }

    /** Returns the index after a number that begins at an index, or the same as {@link #read}. */
    static int digits(byte[] bytes, int from, int end) {
        int at = NumberObject.endOfDigits(bytes, from, end);
        if (at == end) {
            return ValueEnds.INCOMPLETE;
        }
        boolean usual = NumberObject.amount(bytes, from, at) && !JsonScalar.contains(bytes[at]);
        return usual ? at : RecordComparison.DIFFERENT;
    }

    private static long amount(byte[] bytes, int from, int to) {
        long amount = 0;
        for (int at = from; at < to; at++) {
            amount = 10 * amount + bytes[at] - '0';
        }
        return amount;
    }

    private int numberObject(byte[] bytes, int from, int end) {
        if (end - from < MAX_OBJECT) {
            return ValueEnds.INCOMPLETE;
        }
        if (!object.read(bytes, from, end)) {
            return RecordComparison.DIFFERENT;
        }
        if (object.given()) {
            digits = object.digits();
            changes.number(amount(bytes, object.digits(), object.endOfDigits()));
        }
        return object.end();
    }

    /** Returns the index of the digits if the last value is a {@link NumberObject} with a number; otherwise 0. */
    int digits() {
        return digits;
    }

    private int word(byte[] bytes, int from, int end) {
        int at = JsonScalar.end(bytes, from, end);
        if (at == end) {
            return ValueEnds.INCOMPLETE;
        }
        if (is(TRUE, bytes, from, at)) {
            changes.flag(true);
        } else if (is(FALSE, bytes, from, at)) {
            changes.flag(false);
        } else if (!is(NULL, bytes, from, at)) {
            return RecordComparison.DIFFERENT;
        }
        return at;
    }

    private static boolean is(byte[] word, byte[] bytes, int from, int to) {
        return Arrays.equals(word, 0, word.length, bytes, from, to);
    }

    private int list(byte[] bytes, int from, int end) throws UndecodableJson {
        int at = JsonBytes.endOfSpace(bytes, from, end);
        if (at < end && bytes[at] == ']') {
            return at + 1;
        }
        while (at < end && bytes[at] == '"') {
            at = text(bytes, at + 1, end);
            if (at < 0) {
                return at;
            }
            at = JsonBytes.endOfSpace(bytes, at, end);
            if (at < end && bytes[at] == ']') {
                return at + 1;
            }
            if (at < end && bytes[at] != ',') {
                return RecordComparison.DIFFERENT;
            }
            at = at < end ? JsonBytes.endOfSpace(bytes, at + 1, end) : end;
        }
        return at < end ? RecordComparison.DIFFERENT : ValueEnds.INCOMPLETE;
    }

    private int text(byte[] bytes, int from, int end) throws UndecodableJson {
        int length = 0;
        int at = from;
        while (true) {
            int plain = JsonBytes.endOfPlainText(bytes, at, end);
            if (length + plain - at > MAX_TEXT || JsonBytes.endOfAscii(bytes, at, plain) < plain) {
                return RecordComparison.DIFFERENT;
            }
            length = add(bytes, at, plain, length);
            if (plain + 1 >= end) {
                return ValueEnds.INCOMPLETE;
            }
            if (bytes[plain] == '"') {
                changes.text(text, length);
                return plain + 1;
            }
            int escape = bytes[plain] == '\\' ? JsonBytes.ESCAPES.indexOf(bytes[plain + 1]) : -1;
            if (escape < 0) {
                return RecordComparison.DIFFERENT;
            }
            text[length] = ESCAPED.charAt(escape);
            length++;
            at = plain + 2;
        }
    }

    /** Adds ASCII to the text. Returns the length of the text. */
    private int add(byte[] bytes, int from, int to, int length) {
        int longer = length + to - from;
        if (longer >= text.length) {
            text = Arrays.copyOf(text, 2 * longer);
        }
        char[] chars = text;
        int next = length;
        for (int at = from; at < to; at++) {
            chars[next] = (char) bytes[at];
            next++;
        }
        return next;
    }
}
