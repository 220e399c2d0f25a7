package dev.sluice.adapter.keda;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the fields of a message in the wire format of protocol buffers, one after another. What it does not know it
 * passes over, as the format wants it.
 */
final class WireReader {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int START_GROUP = 3;
    private static final int END_GROUP = 4;
    private static final int FIXED32 = 5;

    private static final int TYPE_BITS = 3;
    private static final int TYPE_MASK = 7;
    private static final int PAYLOAD_BITS = 7;
    private static final int PAYLOAD_MASK = 0x7f;
    private static final int LONGEST_VARINT = 10;
    private static final int DEEPEST = 64;

    private final byte[] bytes;
    private final int end;
    private int position;
    private int tag;

    WireReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    private WireReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
    }

    /** What is done with a field that has a length; it has to read its value or to pass over it. */
    @FunctionalInterface
    interface Field {
        void read(int number) throws MalformedMessage;
    }

    /** Gives every field with a length to the reader of fields, and passes over all others. */
    void fields(Field field) throws MalformedMessage {
        while (position < end) {
            readTag();
            if (type() == LENGTH_DELIMITED) {
                field.read(number());
            } else {
                skip(0);
            }
        }
    }

    /** The present field's value as a message of its own. */
    WireReader message() throws MalformedMessage {
        int length = length();
        position += length;
        return new WireReader(bytes, position - length, position);
    }

    /** The present field's value as text. */
    String text() throws MalformedMessage {
        int length = length();
        position += length;
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, position - length, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedMessage("field " + number() + " is not UTF-8");
        }
    }

    /** Passes over the present field. */
    void skip() throws MalformedMessage {
        skip(0);
    }

    private void skip(int depth) throws MalformedMessage {
        switch (type()) {
            case VARINT -> {
                long unused = varint();
            }
            case FIXED64 -> advance(Long.BYTES);
            case LENGTH_DELIMITED -> advance(length());
            case START_GROUP -> skipGroup(number(), depth);
            case FIXED32 -> advance(Integer.BYTES);
            default -> throw new MalformedMessage("a field has wire type " + type());
        }
    }

    private void skipGroup(int group, int depth) throws MalformedMessage {
        if (depth > DEEPEST) {
            throw new MalformedMessage("groups are nested too deeply");
        }
        readTag();
        while (type() != END_GROUP) {
            skip(depth + 1);
            readTag();
        }
        if (number() != group) {
            throw new MalformedMessage("a group ends that did not begin");
        }
    }

    private void readTag() throws MalformedMessage {
        tag = (int) varint();
        if (number() == 0) {
            throw new MalformedMessage("a field has number 0");
        }
    }

    private int number() {
        return tag >>> TYPE_BITS;
    }

    private int type() {
        return tag & TYPE_MASK;
    }

    private int length() throws MalformedMessage {
        int length = (int) varint();
        if (length < 0 || length > end - position) {
            throw new MalformedMessage("the message ends before its field " + number());
        }
        return length;
    }

    private void advance(int count) throws MalformedMessage {
        if (count > end - position) {
            throw new MalformedMessage("the message ends before its field " + number());
        }
        position += count;
    }

    private long varint() throws MalformedMessage {
        long value = 0;
        for (int i = 0; i < LONGEST_VARINT; i++) {
            if (position == end) {
                throw new MalformedMessage("the message ends inside a number");
            }
            byte next = bytes[position++];
            value |= (long) (next & PAYLOAD_MASK) << (i * PAYLOAD_BITS);
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedMessage("a number has more than " + LONGEST_VARINT + " bytes");
    }
}
