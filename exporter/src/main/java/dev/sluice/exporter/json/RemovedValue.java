package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.stream.Stream;

/** Checks the parts of a removed value that a parser would refuse: escapes, numbers and words. */
final class RemovedValue {

    /** Longest scalar that is checked: a number with a long fraction. */
    private static final int MAX_SCALAR = 64;

    private static final int HEX_DIGITS = 4;
    private static final byte[][] WORDS = Stream.of(
                    "true", "false", "null", "NaN", "INF", "+INF", "-INF", "Infinity", "+Infinity", "-Infinity")
            .map(word -> word.getBytes(US_ASCII))
            .toArray(byte[][]::new);

    private final byte[] scalar = new byte[MAX_SCALAR];
    private int length;

    /** Bytes that are left of an escape; negative if the byte after the backslash comes next. */
    private int escape;

    /** Returns true for a byte of a number or word. */
    static boolean scalar(byte one) {
        return (one >= 'a' && one <= 'z')
                || (one >= '0' && one <= '9')
                || (one >= 'A' && one <= 'Z')
                || one == '-'
                || one == '+'
                || one == '.';
    }

    void beginScalar() {
        length = 0;
    }

    void addScalar(byte[] bytes, int from, int to) {
        int count = Math.min(to - from, MAX_SCALAR - length);
        System.arraycopy(bytes, from, scalar, length, count);
        length += count;
    }

    /** Returns true if the scalar is valid, or too long to check. */
    boolean validScalar() {
        return length == MAX_SCALAR || number() || word();
    }

    private boolean word() {
        for (byte[] word : WORDS) {
            if (Arrays.equals(scalar, 0, length, word, 0, word.length)) {
                return true;
            }
        }
        return false;
    }

    private boolean number() {
        int first = scalar[0] == '-' ? 1 : 0;
        int at = endOfDigits(first);
        if (at == first || (scalar[first] == '0' && at > first + 1)) {
            return false;
        }
        if (at < length && scalar[at] == '.') {
            int fraction = at + 1;
            at = endOfDigits(fraction);
            if (at == fraction) {
                return false;
            }
        }
        if (at < length && (scalar[at] == 'e' || scalar[at] == 'E')) {
            boolean sign = at + 1 < length && (scalar[at + 1] == '-' || scalar[at + 1] == '+');
            int exponent = sign ? at + 2 : at + 1;
            at = endOfDigits(exponent);
            if (at == exponent) {
                return false;
            }
        }
        return at == length;
    }

    private int endOfDigits(int from) {
        int at = from;
        while (at < length && scalar[at] >= '0' && scalar[at] <= '9') {
            at++;
        }
        return at;
    }

    void beginEscape() {
        escape = -1;
    }

    boolean escaping() {
        return escape != 0;
    }

    /** Returns the index after the bytes of an escape, at most {@code end}; negative if the escape is invalid. */
    int escape(byte[] bytes, int from, int end) {
        int at = from;
        while (escape != 0 && at < end) {
            byte one = bytes[at];
            boolean valid = escape < 0 ? "\"\\/bfnrtu".indexOf(one) >= 0 : Character.digit(one, 16) >= 0;
            if (!valid) {
                return -1;
            }
            escape = escape > 0 ? escape - 1 : one == 'u' ? HEX_DIGITS : 0;
            at++;
        }
        return at;
    }
}
