package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.stream.Stream;

/** A number or word of JSON, or of the words for numbers that Slurm sends. */
final class JsonScalar {

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

    private JsonScalar() {}

    /** Returns the index after the number or word that begins at an index. */
    static int end(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && contains(bytes[at])) {
            at++;
        }
        return at;
    }

    /** Returns true for a byte of a number or word. */
    static boolean contains(byte one) {
        return (one >= 'a' && one <= 'z')
                || (one >= '0' && one <= '9')
                || (one >= 'A' && one <= 'Z')
                || one == '-'
                || one == '+'
                || one == '.';
    }

    /** Returns true if the bytes between two indexes are a number or a word. */
    static boolean valid(byte[] bytes, int from, int to) {
        NumberPart number = NumberPart.START;
        for (int at = from; at < to && number != NumberPart.INVALID; at++) {
            number = number.next(bytes[at]);
        }
        return number.complete() || knownWord(bytes, from, to);
    }

    /** Uses no stream: this method runs for each removed word, and a stream would create much garbage. */
    private static boolean knownWord(byte[] bytes, int from, int to) {
        for (byte[] known : WORDS) {
            if (Arrays.equals(bytes, from, to, known, 0, known.length)) {
                return true;
            }
        }
        return false;
    }
}
