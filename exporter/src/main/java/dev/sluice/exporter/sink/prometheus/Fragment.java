package dev.sluice.exporter.sink.prometheus;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A deflated part of a response. The part fits into any position of a gzip stream. Immutable. */
final class Fragment {

    private static final int STORED_HEADER = 5;

    private final byte[] deflated;
    private final long plainLength;
    private final int crc;
    private final int crcShift;
    private final int samples;

    /**
     * @param deflated complete deflate blocks; the blocks end on a byte boundary, do not refer to earlier data and
     *     contain no final block
     * @param plainLength length of the plain bytes, in bytes
     * @param crc CRC-32 of the plain bytes
     */
    Fragment(byte[] deflated, long plainLength, int crc, int samples) {
        this.deflated = deflated;
        this.plainLength = plainLength;
        this.crc = crc;
        this.crcShift = CombinedCrc.shiftOf(plainLength);
        this.samples = samples;
    }

    /**
     * Wraps a few bytes in a stored block (RFC 1951, section 3.2.4), because deflation would not save space.
     *
     * @param bytes fewer than 65,536 bytes
     */
    static Fragment stored(byte[] bytes) {
        var crc = new CRC32();
        crc.update(bytes);
        byte[] block = ByteBuffer.allocate(STORED_HEADER + bytes.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 0)
                .putShort((short) bytes.length)
                .putShort((short) ~bytes.length)
                .put(bytes)
                .array();
        return new Fragment(block, bytes.length, (int) crc.getValue(), 0);
    }

    int deflatedLength() {
        return deflated.length;
    }

    long plainLength() {
        return plainLength;
    }

    int samples() {
        return samples;
    }

    void addTo(CombinedCrc checksum) {
        checksum.append(crc, crcShift);
    }

    void writeDeflated(OutputStream out) throws IOException {
        out.write(deflated);
    }

    /** Writes the plain bytes, using {@code buffer} for inflation. */
    void writePlain(OutputStream out, Inflater inflater, byte[] buffer) throws IOException {
        inflater.setInput(deflated);
        try {
            for (int length = inflater.inflate(buffer); length > 0; length = inflater.inflate(buffer)) {
                out.write(buffer, 0, length);
            }
        } catch (DataFormatException e) {
            throw new IllegalStateException("cannot inflate a fragment", e);
        }
    }
}
