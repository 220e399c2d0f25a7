package dev.sluice.exporter.state;

import com.fasterxml.jackson.databind.JsonNode;
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

    StoredJson at(String field) throws UnusableState {
        return new StoredJson(present(node.get(field), path + "." + field), path + "." + field);
    }

    StoredJson at(int index) throws UnusableState {
        String place = path + "[" + index + "]";
        return new StoredJson(present(node.get(index), place), place);
    }

    private static JsonNode present(@Nullable JsonNode found, String place) throws UnusableState {
        if (found == null) {
            throw new UnusableState(place + " is missing");
        }
        return found;
    }

    String text() throws UnusableState {
        if (!node.isTextual()) {
            throw new UnusableState(path + " is not a text");
        }
        return node.textValue();
    }

    /** Returns a text in a list; {@code older} for a list of an older release, which ends before the text. */
    String textOr(int index, String older) throws UnusableState {
        return node.has(index) ? at(index).text() : older;
    }

    /** Returns a whole number, at least a minimum. */
    long whole(long min) throws UnusableState {
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < min) {
            throw new UnusableState(path + " is not a whole number of at least " + min);
        }
        return node.longValue();
    }

    double number() throws UnusableState {
        double number = node.isNumber() ? node.doubleValue() : Double.NaN;
        if (!(number >= 0) || Double.isInfinite(number)) {
            throw new UnusableState(path + " is not a number of at least 0");
        }
        return number;
    }

    List<StoredJson> elements() throws UnusableState {
        if (!node.isArray()) {
            throw new UnusableState(path + " is not a list");
        }
        List<StoredJson> all = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            all.add(at(i));
        }
        return all;
    }

    SortedMap<String, Double> numbers() throws UnusableState {
        if (!node.isObject()) {
            throw new UnusableState(path + " is not an object");
        }
        SortedMap<String, Double> numbers = new TreeMap<>();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            numbers.put(field.getKey(), new StoredJson(field.getValue(), path + "." + field.getKey()).number());
        }
        return numbers;
    }

    /** Returns a text in a format. */
    <T> T parsed(Function<String, T> format) throws UnusableState {
        try {
            return format.apply(text());
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new UnusableState(path + " is " + text() + ", which is malformed");
        }
    }
}
