package dev.sluice.common.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Writes a message; reusable after {@link #clear}. */
public final class ProtobufWriter {

    /** Number of bytes of the longest number; each byte has seven bits of the number. */
    private static final int MAX_VARINT = 10;

    private byte[] bytes = new byte[256];
    private int length;

    /** Receives the bytes of a message. */
    @FunctionalInterface
    public interface Output {

        /** Consumes the first {@code count} bytes before it returns. */
        void append(byte[] bytes, int count);
    }

    public void clear() {
        length = 0;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** Passes the message on without copying it. */
    public void appendTo(Output out) {
        out.append(bytes, length);
    }

    /** Writes a field of type int64, uint64, int32, uint32, bool or enum. */
    public ProtobufWriter number(int field, long value) {
        key(field, WireType.VARINT);
        return varint(value);
    }

    /** Writes a field of type sint32 or sint64, in which small negative numbers are short. */
    public ProtobufWriter signed(int field, long value) {
        return number(field, (value << 1) ^ (value >> 63));
    }

    /** Writes a field of type double. */
    public ProtobufWriter real(int field, double value) {
        key(field, WireType.FIXED64);
        room(Long.BYTES);
        long bits = Double.doubleToLongBits(value);
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[length++] = (byte) (bits >>> (Byte.SIZE * i));
        }
        return this;
    }

    public ProtobufWriter text(int field, String value) {
        byte[] utf8 = value.getBytes(UTF_8);
        return bytes(field, utf8, utf8.length);
    }

    public ProtobufWriter message(int field, ProtobufWriter value) {
        return bytes(field, value.bytes, value.length);
    }

    /** Writes a bare number, such as the length before a message. */
    public ProtobufWriter varint(long value) {
        room(MAX_VARINT);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        return this;
    }

    private ProtobufWriter bytes(int field, byte[] value, int count) {
        key(field, WireType.LENGTH_DELIMITED);
        varint(count);
        room(count);
        System.arraycopy(value, 0, bytes, length, count);
        length += count;
        return this;
    }

    private void key(int field, int type) {
        varint((long) field << WireType.BITS | type);
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
