package dev.sluice.fakecloudwatch;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of CBOR (RFC 8949) that the protocol uses. Integers become Long, floats become Double, and tagged values
 * become {@link Tagged}, so that a reader can distinguish these types.
 */
final class Cbor {

    private static final int BREAK = 0xff;
    private static final int INDEFINITE = 31;

    private final ByteBuffer in;

    private Cbor(byte[] bytes) {
        this.in = ByteBuffer.wrap(bytes);
    }

    /** A value with a tag. */
    record Tagged(long tag, Object value) {}

    /** Reports bytes that are not exactly one CBOR value. */
    static final class MalformedCbor extends Exception {

        private static final long serialVersionUID = 1L;

        MalformedCbor(String message) {
            super(message);
        }
    }

    static Object read(byte[] bytes) throws MalformedCbor {
        Cbor cbor = new Cbor(bytes);
        try {
            Object value = cbor.value();
            if (cbor.in.hasRemaining()) {
                throw new MalformedCbor("bytes behind the value");
            }
            return value;
        } catch (BufferUnderflowException e) {
            throw new MalformedCbor("the value is cut off");
        }
    }

    private Object value() throws MalformedCbor {
        int first = in.get() & 0xff;
        int major = first >> 5;
        int minor = first & 0x1f;
        return switch (major) {
            case 0 -> length(minor);
            case 1 -> -1 - length(minor);
            case 3 -> text(minor);
            case 4 -> array(minor);
            case 5 -> map(minor);
            case 6 -> new Tagged(length(minor), value());
            case 7 -> simple(minor);
            default -> throw new MalformedCbor("unexpected major type " + major);
        };
    }

    private long length(int minor) throws MalformedCbor {
        return switch (minor) {
            case 24 -> in.get() & 0xffL;
            case 25 -> in.getShort() & 0xffffL;
            case 26 -> in.getInt() & 0xffffffffL;
            case 27 -> in.getLong();
            default -> {
                if (minor > 23) {
                    throw new MalformedCbor("unexpected length " + minor);
                }
                yield minor;
            }
        };
    }

    private String text(int minor) throws MalformedCbor {
        byte[] bytes = new byte[Math.toIntExact(length(minor))];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private List<Object> array(int minor) throws MalformedCbor {
        List<Object> items = new ArrayList<>();
        if (minor == INDEFINITE) {
            while (!atBreak()) {
                items.add(value());
            }
        } else {
            for (long left = length(minor); left > 0; left--) {
                items.add(value());
            }
        }
        return items;
    }

    private Map<String, Object> map(int minor) throws MalformedCbor {
        Map<String, Object> members = new LinkedHashMap<>();
        long left = minor == INDEFINITE ? Long.MAX_VALUE : length(minor);
        while (minor == INDEFINITE ? !atBreak() : left-- > 0) {
            if (!(value() instanceof String key)) {
                throw new MalformedCbor("a key is not a text");
            }
            if (members.put(key, value()) != null) {
                throw new MalformedCbor("key " + key + " is there twice");
            }
        }
        return members;
    }

    private boolean atBreak() {
        if ((in.get(in.position()) & 0xff) == BREAK) {
            in.get();
            return true;
        }
        return false;
    }

    private Object simple(int minor) throws MalformedCbor {
        return switch (minor) {
            case 20 -> false;
            case 21 -> true;
            case 26 -> (double) in.getFloat();
            case 27 -> in.getDouble();
            default -> throw new MalformedCbor("unexpected simple value " + minor);
        };
    }

    /** Encodes a map of texts. */
    static byte[] write(Map<String, String> members) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0xbf);
        members.forEach((key, value) -> {
            text(out, key);
            text(out, value);
        });
        out.write(BREAK);
        return out.toByteArray();
    }

    private static void text(ByteArrayOutputStream out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write(0x79);
        out.write(bytes.length >> 8);
        out.write(bytes.length);
        out.writeBytes(bytes);
    }
}
