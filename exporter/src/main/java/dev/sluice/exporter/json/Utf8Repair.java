package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;

/**
 * Replaces invalid UTF-8 in a document with U+FFFD. slurmrestd passes on every byte of the job names, comments and
 * reasons that users typed. A single Latin-1 name must not invalidate the complete response.
 */
public final class Utf8Repair extends InputStream {

    private static final int CHUNK = 1 << 16;
    /** The highest bit of each of eight bytes. */
    private static final long HIGHEST_BITS = 0x8080808080808080L;

    private final InputStream in;
    private final CharsetDecoder decoder = UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final byte[] chunk = new byte[CHUNK];
    private final ByteBuffer view = ByteBuffer.wrap(chunk);
    /** Number of bytes at the start of the chunk: the beginning of a sequence that is not complete yet. */
    private int carried;

    private byte[] ready = {};
    private int at;
    private int end;
    private long bytes;

    public Utf8Repair(InputStream in) {
        this.in = in;
    }

    /** Returns the number of bytes that were read from the document. */
    public long bytes() {
        return bytes;
    }

    @Override
    public int read() throws IOException {
        return fill() ? ready[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, end - at);
        System.arraycopy(ready, at, into, offset, count);
        at += count;
        return count;
    }

    /** Returns false at the end of the document. */
    private boolean fill() throws IOException {
        while (at == end) {
            int read = in.read(chunk, carried, CHUNK - carried);
            if (read < 0 && carried == 0) {
                return false;
            }
            bytes += Math.max(0, read);
            repair(carried + Math.max(0, read), read < 0);
        }
        return true;
    }

    private void repair(int length, boolean last) {
        at = 0;
        if (ascii(length)) {
            ready = chunk;
            end = length;
            carried = 0;
            return;
        }
        ByteBuffer read = ByteBuffer.wrap(chunk, 0, length);
        CharBuffer text = CharBuffer.allocate(length);
        // Leaves the beginning of a sequence in the chunk. Each read starts a new run of the decoder.
        decoder.reset().decode(read, text, last);
        ready = text.flip().toString().getBytes(UTF_8);
        end = ready.length;
        carried = read.remaining();
        System.arraycopy(chunk, length - carried, chunk, 0, carried);
    }

    private boolean ascii(int length) {
        int index = 0;
        while (index + Long.BYTES <= length && (view.getLong(index) & HIGHEST_BITS) == 0) {
            index += Long.BYTES;
        }
        while (index < length && chunk[index] >= 0) {
            index++;
        }
        return index == length;
    }
}
