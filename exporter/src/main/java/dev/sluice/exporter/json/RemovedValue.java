package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.stream.Stream;

/** Checks the parts of a removed value that a parser would refuse: escapes, numbers and words. */
final class RemovedValue {

    /** Longer than each of {@link #WORDS}. */
    private static final int MAX_WORD = 16;

    private static final int HEX_DIGITS = 4;
    private static final byte[][] WORDS = Stream.of(
                    "true", "false", "null", "NaN", "INF", "+INF", "-INF", "Infinity", "+Infinity", "-Infinity")
            .map(word -> word.getBytes(US_ASCII))
            .toArray(byte[][]::new);

    /** The part of a number that was read last. */
    private enum NumberPart {
        START,
        MINUS,
        ZERO,
        INTEGER,
        POINT,
        FRACTION,
        E,
        SIGN,
        EXPONENT,
        INVALID;

        NumberPart next(byte one) {
            boolean digit = one >= '0' && one <= '9';
            boolean e = one == 'e' || one == 'E';
            return switch (this) {
                case START -> one == '-' ? MINUS : MINUS.next(one);
                case MINUS -> one == '0' ? ZERO : digit ? INTEGER : INVALID;
                case ZERO -> one == '.' ? POINT : e ? E : INVALID;
                case INTEGER -> digit ? INTEGER : ZERO.next(one);
                case POINT -> digit ? FRACTION : INVALID;
                case FRACTION -> digit ? FRACTION : e ? E : INVALID;
                case E -> one == '-' || one == '+' ? SIGN : SIGN.next(one);
                case SIGN, EXPONENT -> digit ? EXPONENT : INVALID;
                case INVALID -> INVALID;
            };
        }

        boolean complete() {
            return this == ZERO || this == INTEGER || this == FRACTION || this == EXPONENT;
        }
    }

    private NumberPart number = NumberPart.START;

    /** The beginning of the scalar. */
    private final byte[] word = new byte[MAX_WORD];

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
        number = NumberPart.START;
        length = 0;
    }

    void addScalar(byte[] bytes, int from, int to) {
        int count = Math.min(to - from, MAX_WORD - length);
        System.arraycopy(bytes, from, word, length, count);
        length += count;
        for (int at = from; at < to && number != NumberPart.INVALID; at++) {
            number = number.next(bytes[at]);
        }
    }

    boolean validScalar() {
        return number.complete() || knownWord();
    }

    /** Uses no stream: this method runs for each removed word, and a stream would create much garbage. */
    private boolean knownWord() {
        for (byte[] known : WORDS) {
            if (Arrays.equals(word, 0, length, known, 0, known.length)) {
                return true;
            }
        }
        return false;
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
