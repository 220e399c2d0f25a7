package dev.sluice.common.protobuf;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the fields of a message one after another. Skips fields that the caller does not read, and values of an
 * unexpected type, as the format requires.
 */
public final class ProtobufReader {

    private static final int TYPE_MASK = 7;
    private static final int PAYLOAD_BITS = 7;
    private static final int PAYLOAD_MASK = 0x7f;
    private static final int MAX_VARINT = 10;
    private static final int MAX_DEPTH = 64;

    private final byte[] bytes;
    private final int end;
    private int position;
    private int key;
    private boolean unread;

    public ProtobufReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    private ProtobufReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
    }

    /** Advances to the next field; returns false at the end of the message. */
    public boolean next() throws MalformedMessage {
        if (unread) {
            skip(0);
        }
        unread = position < end;
        if (unread) {
            readKey();
        }
        return unread;
    }

    /** Returns the number of the current field. */
    public int field() {
        return key >>> WireType.BITS;
    }

    /** Returns true if the current field contains text or a message. */
    public boolean hasBytes() {
        return type() == WireType.LENGTH_DELIMITED;
    }

    /** Returns the current field as a message; returns an empty message if the field has a different type. */
    public ProtobufReader message() throws MalformedMessage {
        int start = takeBytes();
        return new ProtobufReader(bytes, start, start < 0 ? start : position);
    }

    /** Returns the current field as text; returns the default if the field has a different type. */
    public String text(String otherwise) throws MalformedMessage {
        int start = takeBytes();
        if (start < 0) {
            return otherwise;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, start, position - start))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedMessage("field " + field() + " is not UTF-8");
        }
    }

    /** Returns the current field as a number; returns the default if the field has a different type. */
    public long number(long otherwise) throws MalformedMessage {
        if (type() != WireType.VARINT) {
            return otherwise;
        }
        unread = false;
        return varint();
    }

    /**
     * Skips the bytes of the current field. Returns the position of the first byte; negative if the field has no bytes.
     */
    private int takeBytes() throws MalformedMessage {
        if (!hasBytes()) {
            return -1;
        }
        unread = false;
        int length = length();
        position += length;
        return position - length;
    }

    private void skip(int depth) throws MalformedMessage {
        switch (type()) {
            case WireType.VARINT -> {
                long unused = varint();
            }
            case WireType.FIXED64 -> advance(Long.BYTES);
            case WireType.LENGTH_DELIMITED -> advance(length());
            case WireType.START_GROUP -> skipGroup(field(), depth);
            case WireType.FIXED32 -> advance(Integer.BYTES);
            default -> throw new MalformedMessage("a field has wire type " + type());
        }
    }

    private void skipGroup(int group, int depth) throws MalformedMessage {
        if (depth > MAX_DEPTH) {
            throw new MalformedMessage("groups are nested too deeply");
        }
        readKey();
        while (type() != WireType.END_GROUP) {
            skip(depth + 1);
            readKey();
        }
        if (field() != group) {
            throw new MalformedMessage("a group ends without a start");
        }
    }

    private void readKey() throws MalformedMessage {
        key = (int) varint();
        if (field() == 0) {
            throw new MalformedMessage("a field has number 0");
        }
    }

    private int type() {
        return key & TYPE_MASK;
    }

    private int length() throws MalformedMessage {
        int length = (int) varint();
        if (length < 0 || length > end - position) {
            throw new MalformedMessage("the message ends before its field " + field());
        }
        return length;
    }

    private void advance(int count) throws MalformedMessage {
        if (count > end - position) {
            throw new MalformedMessage("the message ends before its field " + field());
        }
        position += count;
    }

    private long varint() throws MalformedMessage {
        long value = 0;
        for (int i = 0; i < MAX_VARINT; i++) {
            if (position == end) {
                throw new MalformedMessage("the message ends inside a number");
            }
            byte next = bytes[position++];
            value |= (long) (next & PAYLOAD_MASK) << (i * PAYLOAD_BITS);
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedMessage("a number has more than " + MAX_VARINT + " bytes");
    }
}
