package dev.sluice.exporter.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Replaces what is not UTF-8 in an answer by U+FFFD. slurmrestd passes on job names, comments and reasons byte by byte
 * as people typed them: one name in Latin-1 must not cost the whole answer.
 */
final class Utf8Repair {

    private static final int LONGEST_SEQUENCE = 4;

    /** The beginning of a sequence whose rest had not arrived. */
    private byte[] carried = {};

    /** Whether the bytes are anything but plain ASCII that may pass as it is. */
    boolean needed(byte[] bytes, int offset, int length) {
        if (carried.length > 0) {
            return true;
        }
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] < 0) {
                return true;
            }
        }
        return false;
    }

    /** What was carried and these bytes, as valid UTF-8, up to the last sequence that is whole. */
    byte[] repair(byte[] bytes, int offset, int length) {
        byte[] all = new byte[carried.length + length];
        System.arraycopy(carried, 0, all, 0, carried.length);
        System.arraycopy(bytes, offset, all, carried.length, length);
        int whole = all.length - unfinishedTail(all);
        carried = Arrays.copyOfRange(all, whole, all.length);
        return new String(all, 0, whole, UTF_8).getBytes(UTF_8);
    }

    /** Whether the bytes so far end inside a sequence. */
    boolean unfinished() {
        return carried.length > 0;
    }

    private static int unfinishedTail(byte[] bytes) {
        for (int tail = 1; tail < LONGEST_SEQUENCE && tail <= bytes.length; tail++) {
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
        // 0xxxxxxx, 110xxxxx, 1110xxxx and 11110xxx; anything else begins nothing.
        int ones = Integer.numberOfLeadingZeros(~(lead << 24));
        return ones >= 2 && ones <= LONGEST_SEQUENCE ? ones : 1;
    }
}
