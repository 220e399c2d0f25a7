package dev.sluice.exporter.json;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The values that the records of one response share. Estimates the memory of the values. */
public final class Interner {

    /** Bytes of a text without its characters, and of another value. */
    private static final int TEXT_BYTES = 56;

    private static final int VALUE_BYTES = 250;

    private final Map<String, Map<Object, Object>> values = new HashMap<>();
    private long bytes;

    @SuppressWarnings("unchecked")
    <K, V> V made(String kind, K from, Function<K, V> function) {
        return (V) values.computeIfAbsent(kind, unused -> new HashMap<>()).computeIfAbsent(from, unused -> {
            V value = function.apply(from);
            bytes += (value instanceof String ? TEXT_BYTES : VALUE_BYTES)
                    + (from instanceof String text ? text.length() : 0);
            return value;
        });
    }

    /** Returns the memory of the values since the last call, in bytes. */
    public long newBytes() {
        long before = bytes;
        bytes = 0;
        return before;
    }
}
