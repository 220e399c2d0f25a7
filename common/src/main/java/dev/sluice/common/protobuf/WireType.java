package dev.sluice.common.protobuf;

/** The encoding of a field's value, in the lowest bits of the field's key. */
final class WireType {

    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int LENGTH_DELIMITED = 2;
    static final int START_GROUP = 3;
    static final int END_GROUP = 4;
    static final int FIXED32 = 5;

    /** Number of bits in a key that are below the field's number. */
    static final int BITS = 3;

    private WireType() {}
}
