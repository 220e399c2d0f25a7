package dev.sluice.exporter.sink.prometheus;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.Inflater;

/**
 * One complete /metrics response, assembled from fragments. Thread-safe.
 *
 * <p>The gzip form is a single member (RFC 1952), not one member per fragment: curl, wget and browsers stop reading
 * after the first member.
 */
final class Exposition {

    /** The gzip header: magic number, deflate, no flags, no time, fastest level, unknown system. */
    private static final byte[] GZIP_HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 4, (byte) 0xff};

    /** An empty final block, because the response needs a final block and fragments contain none. */
    private static final byte[] LAST_BLOCK = {3, 0};

    private static final int GZIP_TRAILER = 8;
    private static final int INFLATE_BUFFER = 32 * 1024;

    private final List<Fragment> fragments;

    Exposition(List<Fragment> fragments) {
        this.fragments = List.copyOf(fragments);
    }

    long plainLength() {
        return fragments.stream().mapToLong(Fragment::plainLength).sum();
    }

    long gzipLength() {
        long deflated = fragments.stream().mapToLong(Fragment::deflatedLength).sum();
        return GZIP_HEADER.length + deflated + LAST_BLOCK.length + GZIP_TRAILER;
    }

    void writePlain(OutputStream out) throws IOException {
        var inflater = new Inflater(true);
        try {
            byte[] buffer = new byte[INFLATE_BUFFER];
            for (Fragment fragment : fragments) {
                fragment.writePlain(out, inflater, buffer);
            }
        } finally {
            inflater.end();
        }
    }

    void writeGzip(OutputStream out) throws IOException {
        out.write(GZIP_HEADER);
        var checksum = new CombinedCrc();
        for (Fragment fragment : fragments) {
            fragment.writeDeflated(out);
            fragment.addTo(checksum);
        }
        out.write(LAST_BLOCK);
        out.write(ByteBuffer.allocate(GZIP_TRAILER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(checksum.value())
                .putInt((int) plainLength())
                .array());
    }
}
