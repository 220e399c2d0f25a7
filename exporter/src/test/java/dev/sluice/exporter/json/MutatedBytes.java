package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Mutates JSON, for tests that compare a reader with another one. */
public final class MutatedBytes {

    private MutatedBytes() {}

    /** Returns a copy with at most one mutation: a changed byte, or a removed, repeated or inserted part. */
    public static byte[] of(byte[] document, Random random) {
        byte[] bytes = document.clone();
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(6)) {
            case 0 -> bytes[at] = (byte) random.nextInt(256);
            case 1 -> bytes[at] = (byte) "{}[]\",:\\ \n0t-eu".charAt(random.nextInt(15));
            case 2 -> bytes = join(bytes, at, bytes, Math.min(bytes.length, at + 1 + random.nextInt(20)));
            case 3 -> bytes = join(bytes, at, bytes, Math.max(0, at - random.nextInt(20)));
            case 4 -> {
                byte[] inserted = List.of("\\u00e9", "\\\"", "1", "null", ",", "\u00fc", "{}", "[]")
                        .get(random.nextInt(8))
                        .getBytes(UTF_8);
                bytes = join(join(bytes, at, inserted, 0), at + inserted.length, bytes, at);
            }
            default -> {}
        }
        return bytes;
    }

    private static byte[] join(byte[] start, int startLength, byte[] end, int endFrom) {
        byte[] joined = Arrays.copyOf(start, startLength + end.length - endFrom);
        System.arraycopy(end, endFrom, joined, startLength, end.length - endFrom);
        return joined;
    }
}
