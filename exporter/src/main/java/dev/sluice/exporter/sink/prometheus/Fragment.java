package dev.sluice.exporter.sink.prometheus;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A run of exposition text, deflated so that it can stand anywhere in a gzip stream. Immutable. */
final class Fragment {

    private final byte[] deflated;
    private final long textLength;
    private final int crc;
    private final int crcShift;
    private final int samples;

    /**
     * @param deflated whole deflate blocks that end on a byte, refer to nothing before them and are not the last ones
     * @param textLength bytes of text
     * @param crc CRC-32 of the text
     * @param samples sample lines in the text
     */
    Fragment(byte[] deflated, long textLength, int crc, int samples) {
        this.deflated = deflated;
        this.textLength = textLength;
        this.crc = crc;
        this.crcShift = CombinedCrc.shiftOf(textLength);
        this.samples = samples;
    }

    int deflatedLength() {
        return deflated.length;
    }

    long textLength() {
        return textLength;
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

    /** Writes the text, by way of {@code buffer}. */
    void writeText(OutputStream out, Inflater inflater, byte[] buffer) throws IOException {
        inflater.setInput(deflated);
        try {
            for (int length = inflater.inflate(buffer); length > 0; length = inflater.inflate(buffer)) {
                out.write(buffer, 0, length);
            }
        } catch (DataFormatException e) {
            throw new IllegalStateException("a fragment does not inflate", e);
        }
    }
}
