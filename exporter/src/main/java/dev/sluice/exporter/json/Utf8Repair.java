package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Replaces invalid UTF-8 in a document with U+FFFD. slurmrestd passes on every byte of the job names, comments and
 * reasons that users typed. A single Latin-1 name must not invalidate the complete response.
 */
final class Utf8Repair {

    private static final int MAX_SEQUENCE = 4;

    /** The beginning of a sequence that is not complete yet. */
    private byte[] carried = {};

    /** Returns the number of leading bytes that need no repair: plain ASCII. */
    int plainStart(byte[] bytes, int offset, int length) {
        if (carried.length > 0) {
            return 0;
        }
        return JsonBytes.endOfAscii(bytes, offset, offset + length) - offset;
    }

    /**
     * Returns the number of bytes at the end that need no repair if {@link #repair} gets all bytes before them.
     * Excludes the first byte after a sequence, because that byte ends the sequence.
     */
    int plainEnd(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int at = end;
        while (at > offset && bytes[at - 1] >= 0) {
            at--;
        }
        return Math.max(0, end - at - 1);
    }

    /** Returns the carried bytes and the given bytes as valid UTF-8, up to the last complete sequence. */
    byte[] repair(byte[] bytes, int offset, int length) {
        byte[] all = new byte[carried.length + length];
        System.arraycopy(carried, 0, all, 0, carried.length);
        System.arraycopy(bytes, offset, all, carried.length, length);
        int whole = all.length - unfinishedTail(all);
        carried = Arrays.copyOfRange(all, whole, all.length);
        return new String(all, 0, whole, UTF_8).getBytes(UTF_8);
    }

    /** Returns true if the bytes so far end inside a sequence. */
    boolean unfinished() {
        return carried.length > 0;
    }

    private static int unfinishedTail(byte[] bytes) {
        for (int tail = 1; tail < MAX_SEQUENCE && tail <= bytes.length; tail++) {
            byte lead = bytes[bytes.length - tail];
            if (!isContinuation(lead)) {
                return sequenceLength(lead) > tail ? tail : 0;
            }
        }
        return 0;
    }

    private static boolean isContinuation(byte b) {
        return (b & 0b1100_0000) == 0b1000_0000;
    }

    private static int sequenceLength(byte lead) {
        // 0xxxxxxx, 110xxxxx, 1110xxxx or 11110xxx; other bytes start no sequence.
        int ones = Integer.numberOfLeadingZeros(~(lead << 24));
        return ones >= 2 && ones <= MAX_SEQUENCE ? ones : 1;
    }
}
