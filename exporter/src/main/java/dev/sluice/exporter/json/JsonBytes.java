package dev.sluice.exporter.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds bytes in JSON text, eight at a time: without the optimizing compiler, loops over single bytes are slow. */
final class JsonBytes {

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;
    private static final long ONES = 0x0101_0101_0101_0101L;
    /** Multiplied by a number whose byte {@code i} is 1, gives {@code i} in the highest byte. */
    private static final long INDEXES = 0x0001_0203_0405_0607L;

    private static final long SPACES = ' ' * ONES;
    private static final long QUOTES = '"' * ONES;
    private static final long BACKSLASHES = '\\' * ONES;

    /** The characters after a backslash, except for {@code u}. */
    static final String ESCAPES = "\"\\/bfnrt";

    private static final int HEX_DIGITS = 4;

    private JsonBytes() {}

    /** Returns the index of the first byte that is not ASCII. */
    static int endOfAscii(byte[] bytes, int from, int end) {
        int at = from;
        while (at + Long.BYTES <= end && ((long) EIGHT_BYTES.get(bytes, at) & NOT_ASCII) == 0) {
            at += Long.BYTES;
        }
        while (at < end && bytes[at] >= 0) {
            at++;
        }
        return at;
    }

    /** Returns the index of the first byte that is no white space. */
    static int endOfSpace(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            byte one = bytes[at];
            if (one > ' ' || (one != ' ' && one != '\n' && one != '\r' && one != '\t')) {
                return at;
            }
            at++;
            while (at + Long.BYTES <= end) {
                long others = (long) EIGHT_BYTES.get(bytes, at) ^ SPACES;
                if (others != 0) {
                    at += first((((others & ~NOT_ASCII) + ~NOT_ASCII) | others) & NOT_ASCII);
                    break;
                }
                at += Long.BYTES;
            }
        }
        return at;
    }

    /** Returns up to eight bytes as a number; the first byte is the lowest byte of the number. */
    static long word(byte[] bytes, int at, int length) {
        return (long) EIGHT_BYTES.get(bytes, at) & (-1L >>> (Long.SIZE - Byte.SIZE * length));
    }

    /** Returns the index of the first quote, backslash or control character. */
    static int endOfPlainText(byte[] bytes, int from, int end) {
        int at = from;
        while (at + Long.BYTES <= end) {
            long eight = (long) EIGHT_BYTES.get(bytes, at);
            long found = zeroBytes(eight ^ QUOTES)
                    | zeroBytes(eight ^ BACKSLASHES)
                    | ((eight - SPACES) & ~eight & NOT_ASCII);
            if (found != 0) {
                return at + first(found);
            }
            at += Long.BYTES;
        }
        while (at < end && bytes[at] != '"' && bytes[at] != '\\' && (bytes[at] & 0xFF) >= ' ') {
            at++;
        }
        return at;
    }

    /** Returns the index after an escape, at most {@code end}; negative if the escape is invalid. */
    static int endOfEscape(byte[] bytes, int backslash, int end) {
        int at = backslash + 1;
        if (at < end && bytes[at] == 'u') {
            int after = Math.min(end, at + 1 + HEX_DIGITS);
            for (at++; at < after; at++) {
                if (Character.digit(bytes[at], 16) < 0) {
                    return -1;
                }
            }
            return after;
        }
        return at == end || ESCAPES.indexOf(bytes[at]) >= 0 ? Math.min(end, at + 1) : -1;
    }

    /**
     * Returns the index of the lowest byte whose highest bit is set, if no other bits are set. Replaces
     * Long.numberOfTrailingZeros, which is slow without the optimizing compiler.
     */
    private static int first(long highestBits) {
        long lowest = (highestBits & -highestBits) >>> (Byte.SIZE - 1);
        return (int) ((lowest * INDEXES) >>> (Long.SIZE - Byte.SIZE));
    }

    /** Returns a number whose lowest set bit is in the lowest byte of {@code eight} that is 0; 0 without such a byte. */
    private static long zeroBytes(long eight) {
        return (eight - ONES) & ~eight & NOT_ASCII;
    }
}
