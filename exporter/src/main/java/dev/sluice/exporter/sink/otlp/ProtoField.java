package dev.sluice.exporter.sink.otlp;

import java.util.Arrays;
import java.util.Optional;

/**
 * One field of a protobuf message, as much of it as receivers' short answers need.
 *
 * @param number the value of a number; 0 for others
 * @param bytes the value of a text or message
 */
record ProtoField(long number, Optional<byte[]> bytes) {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH = 2;
    private static final int FIXED32 = 5;

    /** The first field of that number; empty where there is none or the bytes are no such message. */
    static Optional<ProtoField> find(byte[] message, int field) {
        var in = new Reader(message);
        while (in.more()) {
            long key = in.varint();
            Optional<ProtoField> value = in.value((int) (key & 7));
            if (key >>> 3 == field || value.isEmpty()) {
                return value;
            }
        }
        return Optional.empty();
    }

    private static final class Reader {

        private final byte[] bytes;
        private int at;

        Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        boolean more() {
            return at < bytes.length;
        }

        Optional<ProtoField> value(int type) {
            return switch (type) {
                case VARINT -> Optional.of(new ProtoField(varint(), Optional.empty()));
                case FIXED64 -> skip(8);
                case LENGTH -> bytes(varint());
                case FIXED32 -> skip(4);
                default -> Optional.empty();
            };
        }

        private Optional<ProtoField> skip(int length) {
            at += length;
            return Optional.of(new ProtoField(0, Optional.empty()));
        }

        private Optional<ProtoField> bytes(long length) {
            if (length < 0 || length > bytes.length - at) {
                return Optional.empty();
            }
            int from = at;
            at += (int) length;
            return Optional.of(new ProtoField(0, Optional.of(Arrays.copyOfRange(bytes, from, at))));
        }

        /** Base 128, the lowest first; what is cut off is taken as it stands. */
        long varint() {
            long value = 0;
            for (int shift = 0; shift < 64 && more(); shift += 7) {
                byte next = bytes[at++];
                value |= (long) (next & 0x7f) << shift;
                if (next >= 0) {
                    return value;
                }
            }
            return value;
        }
    }
}
