package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * A protobuf message while it is written; to be used again after {@link #clear}. Field numbers stay below 16, so that a
 * field's key is one byte.
 */
final class Message {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH = 2;

    /** Of the longest number, in groups of seven bits. */
    private static final int LONGEST_VARINT = 10;

    private byte[] bytes = new byte[256];
    private int length;

    void clear() {
        length = 0;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    void appendTo(FragmentEncoder out) {
        out.append(bytes, length);
    }

    /** A field of type uint32, uint64 or of an enum. */
    void number(int field, long value) {
        key(field, VARINT);
        varint(value);
    }

    /** A field of type sint32 or sint64: small negative numbers are short. */
    void signed(int field, long value) {
        number(field, (value << 1) ^ (value >> 63));
    }

    void real(int field, double value) {
        key(field, FIXED64);
        room(Long.BYTES);
        long bits = Double.doubleToLongBits(value);
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[length++] = (byte) (bits >>> (Byte.SIZE * i));
        }
    }

    void text(int field, String value) {
        bytes(field, value.getBytes(UTF_8));
    }

    void bytes(int field, byte[] value) {
        lengthOf(field, value.length);
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
    }

    void message(int field, Message value) {
        lengthOf(field, value.length);
        System.arraycopy(value.bytes, 0, bytes, length, value.length);
        length += value.length;
    }

    void varint(long value) {
        room(LONGEST_VARINT);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    private void lengthOf(int field, int size) {
        key(field, LENGTH);
        varint(size);
        room(size);
    }

    private void key(int field, int type) {
        room(1);
        bytes[length++] = (byte) (field << 3 | type);
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
