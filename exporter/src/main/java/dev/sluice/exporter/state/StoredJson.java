package dev.sluice.exporter.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value of a usage file. Each method fails if the value is missing or wrong.
 *
 * @param node the value
 * @param path path of the value, for messages
 */
record StoredJson(JsonNode node, String path) {

    /** Reads a value from an element of a list. */
    @FunctionalInterface
    interface Reader<T> {
        T read(StoredJson element) throws IOException;
    }

    StoredJson at(String field) throws IOException {
        return new StoredJson(present(node.get(field), path + "." + field), path + "." + field);
    }

    StoredJson at(int index) throws IOException {
        String place = path + "[" + index + "]";
        return new StoredJson(present(node.get(index), place), place);
    }

    private static JsonNode present(@Nullable JsonNode found, String place) throws IOException {
        if (found == null) {
            throw new IOException(place + " is missing");
        }
        return found;
    }

    String text() throws IOException {
        if (!node.isTextual()) {
            throw new IOException(path + " is not a text");
        }
        return node.textValue();
    }

    /** Returns a text in a list; {@code older} for a list of an older release, which ends before the text. */
    String textOr(int index, String older) throws IOException {
        return node.has(index) ? at(index).text() : older;
    }

    /** Returns a whole number, at least a minimum. */
    long whole(long min) throws IOException {
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < min) {
            throw new IOException(path + " is not a whole number of at least " + min);
        }
        return node.longValue();
    }

    double number() throws IOException {
        double number = node.isNumber() ? node.doubleValue() : Double.NaN;
        if (!(number >= 0) || Double.isInfinite(number)) {
            throw new IOException(path + " is not a number of at least 0");
        }
        return number;
    }

    /** Returns what a reader reads from each element of a list. */
    <T> List<T> list(Reader<T> reader) throws IOException {
        if (!node.isArray()) {
            throw new IOException(path + " is not a list");
        }
        List<T> all = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            all.add(reader.read(at(i)));
        }
        return all;
    }

    /** Returns the keys and values that two readers read from each element of a list. */
    <K extends Comparable<K>, V> SortedMap<K, V> map(Reader<K> key, Reader<V> value) throws IOException {
        SortedMap<K, V> map = new TreeMap<>();
        for (Map.Entry<K, V> entry : list(row -> Map.entry(key.read(row), value.read(row)))) {
            map.put(entry.getKey(), entry.getValue());
        }
        return map;
    }

    SortedMap<String, Double> numbers() throws IOException {
        if (!node.isObject()) {
            throw new IOException(path + " is not an object");
        }
        SortedMap<String, Double> numbers = new TreeMap<>();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            numbers.put(field.getKey(), new StoredJson(field.getValue(), path + "." + field.getKey()).number());
        }
        return numbers;
    }

    /** Returns a text in a format. */
    <T> T parsed(Function<String, T> format) throws IOException {
        try {
            return format.apply(text());
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new IOException(path + " is " + text() + ", which is malformed");
        }
    }
}
