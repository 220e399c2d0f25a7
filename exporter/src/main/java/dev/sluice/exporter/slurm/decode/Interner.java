package dev.sluice.exporter.slurm.decode;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The values that the records of one response share. Estimates the memory of the values. */
final class Interner {

    /** Bytes of a text without its characters, and of another value. */
    private static final int TEXT_BYTES = 56;

    private static final int VALUE_BYTES = 250;

    private final Map<Object, Object> values = new HashMap<>();
    private final Map<String, Map<Object, Object>> made = new HashMap<>();
    private long bytes;

    /** Returns the first equal value of the response. */
    @SuppressWarnings("unchecked")
    <T> T shared(T value) {
        Object first = values.putIfAbsent(value, value);
        if (first == null) {
            bytes += value instanceof String text ? TEXT_BYTES + text.length() : VALUE_BYTES;
        }
        return first == null ? value : (T) first;
    }

    /** Counts a text that usually occurs in only one record. */
    String own(String text) {
        bytes += text.isEmpty() ? 0 : TEXT_BYTES + text.length();
        return text;
    }

    /**
     * Returns the value that a function makes, once per response, from an immutable value.
     *
     * @param kind name of the function
     */
    @SuppressWarnings("unchecked")
    <K, V> V made(String kind, K from, Function<K, V> function) {
        Map<Object, Object> known = made.computeIfAbsent(kind, unused -> new HashMap<>());
        return (V) known.computeIfAbsent(from, unused -> {
            bytes += VALUE_BYTES + (from instanceof String text ? text.length() : 0);
            return function.apply(from);
        });
    }

    /** Returns the memory of the values since the last call, in bytes. */
    long newBytes() {
        long before = bytes;
        bytes = 0;
        return before;
    }
}
