package dev.sluice.exporter.json;

import java.util.Arrays;

/** The bytes that a {@link MemberFilter} keeps of a part of a document, and their positions in the document. */
final class KeptBytes {

    /** Maximum error of a position, so that the space after a colon starts no run. */
    private static final int NEAR = 2;

    private static final int FEW = 1 << 14;

    /** Maximum length of an array that is used again. */
    private static final int MAX_REUSED = 1 << 17;

    private byte[] source = {};
    private byte[] bytes = new byte[FEW];
    private int length;

    /** Position in the document of the source's first byte. */
    private long sourceStart;

    /** Position in the document, and number of kept bytes, before the bytes that are here. */
    private long documentBytes;

    private long keptBytes;

    /** For each run of kept bytes: its start among the kept bytes, and its offset from {@link #documentBytes}. */
    private int[] runs = new int[64];

    private int runCount;

    private int markedLength;
    private int markedRuns;

    /** Drops the kept bytes. The next bytes are kept from a position of the document on. */
    void clear(long position) {
        documentBytes = position;
        keptBytes += length;
        length = 0;
        runCount = 0;
        if (bytes.length > MAX_REUSED) {
            bytes = new byte[FEW];
        }
    }

    /** Starts a part of the document, at a position of the document. */
    void next(byte[] part, int partOffset, long position) {
        source = part;
        sourceStart = position - partOffset;
    }

    /** Marks the place to which {@link #reset} returns. */
    void mark() {
        markedLength = length;
        markedRuns = runCount;
    }

    /** Drops what has been kept since the mark. */
    void reset() {
        length = markedLength;
        runCount = markedRuns;
    }

    /** Keeps bytes of the part. */
    void add(int from, int to) {
        add(source, from, to, from);
    }

    /** Adds a byte that stands for the byte at an offset of the part. */
    void add(char one, int at) {
        startRun(at);
        grow(1);
        bytes[length++] = (byte) one;
    }

    /** Adds bytes that stand for the bytes at an offset of the part. */
    void add(byte[] from, int start, int end, int at) {
        startRun(at);
        grow(end - start);
        System.arraycopy(from, start, bytes, length, end - start);
        length += end - start;
    }

    private void grow(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }

    private void startRun(int at) {
        int last = 2 * (runCount - 1);
        int distance = (int) (sourceStart + at - documentBytes);
        if (last >= 0 && Math.abs(distance - runs[last + 1] - (length - runs[last])) <= NEAR) {
            return;
        }
        if (2 * runCount == runs.length) {
            runs = Arrays.copyOf(runs, 2 * runs.length);
        }
        runs[2 * runCount] = length;
        runs[2 * runCount + 1] = distance;
        runCount++;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Returns the position in the document of a byte of the part. */
    long position(int at) {
        return sourceStart + at;
    }

    /** Returns the position in the document of a kept byte. */
    long positionOfKept(long kept) {
        long inPart = kept - keptBytes;
        for (int run = runCount - 1; run >= 0; run--) {
            if (runs[2 * run] <= inPart) {
                return documentBytes + runs[2 * run + 1] + inPart - runs[2 * run];
            }
        }
        return documentBytes;
    }
}
