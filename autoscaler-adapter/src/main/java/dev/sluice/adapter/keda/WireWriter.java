package dev.sluice.adapter.keda;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** Writes a message in the wire format of protocol buffers. What has its default value is left out, as in proto3. */
final class WireWriter {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int TYPE_BITS = 3;
    private static final int PAYLOAD_BITS = 7;
    private static final int PAYLOAD_MASK = 0x7f;
    private static final int CONTINUED = 0x80;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    WireWriter bool(int number, boolean value) {
        return int64(number, value ? 1 : 0);
    }

    WireWriter int64(int number, long value) {
        if (value != 0) {
            tag(number, VARINT);
            varint(value);
        }
        return this;
    }

    WireWriter float64(int number, double value) {
        long bits = Double.doubleToRawLongBits(value);
        if (bits != 0) {
            tag(number, FIXED64);
            for (int i = 0; i < Long.BYTES; i++) {
                out.write((int) (bits >>> (i * Byte.SIZE)));
            }
        }
        return this;
    }

    WireWriter string(int number, String value) {
        return value.isEmpty() ? this : bytes(number, value.getBytes(UTF_8));
    }

    /** Written even where it is empty: that it is there says something. */
    WireWriter message(int number, WireWriter message) {
        return bytes(number, message.toByteArray());
    }

    private WireWriter bytes(int number, byte[] value) {
        tag(number, LENGTH_DELIMITED);
        varint(value.length);
        out.writeBytes(value);
        return this;
    }

    byte[] toByteArray() {
        return out.toByteArray();
    }

    private void tag(int number, int type) {
        varint((long) number << TYPE_BITS | type);
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~PAYLOAD_MASK) != 0) {
            out.write((int) (rest & PAYLOAD_MASK) | CONTINUED);
            rest >>>= PAYLOAD_BITS;
        }
        out.write((int) rest);
    }
}
