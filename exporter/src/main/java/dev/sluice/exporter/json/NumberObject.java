package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * Recognizes the object <code>{"set": true, "infinite": false, "number": 5}</code>, which slurmrestd sends for each
 * number. Such objects are most of a job list. Recognizes only objects with these members in this order, and only whole
 * numbers.
 */
final class NumberObject {

    private static final int MAX_DIGITS = 18;

    private final long set = word("\"set\"");
    private final long infinite = word("\"infinit");
    private final long infiniteEnd = word("e\"");
    private final long number = word("\"number\"");
    private final long yes = word("true");
    private final long no = word("false");

    private byte[] bytes = {};
    private int end;
    private int at;
    /** The value of the last flag. */
    private boolean flag;

    private boolean given;
    private int digits;
    private int endOfDigits;

    private static long word(String text) {
        long word = 0;
        byte[] ascii = text.getBytes(US_ASCII);
        for (int i = ascii.length - 1; i >= 0; i--) {
            word = (word << Byte.SIZE) | ascii[i];
        }
        return word;
    }

    /** Returns true if a number object begins at an index, and ends before another index. */
    boolean read(byte[] source, int from, int to) {
        bytes = source;
        end = to;
        at = from + 1;
        space();
        if (!skip(set, 5) || !colon() || !flag() || !comma()) {
            return false;
        }
        boolean isSet = flag;
        if (!skip(infinite, 8) || !skip(infiniteEnd, 2) || !colon() || !flag() || !comma()) {
            return false;
        }
        given = isSet && !flag;
        if (!skip(number, 8) || !colon() || !number()) {
            return false;
        }
        space();
        return skip('}');
    }

    private boolean flag() {
        flag = skip(yes, 4);
        return flag || skip(no, 5);
    }

    private boolean number() {
        digits = at;
        at = endOfDigits(bytes, at, end);
        endOfDigits = at;
        return amount(bytes, digits, endOfDigits);
    }

    /** Returns the index after the digits that begin at an index. */
    static int endOfDigits(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at;
    }

    /** Returns true if the digits between two indexes are a number of usual length. */
    static boolean amount(byte[] bytes, int from, int to) {
        int count = to - from;
        return count == 1 || (count > 1 && count <= MAX_DIGITS && bytes[from] != '0');
    }

    private boolean colon() {
        boolean colon = skip(':');
        space();
        return colon;
    }

    private boolean comma() {
        boolean comma = skip(',');
        space();
        return comma;
    }

    private void space() {
        at = JsonBytes.endOfSpace(bytes, at, end);
    }

    private boolean skip(char one) {
        boolean found = at < end && bytes[at] == one;
        at++;
        return found;
    }

    private boolean skip(long word, int length) {
        boolean found = at + Long.BYTES <= end && JsonBytes.word(bytes, at, length) == word;
        at += found ? length : 0;
        return found;
    }

    /** Returns true if the object contains a number, and false if the number is unset or infinite. */
    boolean given() {
        return given;
    }

    /** Returns the index of the first digit of the number, even of an unset or infinite one. */
    int digits() {
        return digits;
    }

    /** Returns the index after the last digit of the number. */
    int endOfDigits() {
        return endOfDigits;
    }

    /** Returns the index after the object. */
    int end() {
        return at;
    }
}
